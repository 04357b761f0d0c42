// Small reads for one sentence about one thing, where a whole job page would be too much.
#pragma once

#include "core/base/id.h"
#include "core/board/jobstatus.h"
#include "core/board/moment.h"
#include "core/contract/attemptstate.h"
#include "core/db/session.h"

#include <QByteArray>
#include <QStringList>
#include <optional>

namespace oncedesk::board {

struct JobBrief
{
    JobId id;
    JobStatus status = JobStatus::stalled;
    qint64 version = 0;
    Moment createdAt;
    int attempts = 0; // the latest one's number; 0 to a login that may only submit
};

struct AttemptBrief
{
    AttemptId id;
    JobId job;
    int ordinal = 0;
    QString provider;
    AttemptState state = AttemptState::pending;
    bool wasStarted = false;
    QString unknownWhy;
    QString lastAnswer; // its provider's; null when it has answered nothing
    Moment lastAnswerAt;
};

struct RequestBrief
{
    QString worker;                                    // who took it; null while nobody has
    QString answer;                                    // null while open
    QByteArray payload;                                // JSON text; null when there is none
    AttemptState attemptState = AttemptState::pending; // now
};

// None when there is no such thing, or it is not this login's to see. Jobs: a login that may only submit sees
// its own. Several statements: call it inside Database::run.
Result<std::optional<JobBrief>> jobBrief(Session &session, JobId job);
Result<std::optional<AttemptBrief>> attemptBrief(Session &session, AttemptId attempt);
Result<std::optional<RequestBrief>> requestBrief(Session &session, RequestId request);

// Whether anything at these providers (all when none are named) is pending, started or asked for and open.
Result<bool> hasWork(Session &session, const QStringList &providers);

} // namespace oncedesk::board
