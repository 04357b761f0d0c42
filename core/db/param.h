// One bound value of a statement, in PostgreSQL's text format; its type comes from the statement.
#pragma once

#include "core/base/id.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <cstddef>

namespace oncedesk {

class Param
{
public:
    Param(std::nullptr_t) {}
    // A null QString or QByteArray is SQL NULL; an empty one is the empty string.
    Param(const QString &text) : m_null(text.isNull()), m_text(text.toUtf8()) {}
    Param(const QByteArray &utf8) : m_null(utf8.isNull()), m_text(utf8) {}
    Param(qint64 number) : m_null(false), m_text(QByteArray::number(number)) {}
    Param(int number) : Param(qint64(number)) {}
    Param(bool truth) : m_null(false), m_text(truth ? "t" : "f") {}
    template<class Tag>
    Param(Id<Tag> id) : Param(id.value())
    {
    }

    [[nodiscard]] static Param bytea(const QByteArray &raw);
    [[nodiscard]] static Param array(const QList<qint64> &numbers);
    [[nodiscard]] static Param array(const QStringList &texts);
    // Elements are UTF-8 text (of any element type); a null element is SQL NULL.
    [[nodiscard]] static Param array(const QList<QByteArray> &texts);

    [[nodiscard]] bool isNull() const { return m_null; }
    [[nodiscard]] const QByteArray &text() const { return m_text; }

private:
    bool m_null = true;
    QByteArray m_text;
};

} // namespace oncedesk
