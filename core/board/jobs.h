// The list of jobs.
#pragma once

#include "core/base/id.h"
#include "core/board/filter.h"
#include "core/board/jobstatus.h"
#include "core/board/moment.h"
#include "core/board/page.h"
#include "core/contract/attemptstate.h"
#include "core/db/session.h"

#include <chrono>

namespace oncedesk::board {

// One mark of the strip that shows a job's attempts.
struct AttemptMark
{
    int ordinal = 0;
    AttemptState state = AttemptState::pending;
    QString provider;
    AttemptId id;
};

struct JobRow
{
    JobId id;
    JobStatus status = JobStatus::stalled;
    QString owner;
    QString key;
    QString intent;
    QString provider;
    qint64 version = 0;
    Moment createdAt;
    Moment completedAt;
    Moment closedAt;
    std::chrono::milliseconds age{0}; // by the database's clock, when it was read
    bool isDemo = false;
    QList<AttemptMark> attempts; // the latest 50, oldest first; ordinals tell how many there are
};

// The filter's subject is jobs.
Result<Page<JobRow>> jobs(Session &session, const Filter &filter, const PageRequest &request);

} // namespace oncedesk::board
