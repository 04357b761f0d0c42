// What the database itself can do: pgbench calling the contract's functions.
#pragma once

#include "core/db/connectionsettings.h"

#include <variant>

namespace oncedesk::bench {

struct Seconds
{
    int count;
};
struct Transactions // of each client
{
    int count;
};

// Transactions per second of a script, over that many connections with prepared statements. `:i` counts a
// client's transactions from 1, `:run` is different in each run.
double pgbench(const ConnectionSettings &settings, const QByteArray &script,
               std::variant<Seconds, Transactions> length, int clients = 16);

} // namespace oncedesk::bench
