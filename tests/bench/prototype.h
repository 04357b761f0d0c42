// Claims and finishes in sets on bare tables: no guards, no history but the race, no keys of owners to look
// up. What this server can do at the very most.
#pragma once

#include "tests/bench/engine.h"

namespace oncedesk::bench {

// By 2 connections of pgbench, 500 at once; attempts is a multiple of 1,000.
SetPace prototypeSets(const ConnectionSettings &settings, int attempts);

} // namespace oncedesk::bench
