// For those who point at the fault in a JSON text, not only say it.
#pragma once

#include "core/base/json.h"

namespace oncedesk::json {

// checkObject(), and the byte its fault begins at: -1 when the text as a whole is at fault, or nothing is.
[[nodiscard]] Result<Done> checkObject(const QByteArray &text, const Limits &limits, qsizetype &faultAt);

} // namespace oncedesk::json
