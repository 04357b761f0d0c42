// A caller whose connection ends between its request and the answer.
#pragma once

#include "core/base/result.h"
#include "core/contract/ledger.h"
#include "core/db/connectionsettings.h"

namespace oncedesk::lab {

// Sends submit_job() whole and closes the connection without reading. Whether it took effect is not known
// here.
[[nodiscard]] Result<Done> sendAndHangUp(const ConnectionSettings &settings, const NewJob &job);

} // namespace oncedesk::lab
