// What the database itself can do: pgbench calling the contract's functions.
#pragma once

#include "core/db/connectionsettings.h"

namespace oncedesk::bench {

// Transactions per second of a script, over 16 connections with prepared statements. `:i` counts a client's
// transactions from 1, `:run` is different in each run.
double pgbench(const ConnectionSettings &settings, const QByteArray &script, int seconds, int clients = 16);

} // namespace oncedesk::bench
