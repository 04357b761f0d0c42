// What a story needs before it begins.
#pragma once

#include "core/base/result.h"
#include "core/db/database.h"

namespace oncedesk::lab {

// A login that may play every part, a lock for as long as this connection lasts, and the providers, certified
// for nothing. Error kinds: forbidden, naming the roles that are lacking; refused, while somebody else holds
// the lock.
[[nodiscard]] Result<Done> prepare(Database &database);

} // namespace oncedesk::lab
