// Reads fields of a row in the types of the board.
#pragma once

#include "core/base/error.h"
#include "core/base/id.h"
#include "core/board/moment.h"
#include "core/db/rows.h"

#include <chrono>
#include <optional>

namespace oncedesk::board {

class Field
{
public:
    Field(const Rows &rows, int row) : m_rows(rows), m_row(row) {}

    [[nodiscard]] QString text(const char *name) const { return m_rows.text(m_row, name); }
    [[nodiscard]] QByteArray utf8(const char *name) const { return m_rows.utf8(m_row, name); }
    [[nodiscard]] qint64 integer(const char *name) const { return m_rows.integer(m_row, name); }
    [[nodiscard]] bool boolean(const char *name) const { return m_rows.boolean(m_row, name); }
    [[nodiscard]] bool isNull(const char *name) const { return m_rows.isNull(m_row, name); }
    [[nodiscard]] QStringList texts(const char *name) const { return m_rows.textArray(m_row, name); }
    [[nodiscard]] QByteArray bytea(const char *name) const { return m_rows.bytea(m_row, name); }
    [[nodiscard]] std::chrono::milliseconds milliseconds(const char *name) const
    {
        return std::chrono::milliseconds(integer(name));
    }

    // The statement gives the time as to_json(…): ISO 8601 whatever the session's DateStyle.
    [[nodiscard]] Moment moment(const char *name) const
    {
        const QString json = text(name);
        return json.isNull() ? Moment() : Moment{json.mid(1, json.size() - 2)};
    }

    template<class SomeId>
    [[nodiscard]] SomeId id(const char *name) const
    {
        return SomeId(integer(name));
    }
    template<class SomeId>
    [[nodiscard]] std::optional<SomeId> optionalId(const char *name) const
    {
        return isNull(name) ? std::nullopt : std::optional(id<SomeId>(name));
    }

private:
    const Rows &m_rows;
    int m_row;
};

// The database speaks of something this program does not know.
[[nodiscard]] inline Error unknownWord(const char *what, const QString &word)
{
    return {
        ErrorKind::internal,
        QStringLiteral("The database has a %1 \"%2\" that this program does not know: use a newer program.")
            .arg(QString::fromUtf8(what), word),
        {}};
}

} // namespace oncedesk::board
