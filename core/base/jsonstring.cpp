#include "core/base/json.h"
#include "core/base/jsonspelling.h"

namespace oncedesk::json {

using namespace Qt::Literals::StringLiterals;

QByteArray quote(const QString &text)
{
    QString out = u"\""_s;
    const auto escape = [&out](QChar c) {
        out += u"\\u"_s + QString::number(c.unicode(), 16).rightJustified(4, u'0');
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'"' || c == u'\\') {
            out += u'\\';
            out += c;
        } else if (c == u'\n') {
            out += u"\\n"_s;
        } else if (c == u'\r') {
            out += u"\\r"_s;
        } else if (c == u'\t') {
            out += u"\\t"_s;
        } else if (c < u' ' || c == QChar(0x7F)) {
            escape(c);
        } else if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            out += c;
            out += text[++i];
        } else if (c.isSurrogate()) {
            escape(c);
        } else {
            out += c;
        }
    }
    out += u'"';
    return out.toUtf8();
}

std::optional<QString> string(const QByteArray &json, const QString &pointer)
{
    const auto text = member(json, pointer);
    if (!text || !text->startsWith('"'))
        return std::nullopt;
    return QString::fromUtf8(unescaped(*text, Tokenizer(*text, 1).next()));
}

} // namespace oncedesk::json
