// How a provider did in each half hour of the last 24 hours.
#pragma once

#include "core/base/result.h"
#include "core/board/moment.h"
#include "core/db/session.h"

#include <QList>
#include <chrono>

namespace oncedesk::board {

// All but mostInFlight are of the attempts that started in it, whenever they end.
struct HalfHour
{
    Moment at;
    Moment until;
    int mostInFlight = 0; // at once
    int started = 0;
    int unknown = 0; // of those, whatever became of them
    int succeeded = 0;
    std::chrono::milliseconds p50{0}; // from start to end, of those that succeeded
    std::chrono::milliseconds p95{0};

    bool operator==(const HalfHour &) const = default;
};

struct ProviderDay
{
    QList<HalfHour> halfHours; // 48, oldest first; the last is not over
    // Only attempts opened since then were read, the latest 20,000 of all; null when there are no others.
    Moment openedSince;

    bool operator==(const ProviderDay &) const = default;
};

Result<ProviderDay> providerDay(Session &session, const QString &provider);

} // namespace oncedesk::board
