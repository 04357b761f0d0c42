// The rows one statement returned, held in memory. Cheap to copy; safe to hand to another thread.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <memory>

struct pg_result;

namespace oncedesk {

class Rows
{
public:
    Rows() = default;
    explicit Rows(pg_result *owned);

    [[nodiscard]] int size() const;
    [[nodiscard]] int columns() const;
    [[nodiscard]] QString columnName(int column) const;
    // Rows changed by INSERT, UPDATE or DELETE; 0 for anything else.
    [[nodiscard]] qint64 affected() const;

    // A column is named or numbered from 0. Naming one that is not there is a programming error (asserts).
    [[nodiscard]] int column(const char *name) const;

    [[nodiscard]] bool isNull(int row, int column) const;
    [[nodiscard]] QByteArray utf8(int row, int column) const; // null for NULL
    [[nodiscard]] QString text(int row, int column) const;    // null for NULL
    [[nodiscard]] qint64 integer(int row, int column) const;  // 0 for NULL
    [[nodiscard]] double real(int row, int column) const;     // 0 for NULL
    [[nodiscard]] bool boolean(int row, int column) const;    // false for NULL
    [[nodiscard]] QByteArray bytea(int row, int column) const;
    [[nodiscard]] QStringList textArray(int row, int column) const; // one-dimensional

    [[nodiscard]] bool isNull(int row, const char *name) const { return isNull(row, column(name)); }
    [[nodiscard]] QByteArray utf8(int row, const char *name) const { return utf8(row, column(name)); }
    [[nodiscard]] QString text(int row, const char *name) const { return text(row, column(name)); }
    [[nodiscard]] qint64 integer(int row, const char *name) const { return integer(row, column(name)); }
    [[nodiscard]] double real(int row, const char *name) const { return real(row, column(name)); }
    [[nodiscard]] bool boolean(int row, const char *name) const { return boolean(row, column(name)); }
    [[nodiscard]] QByteArray bytea(int row, const char *name) const { return bytea(row, column(name)); }
    [[nodiscard]] QStringList textArray(int row, const char *name) const
    {
        return textArray(row, column(name));
    }

private:
    std::shared_ptr<pg_result> m_result;
};

} // namespace oncedesk
