// What the commands about attempts and tickets say in common.
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/board/briefs.h"
#include "core/board/overdue.h"

#include <QString>
#include <optional>

namespace oncedesk {

class Arguments;
class Desk;

// For a sentence after the deed: nothing when it cannot be read.
[[nodiscard]] std::optional<board::AttemptBrief> lookUp(Desk &desk, AttemptId attempt);
[[nodiscard]] std::optional<board::JobBrief> lookUp(Desk &desk, JobId job);

// "Attempt 7", or "Attempt 7 of ticket #45" where that is known.
[[nodiscard]] QString nameOf(AttemptId attempt, const std::optional<board::AttemptBrief> &brief);
// The provider's name, or "the provider" where it is not known.
[[nodiscard]] QString providerOf(const std::optional<board::AttemptBrief> &brief);

// For whoever took one number for the other: nothing is done to an attempt of another ticket than the one
// that
// --ticket names. Error kinds: invalid, refused.
[[nodiscard]] Result<Done> checkTicket(const Arguments &arguments, Desk &desk, AttemptId attempt);

// How a person gets out of an unknown attempt.
[[nodiscard]] QString waysOutOf(AttemptId unknown, JobId ticket);

// Why attempts past their deadline are not unknown yet, as the end of a sentence, and what to do.
[[nodiscard]] QString whyStillStarted(const board::Overdue &overdue);

} // namespace oncedesk
