// One bound value of a statement, in PostgreSQL's text format; its type comes from the statement.
#pragma once

#include "core/base/id.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <concepts>
#include <cstddef>

namespace oncedesk {

class Param
{
public:
    Param(std::nullptr_t) {}
    // A null QString or QByteArray is SQL NULL; an empty one is the empty string.
    Param(const QString &text)
        : m_null(text.isNull()), m_brokenText(!text.isValidUtf16()), m_text(text.toUtf8())
    {
    }
    Param(const QByteArray &utf8) : m_null(utf8.isNull()), m_text(utf8) {}
    Param(const char *utf8) : Param(QByteArray(utf8)) {}
    Param(qint64 number) : m_null(false), m_text(QByteArray::number(number)) {}
    Param(int number) : Param(qint64(number)) {}
    // Exactly bool: a pointer must not turn into one.
    template<std::same_as<bool> T>
    Param(T truth) : m_null(false), m_text(truth ? "t" : "f")
    {
    }
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
    // True when the QString held half a character (a lone surrogate), which UTF-8 cannot carry: Session
    // refuses it, because writing something else in its place would change an identity.
    [[nodiscard]] bool isBrokenText() const { return m_brokenText; }

private:
    bool m_null = true;
    bool m_brokenText = false;
    QByteArray m_text;
};

} // namespace oncedesk
