#include "ui/actions/askprovider.h"

#include "core/contract/ledger.h"

namespace oncedesk {

Result<QList<Target>> AskProvider::read(Session &session, const QList<qint64> &ids) const
{
    return readAttemptTargets(session, ids);
}

Result<Answer> AskProvider::carryOut(Session &session, const Target &target) const
{
    const auto request = Ledger(session).askProvider(AttemptId(target.id));
    if (!request)
        return request.error();
    Answer answer;
    answer.kind = Answer::Kind::requested;
    answer.request = *request;
    return answer;
}

QString AskProvider::whyNot(const Target &target) const
{
    if (!target.exists)
        return tr("There is no such attempt.");
    if (target.wasStarted)
        return {};
    return tr("%1 was never started: %2 cannot know of it.").arg(asSentence(target.name()), target.provider);
}

bool AskProvider::stillHolds(const Target & /*before*/, const Target &now) const
{
    return now.exists;
}

QString AskProvider::words(const Target &target, const Answer & /*answer*/,
                           const std::optional<Target> & /*blocking*/) const
{
    return tr("Asked %1 about %2. The answer will stand here.").arg(target.provider, target.name());
}

QString AskProvider::tally(Answer::Kind kind, int count) const
{
    return kind == Answer::Kind::refused ? tr("%1 refused").arg(count) : tr("%1 asked about").arg(count);
}

} // namespace oncedesk
