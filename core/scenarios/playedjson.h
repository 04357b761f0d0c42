// A played story as JSON, for incident reports and smoke tests.
#pragma once

#include "core/base/jsonwriter.h"
#include "core/scenarios/scenario.h"

namespace oncedesk::lab {

// {"name", "holds", "checks", "failed", "trouble", "beats": [{"at_ms", "kind", "from", "to"?, "text", "sql"?,
// "rows"?, "holds"?}]}
void write(JsonWriter &writer, const Scenario &scenario, const Played &played);

} // namespace oncedesk::lab
