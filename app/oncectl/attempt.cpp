#include "app/oncectl/attempt.h"

#include "app/oncectl/desk.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

std::optional<board::AttemptBrief> lookUp(Desk &desk, AttemptId attempt)
{
    const auto brief =
        desk.run([attempt](Session &session) { return board::attemptBrief(session, attempt); });
    return brief ? *brief : std::nullopt;
}

std::optional<board::JobBrief> lookUp(Desk &desk, JobId job)
{
    const auto brief = desk.run([job](Session &session) { return board::jobBrief(session, job); });
    return brief ? *brief : std::nullopt;
}

QString nameOf(AttemptId attempt, const std::optional<board::AttemptBrief> &brief)
{
    const QString name = u"Attempt "_s + QString::number(attempt.value());
    return brief ? name + u" of ticket #"_s + QString::number(brief->job.value()) : name;
}

QString providerOf(const std::optional<board::AttemptBrief> &brief)
{
    return brief ? brief->provider : u"the provider"_s;
}

QString waysOutOf(AttemptId unknown)
{
    return u"Ask the provider (oncectl attempt ask %1 --wait 10), or cancel the attempt with a reason: "
           u"oncectl attempt "
           "cancel %1 --reason … --evidence provider_confirmed_stopped|provider_has_no_record|accepted_risk"_s
               .arg(unknown.value());
}

} // namespace oncedesk
