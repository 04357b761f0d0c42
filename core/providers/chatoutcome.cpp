#include "core/providers/chatoutcome.h"

#include "core/base/json.h"
#include "core/providers/chatjson.h"
#include "core/providers/httpoutcome.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr qsizetype shownBytes = 200;

enum class Again { mayHelp, isUseless };

FailedForSure failure(const QString &code, const QString &sentence, Again again)
{
    return {code, sentence, again == Again::mayHelp, std::nullopt};
}

// The beginning of what the model wrote, in quotes.
QString inQuotes(const QString &text)
{
    return u'"' + excerpt(text.left(shownBytes + 1).toUtf8(), shownBytes) + u'"';
}

// Of an answer that is none.
std::optional<FailedForSure> malformation(const QByteArray &body)
{
    const auto answer = json::member(body, QString());
    const auto choices = answer ? json::member(*answer, u"/choices"_s) : std::nullopt;
    if (choices && choices->startsWith('[')) {
        if (!json::member(*choices, u"/0"_s))
            return failure(u"no_choices"_s,
                           u"The server answered without any choice. Look at its log, and whether it serves "
                           "this model."_s,
                           Again::isUseless);
        const auto message = json::member(*choices, u"/0/message"_s);
        if (message && message->startsWith('{'))
            return std::nullopt;
    }
    return failure(u"malformed_answer"_s,
                   u"The answer is no chat completion; check base_url if this goes on. It begins: %1"_s.arg(
                       excerpt(body, shownBytes)),
                   Again::mayHelp);
}

// Of a completion that brings no content to look at.
std::optional<FailedForSure> declined(const QByteArray &choice, const QString &finishReason)
{
    const QString refusal = json::string(choice, u"/message/refusal"_s).value_or(QString());
    if (!refusal.isEmpty())
        return failure(u"refused"_s,
                       u"The model refused: %1. Change the prompt or the params."_s.arg(inQuotes(refusal)),
                       Again::isUseless);
    if (finishReason == u"content_filter")
        return failure(u"content_filter"_s,
                       u"The server's content filter stopped the answer. Change the prompt or the params."_s,
                       Again::isUseless);
    if (finishReason == u"length")
        return failure(u"truncated"_s,
                       u"The answer was cut off: it reached max_tokens or the model's window. Raise "
                       "max_tokens, or ask for less."_s,
                       Again::isUseless);
    if (json::member(choice, u"/message/tool_calls/0"_s) || finishReason == u"tool_calls" ||
        finishReason == u"function_call")
        return failure(u"tool_calls"_s,
                       u"The model asked to call a tool, and none is offered. Say in the prompt that it must "
                       "answer by itself."_s,
                       Again::isUseless);
    if (finishReason == u"abort" || finishReason == u"error")
        return failure(
            u"malformed_answer"_s,
            u"The server broke the answer off (finish_reason \"%1\"). Look at its log."_s.arg(finishReason),
            Again::mayHelp);
    return std::nullopt;
}

Outcome outcomeOfJson(const QString &content, ChatSettings::Format format)
{
    const bool objectOnly = format == ChatSettings::Format::jsonObject;
    const WrittenJson written = findJson(content, objectOnly);
    switch (written.kind) {
    case WrittenJson::Kind::alone:
        return Finished{written.json};
    case WrittenJson::Kind::wrapped:
        return failure(u"prose_around_json"_s,
                       u"The model wrapped its JSON (%1). Say in the prompt that it must answer with JSON "
                       "alone. It begins: %2"_s.arg(written.around, inQuotes(content)),
                       Again::mayHelp);
    case WrittenJson::Kind::cutOff:
        return failure(u"truncated_json"_s,
                       u"The model's JSON ends before it is complete, although it says that it was done. It "
                       "begins: "_s +
                           inQuotes(content),
                       Again::mayHelp);
    case WrittenJson::Kind::none:
        break;
    }
    return failure(u"not_json"_s,
                   u"The model was asked for %1 and wrote something else. It begins: %2"_s.arg(
                       objectOnly ? u"a JSON object"_s : u"JSON"_s, inQuotes(content)),
                   Again::mayHelp);
}

Outcome outcomeOfBody(const QByteArray &body, const ChatSettings &settings)
{
    if (auto failed = malformation(body))
        return *failed;
    const QByteArray choice = json::member(body, u"/choices/0"_s).value_or(QByteArray());
    const QString finishReason = json::string(choice, u"/finish_reason"_s).value_or(QString());
    if (auto failed = declined(choice, finishReason))
        return *failed;
    const auto content = json::string(choice, u"/message/content"_s);
    if (!content)
        return failure(u"malformed_answer"_s,
                       u"The model's message has no content that is a text. Look at the server's log if this "
                       "goes on."_s,
                       Again::mayHelp);
    if (settings.format == ChatSettings::Format::text)
        return Finished{json::quote(*content)};
    return outcomeOfJson(*content, settings.format);
}

} // namespace

Outcome chatOutcomeOf(const HttpExchange &exchange, const ChatSettings &settings)
{
    Outcome outcome = outcomeOf(exchange, settings.definiteStatuses, QDateTime::currentDateTimeUtc());
    const auto *answered = std::get_if<Finished>(&outcome);
    if (!answered)
        return outcome;
    outcome = outcomeOfBody(exchange.body, settings);
    if (auto *finished = std::get_if<Finished>(&outcome))
        finished->model = modelNamedIn(exchange.body, u"/model"_s);
    return outcome;
}

} // namespace oncedesk
