// Many connections of our own, each with one call after the other under way.
#pragma once

#include "core/contract/ledger.h"
#include "core/db/database.h"

#include <functional>
#include <vector>

namespace oncedesk::bench {

// One connection's work: called again and again, `turn` counting from 1.
using Turn = std::function<Result<Done>(Session &session, int connection, int turn)>;

struct Pace
{
    double perSecond = 0;
    qint64 calls = 0;
};

// Runs as fast as it goes, for that long.
Pace drive(const ConnectionSettings &settings, int connections, double seconds, const Turn &turn);

// A key that no other run of this process made.
QByteArray freshKey(int connection, int turn);

} // namespace oncedesk::bench
