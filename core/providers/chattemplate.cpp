#include "core/providers/chattemplate.h"

#include "core/base/json.h"
#include "core/providers/linksettings.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

// Each is looked up in params by itself.
constexpr int mostVariables = 200;

Error mistake(const QString &key, const QString &text, qsizetype at, const QString &what)
{
    const auto character = text.left(at).toUcs4().size() + 1;
    return {ErrorKind::invalid,
            u"Provider setting \"%1\" has a mistake at character %2: %3."_s.arg(key).arg(character).arg(what),
            {}};
}

} // namespace

// Reads what stands at `at`, two opening braces, and goes behind its closing ones.
Result<ChatTemplate::Part> ChatTemplate::readPlace(const QString &key, const QString &text, qsizetype &at)
{
    const qsizetype begin = at + 2;
    const bool quoted = text.mid(begin, 1) == u"\"";
    const QString closing = quoted ? u"\"}}"_s : u"}}"_s;
    const qsizetype end = text.indexOf(closing, begin + (quoted ? 1 : 0));
    if (end < 0)
        return mistake(key, text, at,
                       u"{{ is not closed by %1; write two braces as {{\"{{\"}}"_s.arg(closing));
    const qsizetype opened = at;
    at = end + closing.size();
    if (quoted)
        return Part{Part::Kind::literal, text.mid(begin + 1, end - begin - 1)};
    const QString name = text.mid(begin, end - begin);
    if (name == u"params")
        return Part{Part::Kind::allParams, {}};
    if (!name.startsWith(u'/') || !isJsonPointer(name))
        return mistake(key, text, opened,
                       u"between {{ and }} stands a JSON pointer such as /order/title, or params, or a text "
                       "in quotes, without blanks around it"_s);
    return Part{Part::Kind::variable, name};
}

Result<ChatTemplate> ChatTemplate::parse(const QString &key, const QString &text)
{
    ChatTemplate parsed;
    int variables = 0;
    qsizetype at = 0;
    while (at < text.size()) {
        const qsizetype open = text.indexOf(u"{{"_s, at);
        if (open != at)
            parsed.m_parts.append({Part::Kind::literal, text.mid(at, open < 0 ? -1 : open - at)});
        if (open < 0)
            break;
        at = open;
        auto part = readPlace(key, text, at);
        if (!part)
            return part.error();
        variables += part->kind == Part::Kind::literal ? 0 : 1;
        if (variables > mostVariables)
            return mistake(
                key, text, open,
                u"this is variable %1, at most %2 are allowed"_s.arg(variables).arg(mostVariables));
        parsed.m_parts.append(std::move(part).value());
    }
    return parsed;
}

ChatTemplate::Rendered ChatTemplate::render(const QByteArray &params) const
{
    Rendered rendered;
    for (const Part &part : m_parts) {
        switch (part.kind) {
        case Part::Kind::literal:
            rendered.text += part.text;
            break;
        case Part::Kind::allParams:
            rendered.text += QString::fromUtf8(params);
            break;
        case Part::Kind::variable: {
            const auto value = json::member(params, part.text);
            if (!value) {
                rendered.failure = FailedForSure{
                    u"missing_variable"_s,
                    u"Nothing was sent: the prompt needs %1, which the params do not have. Submit the job "
                    "with it, or change the prompt in the provider's settings."_s.arg(part.text),
                    false, std::nullopt};
                return rendered;
            }
            rendered.text += json::string(*value, QString()).value_or(QString::fromUtf8(*value));
            break;
        }
        }
        if (rendered.text.size() > largestPrompt) {
            rendered.failure = promptTooLarge();
            return rendered;
        }
    }
    return rendered;
}

FailedForSure promptTooLarge()
{
    return {
        u"prompt_too_large"_s,
        u"Nothing was sent: the prompt is over %1 bytes with the params put in. Submit smaller params."_s.arg(
            largestPrompt),
        false, std::nullopt};
}

} // namespace oncedesk
