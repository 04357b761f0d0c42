// Attempts that the database still has as started though their deadline has passed: they become unknown with
// the next sweep, and until then nobody may be told that they run.
#pragma once

#include "core/base/id.h"
#include "core/board/moment.h"
#include "core/db/session.h"

#include <QList>

namespace oncedesk::board {

struct OverdueAttempt
{
    AttemptId id;
    JobId job;
    Moment deadlineAt;
};

struct Overdue
{
    QList<OverdueAttempt> attempts; // by id
    bool workerIsAlive = false;     // which sweeps once a second, whatever its providers

    [[nodiscard]] const OverdueAttempt *find(AttemptId attempt) const;
    [[nodiscard]] bool holds(JobId job) const;
};

// Of these jobs, by the database's clock.
Result<Overdue> overdue(Session &session, const QList<JobId> &jobs);

} // namespace oncedesk::board
