// What a story must not leave open.
#pragma once

#include "core/base/result.h"
#include "core/db/database.h"

#include <QList>

namespace oncedesk::lab {

// Cancels what is live, saying that the story is over, and closes the jobs. An attempt whose worker is gone
// is waited for until its deadline. Returns how many jobs were closed.
[[nodiscard]] Result<int> closeJobs(Database &database, const QList<qint64> &jobs);

} // namespace oncedesk::lab
