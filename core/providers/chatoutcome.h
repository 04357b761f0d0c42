// What an answer to a completion means. A completion changes nothing in the world, so whatever a model
// writes, the attempt's outcome is certain.
#pragma once

#include "core/providers/chatsettings.h"
#include "core/providers/httpexchange.h"

namespace oncedesk {

// Transport and statuses as for kind http. Of a 2xx answer the content: as it was written where JSON was
// asked for, else as a JSON string.
[[nodiscard]] Outcome chatOutcomeOf(const HttpExchange &exchange, const ChatSettings &settings);

} // namespace oncedesk
