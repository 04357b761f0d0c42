#include "ui/actions/askprovider.h"

#include "core/contract/ledger.h"

namespace oncedesk {

Result<QList<ActionTarget>> AskProvider::read(Session &session, const QList<qint64> &ids) const
{
    return readAttemptTargets(session, ids);
}

Result<ActionAnswer> AskProvider::carryOut(Session &session, const ActionTarget &target) const
{
    const auto request = Ledger(session).askProvider(AttemptId(target.id));
    if (!request)
        return request.error();
    ActionAnswer answer;
    answer.kind = ActionAnswer::Kind::requested;
    answer.request = *request;
    return answer;
}

QString AskProvider::whyNot(const ActionTarget &target) const
{
    if (!target.exists)
        return tr("There is no such attempt.");
    if (target.wasStarted)
        return {};
    return tr("%1 was never started: %2 cannot know of it.").arg(asSentence(target.name()), target.provider);
}

bool AskProvider::stillHolds(const ActionTarget & /*before*/, const ActionTarget &now) const
{
    return now.exists;
}

QString AskProvider::words(const ActionTarget &target, const ActionAnswer & /*answer*/,
                           const std::optional<ActionTarget> & /*blocking*/) const
{
    return tr("Asked %1 about %2. The answer will stand here.").arg(target.provider, target.name());
}

QString AskProvider::tally(ActionAnswer::Kind kind, int count) const
{
    return kind == ActionAnswer::Kind::refused ? tr("%1 refused").arg(count)
                                               : tr("%1 asked about").arg(count);
}

} // namespace oncedesk
