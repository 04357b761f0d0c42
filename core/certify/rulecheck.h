// Holds an answer, or a request, against one rule.
#pragma once

#include "core/certify/rule.h"
#include "core/providers/provider.h"

#include <QStringList>

namespace oncedesk::certify {

// What rules look into.
struct Ground
{
    const Value *subject = nullptr; // the answer, or the request's body; null when that is not JSON
    const Value &params;
    const WireRequest *wire = nullptr; // for rules on headers
};

// At most `most` sentences that name the place, what was expected and what was there; none: it holds.
[[nodiscard]] QStringList ruleFaults(const Rule &rule, const Ground &ground, Budget &budget, int most);

} // namespace oncedesk::certify
