#include "core/contract/attemptstate.h"

namespace oncedesk {

QString toString(AttemptState state)
{
    switch (state) {
    case AttemptState::pending:
        return QStringLiteral("pending");
    case AttemptState::started:
        return QStringLiteral("started");
    case AttemptState::unknown:
        return QStringLiteral("unknown");
    case AttemptState::succeeded:
        return QStringLiteral("succeeded");
    case AttemptState::failed:
        return QStringLiteral("failed");
    case AttemptState::superseded:
        return QStringLiteral("superseded");
    case AttemptState::cancelled:
        return QStringLiteral("cancelled");
    }
    Q_UNREACHABLE();
}

std::optional<AttemptState> attemptStateFromString(const QString &text)
{
    for (const AttemptState state : allAttemptStates) {
        if (toString(state) == text)
            return state;
    }
    return std::nullopt;
}

bool isLive(AttemptState state)
{
    return state == AttemptState::pending || state == AttemptState::started || state == AttemptState::unknown;
}

bool isLegalMove(AttemptState from, AttemptState to)
{
    switch (from) {
    case AttemptState::pending:
        return to == AttemptState::started || to == AttemptState::cancelled || to == AttemptState::superseded;
    case AttemptState::started:
        return to == AttemptState::unknown || !isLive(to);
    case AttemptState::unknown:
        return !isLive(to);
    case AttemptState::succeeded:
    case AttemptState::failed:
    case AttemptState::superseded:
    case AttemptState::cancelled:
        return false;
    }
    Q_UNREACHABLE();
}

} // namespace oncedesk
