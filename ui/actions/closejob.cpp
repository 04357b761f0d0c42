#include "ui/actions/closejob.h"

#include "core/contract/ledger.h"

namespace oncedesk {

Result<QList<ActionTarget>> CloseJob::read(Session &session, const QList<qint64> &ids) const
{
    return readJobTargets(session, ids);
}

Result<ActionAnswer> CloseJob::carryOut(Session &session, const ActionTarget &target) const
{
    const auto outcome = Ledger(session).closeJob(JobId(target.id), target.version, m_reason);
    if (!outcome)
        return outcome.error();
    ActionAnswer answer;
    answer.kind = outcome->closed ? ActionAnswer::Kind::done : ActionAnswer::Kind::refused;
    answer.refusal = outcome->refusal;
    return answer;
}

QString CloseJob::whyNot(const ActionTarget &target) const
{
    if (!target.status)
        return tr("There is no such job.");
    switch (*target.status) {
    case board::JobStatus::stalled:
        return {};
    case board::JobStatus::running:
    case board::JobStatus::waiting:
        return tr("%1 has an attempt that is still pending or started: cancel it first.").arg(target.name());
    case board::JobStatus::unknown:
        return tr("%1 has an unknown attempt: cancel that first, with what you know.").arg(target.name());
    case board::JobStatus::succeeded:
        return tr("%1 has its result already.").arg(target.name());
    case board::JobStatus::closed:
        return tr("%1 is closed already.").arg(target.name());
    }
    Q_UNREACHABLE();
}

QString CloseJob::words(const ActionTarget &target, const ActionAnswer &answer,
                        const std::optional<ActionTarget> &blocking) const
{
    if (answer.kind == ActionAnswer::Kind::refused)
        return tr("%1 was not closed: %2.").arg(target.name(), refusalWords(answer.refusal, blocking));
    return tr("%1 is closed without a result.").arg(target.name());
}

QString CloseJob::tally(ActionAnswer::Kind kind, int count) const
{
    return kind == ActionAnswer::Kind::refused ? tr("%1 refused").arg(count) : tr("%1 closed").arg(count);
}

} // namespace oncedesk
