#include "ui/actions/actiontarget.h"

#include "core/board/briefs.h"
#include "ui/lists/celltext.h"

namespace oncedesk {

QString ActionTarget::name() const
{
    if (ordinal > 0)
        return tr("attempt %1 of #%2").arg(ordinal).arg(job.value());
    if (job.isValid())
        return ticketText(job);
    return tr("an attempt that is gone");
}

QString ActionTarget::word() const
{
    if (state)
        return look::wordOf(*state);
    if (status)
        return look::wordOf(look::markOf(*status));
    return tr("gone");
}

QString ActionTarget::change(const ActionTarget &before) const
{
    return attempts == before.attempts ? word()
                                       : tr("%1 after another attempt, number %2").arg(word()).arg(attempts);
}

std::optional<look::Mark> ActionTarget::mark() const
{
    if (state)
        return look::markOf(*state);
    if (status)
        return look::markOf(*status);
    return std::nullopt;
}

bool ActionTarget::isAs(const ActionTarget &before) const
{
    return exists == before.exists && state == before.state && status == before.status &&
           version == before.version && attempts == before.attempts;
}

Result<QList<ActionTarget>> readAttemptTargets(Session &session, const QList<qint64> &ids)
{
    QList<ActionTarget> targets;
    for (const qint64 id : ids) {
        const auto brief = board::attemptBrief(session, AttemptId(id));
        if (!brief)
            return brief.error();
        ActionTarget target;
        target.id = id;
        if (const auto &attempt = *brief) {
            target.exists = true;
            target.job = attempt->job;
            target.ordinal = attempt->ordinal;
            target.provider = attempt->provider;
            target.state = attempt->state;
            target.wasStarted = attempt->wasStarted;
            target.unknownWhy = attempt->unknownWhy;
            target.lastAnswer = attempt->lastAnswer;
            target.lastAnswerAt = attempt->lastAnswerAt;
        }
        targets += target;
    }
    return targets;
}

Result<QList<ActionTarget>> readJobTargets(Session &session, const QList<qint64> &ids)
{
    QList<ActionTarget> targets;
    for (const qint64 id : ids) {
        const auto brief = board::jobBrief(session, JobId(id));
        if (!brief)
            return brief.error();
        ActionTarget target;
        target.id = id;
        target.job = JobId(id);
        if (const auto &job = *brief) {
            target.exists = true;
            target.status = job->status;
            target.version = job->version;
            target.attempts = job->attempts;
        }
        targets += target;
    }
    return targets;
}

} // namespace oncedesk
