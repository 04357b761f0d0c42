// What people did, why, and what came of it.
#pragma once

#include "core/base/id.h"
#include "core/board/filter.h"
#include "core/board/moment.h"
#include "core/board/page.h"
#include "core/db/session.h"

#include <QByteArray>
#include <optional>

namespace oncedesk::board {

struct ActionRow
{
    qint64 id = 0;
    Moment at;
    QString actor;
    QString action;
    std::optional<JobId> job;
    std::optional<AttemptId> attempt;
    int ordinal = 0; // of the attempt, 0 without one
    QString owner;   // of the job
    QString reason;
    QString evidence;
    QString outcome;
    QByteArray detail; // JSON text; null when there is none
};

// The filter's subject is actions.
Result<Page<ActionRow>> actions(Session &session, const Filter &filter, const PageRequest &request);

} // namespace oncedesk::board
