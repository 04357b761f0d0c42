// How many jobs there are in each status. The owner lab does not count.
#pragma once

#include "core/base/result.h"
#include "core/db/session.h"

namespace oncedesk::board {

struct Counts
{
    qint64 waiting = 0;
    qint64 running = 0;
    qint64 unknown = 0;
    qint64 stalled = 0;
    qint64 closed = 0;
    qint64 succeeded = 0;
    // Counting what succeeded means looking at every job: of a large table it is what the planner reckons.
    bool succeededIsEstimate = false;
};

Result<Counts> counts(Session &session);

} // namespace oncedesk::board
