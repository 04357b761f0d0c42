// A job's attempts as the timeline tells them: what happened when, on one clock that begins with the job.
#pragma once

#include "core/board/jobdetail.h"
#include "ui/look/mark.h"

#include <QList>
#include <QString>
#include <optional>

namespace oncedesk {

struct Story
{
    // Milliseconds since the job was created, by the database's clock.
    using Time = qint64;

    struct Stretch
    {
        enum class Kind {
            waiting, // opened, not started
            running, // started, its outcome still to come or known at its end
            unknown,
            ghost, // ended, yet its answer came later
        };
        Kind kind = Kind::waiting;
        Time from = 0;
        Time to = 0;
        look::Mark mark = look::Mark::waiting; // whose colour it has
        bool isOpen = false;                   // still going on
    };

    struct Event
    {
        enum class Shape { tick, dot, ring, check };
        Time at = 0;
        Shape shape = Shape::tick;
        look::Mark mark = look::Mark::waiting;
        QString label;        // short, for the timeline
        QString words;        // the whole of it, for the tool tip
        board::Moment moment; // null: expected, not happened
    };

    struct Lane
    {
        AttemptId attempt;
        int ordinal = 0;
        QString provider;
        AttemptState state = AttemptState::pending;
        std::optional<qint64> versionRead;
        QList<Stretch> stretches;
        QList<Event> events; // by time

        // "Attempt 1 at inkjet: cancelled. +0 s started; +10 s deadline: unknown; …"
        [[nodiscard]] QString spoken() const;
    };

    struct Slot
    {
        Time at = 0;
        board::Moment moment;
        int ordinal = 0; // of the attempt that took it; 0 when it is not among the lanes
    };

    QList<Lane> lanes;
    std::optional<Slot> slot;
    Time end = 0; // of what is shown
};

// Reads no clock of its own: now is when the detail was read. Any thread.
[[nodiscard]] Story storyOf(const board::JobDetail &job);

// A time of the story as words: "+0.4 s", "+10 s", "+3 h 05 min".
[[nodiscard]] QString sinceStart(Story::Time time);

} // namespace oncedesk
