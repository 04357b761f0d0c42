// For what only the database can judge: calls submit_job on a real PostgreSQL, rolled back each time.
#pragma once

#include "core/contract/ledger.h"

namespace oncedesk {

// Aborts unless the job was created or refused as an invalid value, in one sentence. `provider` "inkjet" and
// "laser" are there.
void submitForFuzzing(const NewJob &job);

} // namespace oncedesk
