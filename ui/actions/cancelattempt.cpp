#include "ui/actions/cancelattempt.h"

#include "core/contract/ledger.h"

namespace oncedesk {

Result<QList<ActionTarget>> CancelAttempt::read(Session &session, const QList<qint64> &ids) const
{
    return readAttemptTargets(session, ids);
}

Result<ActionAnswer> CancelAttempt::carryOut(Session &session, const ActionTarget &target) const
{
    const auto outcome = Ledger(session).cancelAttempt(AttemptId(target.id), m_reason, m_evidence);
    if (!outcome)
        return outcome.error();
    ActionAnswer answer;
    answer.state = outcome->state;
    switch (outcome->outcome) {
    case CancelOutcome::Outcome::cancelled:
        answer.kind = ActionAnswer::Kind::done;
        break;
    case CancelOutcome::Outcome::cancelRequested:
        answer.kind = ActionAnswer::Kind::requested;
        break;
    case CancelOutcome::Outcome::refused:
        answer.kind = ActionAnswer::Kind::refused;
        break;
    }
    return answer;
}

QString CancelAttempt::whyNot(const ActionTarget &target) const
{
    if (!target.state)
        return tr("There is no such attempt.");
    if (isLive(*target.state))
        return {};
    return tr("%1 is %2 already: there is nothing left to cancel.")
        .arg(asSentence(target.name()), target.word());
}

QString CancelAttempt::words(const ActionTarget &target, const ActionAnswer &answer,
                             const std::optional<ActionTarget> & /*blocking*/) const
{
    switch (answer.kind) {
    case ActionAnswer::Kind::done:
        return tr("%1 is cancelled.").arg(asSentence(target.name()));
    case ActionAnswer::Kind::requested:
        return tr("Asked for %1 to be stopped. It is cancelled only if %2 confirms; otherwise it becomes "
                  "unknown.")
            .arg(target.name(), target.provider);
    case ActionAnswer::Kind::refused:
        break;
    }
    return tr("Refused: %1 is %2 already. Nothing was changed.")
        .arg(target.name(), answer.state ? look::wordOf(*answer.state) : target.word());
}

QString CancelAttempt::tally(ActionAnswer::Kind kind, int count) const
{
    switch (kind) {
    case ActionAnswer::Kind::done:
        return tr("%1 cancelled").arg(count);
    case ActionAnswer::Kind::requested:
        return tr("%1 asked to stop").arg(count);
    case ActionAnswer::Kind::refused:
        break;
    }
    return tr("%1 refused").arg(count);
}

} // namespace oncedesk
