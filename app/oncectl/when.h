// Points in time for people.
#pragma once

#include "core/board/moment.h"

#include <QString>

namespace oncedesk {

// In the zone of this computer, with its offset: "2026-07-01 14:03:22+05:30". Null for what has not happened.
[[nodiscard]] QString localTime(const board::Moment &moment);

} // namespace oncedesk
