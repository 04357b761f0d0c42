#include "core/db/rows.h"

#include <libpq-fe.h>

namespace oncedesk {

namespace {

// The text of a one-dimensional array, "{a,\"b c\",NULL}", with an optional "[0:1]=" in front.
QStringList parseTextArray(const QByteArray &text)
{
    QStringList elements;
    qsizetype i = text.indexOf('{') + 1;
    while (i > 0 && i < text.size() && text[i] != '}') {
        QByteArray element(""); // empty, not null
        bool quoted = false;
        if (text[i] == '"') {
            quoted = true;
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                if (text[i] == '\\')
                    ++i;
                if (i < text.size())
                    element += text[i];
            }
            ++i;
        } else {
            for (; i < text.size() && text[i] != ',' && text[i] != '}'; ++i)
                element += text[i];
        }
        elements.append(!quoted && element == "NULL" ? QString() : QString::fromUtf8(element));
        if (i < text.size() && text[i] == ',')
            ++i;
    }
    return elements;
}

// bytea_output is set to hex after connecting, but a role or a function may have changed it.
QByteArray parseBytea(const QByteArray &text)
{
    if (text.startsWith("\\x"))
        return QByteArray::fromHex(text.mid(2));
    size_t size = 0;
    unsigned char *raw = PQunescapeBytea(reinterpret_cast<const unsigned char *>(text.constData()), &size);
    const QByteArray bytes(reinterpret_cast<const char *>(raw), qsizetype(size));
    PQfreemem(raw);
    return bytes;
}

} // namespace

Rows::Rows(pg_result *owned) : m_result(owned, PQclear) {}

int Rows::size() const
{
    return PQntuples(m_result.get());
}

int Rows::columns() const
{
    return PQnfields(m_result.get());
}

QString Rows::columnName(int column) const
{
    return QString::fromUtf8(PQfname(m_result.get(), column));
}

qint64 Rows::affected() const
{
    const QByteArray tag = m_result ? QByteArray(PQcmdStatus(m_result.get())) : QByteArray();
    if (!tag.startsWith("INSERT") && !tag.startsWith("UPDATE") && !tag.startsWith("DELETE"))
        return 0;
    return QByteArray(PQcmdTuples(m_result.get())).toLongLong();
}

int Rows::column(const char *name) const
{
    // Compared as it is: PQfnumber() would fold the case of an unquoted name.
    for (int i = 0; i < columns(); ++i) {
        if (qstrcmp(PQfname(m_result.get(), i), name) == 0)
            return i;
    }
    Q_ASSERT_X(false, "Rows::column", name);
    return -1;
}

bool Rows::isNull(int row, int column) const
{
    return PQgetisnull(m_result.get(), row, column) != 0;
}

QByteArray Rows::utf8(int row, int column) const
{
    if (isNull(row, column))
        return {};
    return {PQgetvalue(m_result.get(), row, column), PQgetlength(m_result.get(), row, column)};
}

QString Rows::text(int row, int column) const
{
    const QByteArray bytes = utf8(row, column);
    return bytes.isNull() ? QString() : QString::fromUtf8(bytes);
}

qint64 Rows::integer(int row, int column) const
{
    return utf8(row, column).toLongLong();
}

double Rows::real(int row, int column) const
{
    return utf8(row, column).toDouble();
}

bool Rows::boolean(int row, int column) const
{
    return utf8(row, column) == "t";
}

QByteArray Rows::bytea(int row, int column) const
{
    const QByteArray text = utf8(row, column);
    if (text.isNull())
        return {};
    const QByteArray raw = parseBytea(text);
    return raw.isNull() ? QByteArray("") : raw;
}

QStringList Rows::textArray(int row, int column) const
{
    return parseTextArray(utf8(row, column));
}

} // namespace oncedesk
