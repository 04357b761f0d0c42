// The server that everything is measured on: fsync on, with what a small machine would be given.
#pragma once

#include "tests/support/testconnection.h"
#include "tests/support/throwawayserver.h"

namespace oncedesk::bench {

// Migrated, with one provider, "noop", that answers at once.
std::unique_ptr<ThrowAwayServer> makeServer();

// `jobs` finished jobs, a few thousand of them failed, closed, unknown or still open, as the contract's
// functions would have left them. The guards are switched off meanwhile, or it would take hours.
void fill(const ThrowAwayServer &server, qint64 jobs);

} // namespace oncedesk::bench
