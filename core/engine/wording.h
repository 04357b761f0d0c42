// What a worker says about attempts, in words for people.
#pragma once

#include "core/contract/ledger.h"
#include "core/engine/report.h"

namespace oncedesk {

// "0.25 s"
[[nodiscard]] QString seconds(std::chrono::milliseconds time);
// "#45 attempt 2 at laser"
[[nodiscard]] QString describe(const ClaimedAttempt &attempt);
// What came of a report, after describe(); never params or results.
[[nodiscard]] QString describe(const Report &report, const ReportAnswer &answer);

} // namespace oncedesk
