// A point in time as the database's clock wrote it, kept to the microsecond.
#pragma once

#include <QDateTime>
#include <QString>

namespace oncedesk::board {

struct Moment
{
    QString iso; // "2026-01-31T13:45:00.123456+00:00"; null: it has not happened

    [[nodiscard]] bool happened() const { return !iso.isNull(); }
    // For display: rounded to milliseconds, in UTC. Never compare or page by it.
    [[nodiscard]] QDateTime toUtc() const;

    bool operator==(const Moment &) const = default;
};

} // namespace oncedesk::board
