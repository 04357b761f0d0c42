#include "core/providers/chatcount.h"

#include "core/base/json.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

// A whole number above zero; a prompt of no tokens was not read.
std::optional<qint64> numberAt(const QByteArray &body, const QString &pointer)
{
    bool isNumber = false;
    const qint64 number = json::member(body, pointer).value_or(QByteArray()).toLongLong(&isNumber);
    return isNumber && number > 0 ? std::optional(number) : std::nullopt;
}

} // namespace

QByteArray countUrl(const QByteArray &baseUrl)
{
    return (baseUrl.endsWith("/v1") ? baseUrl.chopped(3) : baseUrl) + "/tokenize";
}

TokenCount tokenCountOf(const HttpExchange &exchange)
{
    TokenCount count;
    if (exchange.end != HttpExchange::End::answered) {
        count.problem = u"/tokenize gave no answer (%1)"_s.arg(exchange.problem);
        return count;
    }
    if (exchange.status < 200 || exchange.status >= 300) {
        count.absent = exchange.status == 404 || exchange.status == 405 || exchange.status == 501;
        count.problem = count.absent ? u"the server has no /tokenize"_s
                                     : u"/tokenize answered HTTP %1"_s.arg(exchange.status);
        return count;
    }
    count.tokens = numberAt(exchange.body, u"/count"_s);
    count.limit = numberAt(exchange.body, u"/max_model_len"_s);
    const auto list = json::member(exchange.body, u"/tokens"_s);
    if (!count.tokens && list && list->startsWith('[')) {
        const qint64 length = QJsonDocument::fromJson(*list).array().size();
        count.unread = length == 0;
        if (length > 0)
            count.tokens = length;
    }
    if (!count.tokens)
        count.problem = u"the answer of /tokenize holds no count"_s;
    return count;
}

PromptCheck promptCheckOf(const TokenCount &count, const ChatSettings &settings)
{
    if (!count.tokens)
        return {u"not checked: "_s + count.problem, std::nullopt};
    const auto limit = settings.contextTokens ? settings.contextTokens : count.limit;
    if (!limit)
        return {u"not checked: the prompt has %1 tokens, but neither the server nor the setting "
                "context_tokens says how many fit"_s.arg(*count.tokens),
                std::nullopt};
    const qint64 forAnswer = settings.maxTokens.value_or(1);
    const QString words = u"%1 of %2 tokens"_s.arg(*count.tokens).arg(*limit);
    // Not added up, so that no count of a server overflows.
    if (*count.tokens <= *limit && forAnswer <= *limit - *count.tokens)
        return {words, std::nullopt};
    const QString room = settings.maxTokens ? u"max_tokens keeps %1 for the answer"_s.arg(forAnswer)
                                            : u"an answer needs at least 1"_s;
    return {words, FailedForSure{
                       u"prompt_too_long"_s,
                       u"Nothing was sent: the prompt has %1 tokens, %2, and the model holds %3 in "
                       "all. Submit smaller params, or choose a model that holds more."_s.arg(*count.tokens)
                           .arg(room)
                           .arg(*limit),
                       false, std::nullopt}};
}

} // namespace oncedesk
