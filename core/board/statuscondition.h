// Conditions over oncedesk.job_view AS j: jobs in one of some statuses, as oncedesk.job_status_view derives
// them, written so that the partial indexes apply.
#pragma once

#include "core/board/jobstatus.h"

#include <QByteArray>
#include <QList>

namespace oncedesk::board {

// The statuses come in the order of allJobStatuses, each once.
[[nodiscard]] QByteArray statusCondition(const QList<JobStatus> &statuses);

// Unknown and started attempts are few among all, and have indexes of their own: such jobs are found without
// searching all open ones.
[[nodiscard]] bool areFew(const QList<JobStatus> &statuses);

} // namespace oncedesk::board
