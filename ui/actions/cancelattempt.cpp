#include "ui/actions/cancelattempt.h"

#include "core/contract/ledger.h"

namespace oncedesk {

Result<QList<Target>> CancelAttempt::read(Session &session, const QList<qint64> &ids) const
{
    return readAttemptTargets(session, ids);
}

Result<Answer> CancelAttempt::carryOut(Session &session, const Target &target) const
{
    const auto outcome = Ledger(session).cancelAttempt(AttemptId(target.id), m_reason, m_evidence);
    if (!outcome)
        return outcome.error();
    Answer answer;
    answer.state = outcome->state;
    switch (outcome->outcome) {
    case CancelOutcome::Outcome::cancelled:
        answer.kind = Answer::Kind::done;
        break;
    case CancelOutcome::Outcome::cancelRequested:
        answer.kind = Answer::Kind::requested;
        break;
    case CancelOutcome::Outcome::refused:
        answer.kind = Answer::Kind::refused;
        break;
    }
    return answer;
}

QString CancelAttempt::whyNot(const Target &target) const
{
    if (!target.state)
        return tr("There is no such attempt.");
    if (isLive(*target.state))
        return {};
    return tr("%1 is %2 already: there is nothing left to cancel.")
        .arg(asSentence(target.name()), target.word());
}

QString CancelAttempt::words(const Target &target, const Answer &answer,
                             const std::optional<Target> & /*blocking*/) const
{
    switch (answer.kind) {
    case Answer::Kind::done:
        return tr("%1 is cancelled.").arg(asSentence(target.name()));
    case Answer::Kind::requested:
        return tr("Asked for %1 to be stopped. It is cancelled only if %2 confirms; otherwise it becomes "
                  "unknown.")
            .arg(target.name(), target.provider);
    case Answer::Kind::refused:
        break;
    }
    return tr("Refused: %1 is %2 already. Nothing was changed.")
        .arg(target.name(), answer.state ? look::wordOf(*answer.state) : target.word());
}

QString CancelAttempt::tally(Answer::Kind kind, int count) const
{
    switch (kind) {
    case Answer::Kind::done:
        return tr("%1 cancelled").arg(count);
    case Answer::Kind::requested:
        return tr("%1 asked to stop").arg(count);
    case Answer::Kind::refused:
        break;
    }
    return tr("%1 refused").arg(count);
}

} // namespace oncedesk
