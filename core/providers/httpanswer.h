// What an http provider's answer to a question or a stop order means.
#pragma once

#include "core/providers/httpexchange.h"
#include "core/providers/httpsettings.h"
#include "core/providers/provider.h"

namespace oncedesk {

// 2xx with a state word, or one of ask_states, at ask_state: that state, and for `succeeded` the exact text
// at ask_result (the whole body when nothing is there). 404: no_record. Anything else: unreachable, with what
// was seen. A payload is always JSON that jsonb can hold.
[[nodiscard]] Answer askAnswerOf(const HttpExchange &exchange, const HttpSettings &settings);

// 2xx: stopped when true, or one of stop_states, stands at stop_confirmed, else not_stopped. Anything else:
// unreachable.
[[nodiscard]] Answer stopAnswerOf(const HttpExchange &exchange, const HttpSettings &settings);

// An answer that says only why there is none.
[[nodiscard]] Answer unreachable(const QString &why);

} // namespace oncedesk
