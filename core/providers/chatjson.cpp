#include "core/providers/chatjson.h"

#include "core/base/json.h"
#include "core/base/jsontokenizer.h"

#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

constexpr int deepest = 1000;
// Each reads on from its brace, so a text of braces alone must not be read over and over.
constexpr int mostPlaces = 100;

struct Reading
{
    enum class End { whole, atTheEndOfTheText, notJson };
    End end;
    qsizetype length = 0; // of whole
};

// Of the object or array that begins the text, whatever follows it.
Reading readValue(QByteArrayView text)
{
    // A token that the end of the text cuts through.
    static const QRegularExpression piece(
        u"\\A(t(ru?)?|f(a(ls?)?)?|n(ul?)?|-?[0-9.eE+-]*|\\\\(u[0-9a-fA-F]{0,3})?)\\z"_s);
    json::Tokenizer tokenizer(text, deepest);
    while (true) {
        const json::Token token = tokenizer.next();
        if (token.kind == json::Token::Kind::fault || token.kind == json::Token::Kind::end) {
            const QByteArrayView rest = text.sliced(tokenizer.fault().at);
            const bool cut =
                tokenizer.depth() > 0 &&
                (rest.isEmpty() || (rest.size() < 400 && piece.match(QString::fromUtf8(rest)).hasMatch()));
            return {cut ? Reading::End::atTheEndOfTheText : Reading::End::notJson};
        }
        if (tokenizer.depth() == 0)
            return {Reading::End::whole, token.end};
    }
}

QString wrapping(const QByteArray &before, const QByteArray &after)
{
    if (before.contains("```") && after.contains("```"))
        return u"a Markdown fence"_s;
    if (!before.isEmpty() && !after.isEmpty())
        return u"text before and after it"_s;
    return before.isEmpty() ? u"text after it"_s : u"text before it"_s;
}

} // namespace

WrittenJson findJson(const QString &content, bool objectOnly)
{
    const QByteArray text = content.toUtf8().trimmed();
    if (const auto whole = json::member(text, QString())) {
        if (objectOnly && !whole->startsWith('{'))
            return {};
        return {WrittenJson::Kind::alone, *whole, {}};
    }

    qsizetype at = text.startsWith('[') ? 0 : text.indexOf('{');
    for (int places = 0; at >= 0 && places < mostPlaces; ++places) {
        const Reading reading = readValue(QByteArrayView(text).sliced(at));
        if (reading.end == Reading::End::atTheEndOfTheText)
            return {WrittenJson::Kind::cutOff, {}, {}};
        if (reading.end == Reading::End::whole && text.at(at) == '{') {
            return {WrittenJson::Kind::wrapped,
                    {},
                    wrapping(text.left(at).trimmed(), text.mid(at + reading.length).trimmed())};
        }
        at = text.indexOf('{', at + 1);
    }
    return {};
}

} // namespace oncedesk
