// Clocks that are wrong, by Debian's libfaketime.
#pragma once

#include "core/base/result.h"

#include <QMap>
#include <QString>

namespace oncedesk {

// The environment of a process whose wall clock is off by that much (seconds); its steady clock, which no
// clock setting touches on a real machine either, goes right. Error: the package is not installed.
Result<QMap<QString, QString>> wrongClock(int seconds);

} // namespace oncedesk
