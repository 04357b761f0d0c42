#include "ui/actions/action.h"

namespace oncedesk {

bool Action::stillHolds(const ActionTarget &before, const ActionTarget &now) const
{
    return now.isAs(before);
}

QString refusalWords(const QString &refusal, const std::optional<ActionTarget> &blocking)
{
    if (refusal == u"attempt_unknown")
        return blocking
                   ? Action::tr("%1 is unknown and blocks any other; cancel it first, with what you know")
                         .arg(blocking->name())
                   : Action::tr(
                         "an attempt is unknown and blocks any other; cancel it first, with what you know");
    if (refusal == u"attempt_open")
        return blocking ? Action::tr("%1 is still %2").arg(blocking->name(), blocking->word())
                        : Action::tr("an attempt is still pending or started");
    if (refusal == u"job_completed")
        return Action::tr("it has its result already");
    if (refusal == u"job_closed")
        return Action::tr("it is closed");
    if (refusal == u"not_certified")
        return Action::tr("the provider is not certified for this intent, and no reason was given");
    if (refusal == u"attempts_exhausted")
        return Action::tr("all attempts that its policy allows are used up, and no reason was given");
    if (refusal == u"no_such_job")
        return Action::tr("there is no such job");
    if (refusal == u"no_such_provider")
        return Action::tr("there is no such provider");
    if (refusal == u"provider_disabled")
        return Action::tr("the provider is disabled");
    if (refusal == u"version_moved")
        return Action::tr("it changed since it was read");
    return Action::tr("the database says: %1").arg(refusal);
}

QString evidenceWords(const QString &evidence)
{
    if (evidence == u"provider_confirmed_stopped")
        return Action::tr("the provider confirmed that it stopped");
    if (evidence == u"provider_has_no_record")
        return Action::tr("the provider has no record of it");
    if (evidence == u"accepted_risk")
        return Action::tr("no proof, the risk was accepted");
    return evidence;
}

QString answerWords(const QString &answer)
{
    if (answer == u"running")
        return Action::tr("still running");
    if (answer == u"succeeded")
        return Action::tr("succeeded");
    if (answer == u"failed")
        return Action::tr("failed");
    if (answer == u"no_record")
        return Action::tr("no record of it");
    if (answer == u"unreachable")
        return Action::tr("could not be reached");
    if (answer == u"stopped")
        return Action::tr("stopped");
    if (answer == u"not_stopped")
        return Action::tr("not stopped");
    return answer;
}

QString asSentence(const QString &text)
{
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1);
}

} // namespace oncedesk
