#include "core/db/param.h"

namespace oncedesk {

namespace {

// Every element is quoted: no element can then be taken for NULL, a brace or a comma.
void appendQuoted(QByteArray &out, const QByteArray &element)
{
    out += '"';
    for (const char c : element) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    out += '"';
}

} // namespace

Param Param::bytea(const QByteArray &raw)
{
    if (raw.isNull())
        return nullptr;
    return Param(QByteArray("\\x" + raw.toHex()));
}

Param Param::array(const QList<qint64> &numbers)
{
    QByteArray out = "{";
    for (const qint64 number : numbers) {
        if (out.size() > 1)
            out += ',';
        out += QByteArray::number(number);
    }
    out += '}';
    return Param(out);
}

Param Param::array(const QStringList &texts)
{
    QList<QByteArray> elements;
    elements.reserve(texts.size());
    bool broken = false;
    for (const QString &text : texts) {
        elements.append(text.isNull() ? QByteArray() : text.toUtf8());
        broken = broken || !text.isValidUtf16();
    }
    Param param = array(elements);
    param.m_brokenText = broken;
    return param;
}

Param Param::array(const QList<QByteArray> &texts)
{
    QByteArray out = "{";
    for (const QByteArray &text : texts) {
        if (out.size() > 1)
            out += ',';
        if (text.isNull())
            out += "NULL";
        else
            appendQuoted(out, text);
    }
    out += '}';
    return Param(out);
}

} // namespace oncedesk
