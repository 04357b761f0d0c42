// The seven states of an attempt and the moves between them, as the database's trigger allows them.
#pragma once

#include <QString>
#include <array>
#include <optional>

namespace oncedesk {

enum class AttemptState { pending, started, unknown, succeeded, failed, superseded, cancelled };

inline constexpr std::array allAttemptStates{
    AttemptState::pending, AttemptState::started,    AttemptState::unknown,  AttemptState::succeeded,
    AttemptState::failed,  AttemptState::superseded, AttemptState::cancelled};

[[nodiscard]] QString toString(AttemptState state);
[[nodiscard]] std::optional<AttemptState> attemptStateFromString(const QString &text);

[[nodiscard]] bool isLive(AttemptState state);
[[nodiscard]] bool isLegalMove(AttemptState from, AttemptState to);

} // namespace oncedesk
