#include "ui/actions/openattempt.h"

#include "core/contract/ledger.h"

namespace oncedesk {

Result<QList<ActionTarget>> OpenAttempt::read(Session &session, const QList<qint64> &ids) const
{
    return readJobTargets(session, ids);
}

Result<ActionAnswer> OpenAttempt::carryOut(Session &session, const ActionTarget &target) const
{
    const auto opened = Ledger(session).openAttempt(JobId(target.id), m_provider, m_reason);
    if (!opened)
        return opened.error();
    ActionAnswer answer;
    answer.kind = opened->opened ? ActionAnswer::Kind::done : ActionAnswer::Kind::refused;
    answer.refusal = opened->refusal;
    answer.ordinal = opened->ordinal;
    answer.blocking = opened->blocking;
    return answer;
}

QString OpenAttempt::whyNot(const ActionTarget &target) const
{
    if (!target.status)
        return tr("There is no such job.");
    switch (*target.status) {
    case board::JobStatus::stalled:
    case board::JobStatus::running:
        return {};
    case board::JobStatus::waiting:
        return tr("%1 has an attempt that waits for a worker: another one beside it is not possible.")
            .arg(target.name());
    case board::JobStatus::unknown:
        return tr("%1 has an unknown attempt: cancel that first, with what you know.").arg(target.name());
    case board::JobStatus::succeeded:
        return tr("%1 has its result already.").arg(target.name());
    case board::JobStatus::closed:
        return tr("%1 is closed.").arg(target.name());
    }
    Q_UNREACHABLE();
}

QString OpenAttempt::words(const ActionTarget &target, const ActionAnswer &answer,
                           const std::optional<ActionTarget> &blocking) const
{
    if (answer.kind == ActionAnswer::Kind::refused)
        return tr("No attempt of %1 was opened: %2.")
            .arg(target.name(), refusalWords(answer.refusal, blocking));
    return m_provider.isNull()
               ? tr("Attempt %1 of %2 is open and waits for a worker.").arg(answer.ordinal).arg(target.name())
               : tr("Attempt %1 of %2 is open at %3 and waits for a worker.")
                     .arg(QString::number(answer.ordinal), target.name(), m_provider);
}

QString OpenAttempt::tally(ActionAnswer::Kind kind, int count) const
{
    return kind == ActionAnswer::Kind::refused ? tr("%1 refused").arg(count) : tr("%1 opened").arg(count);
}

} // namespace oncedesk
