#include "app/oncectl/attempt.h"

#include "app/oncectl/arguments.h"
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

Result<Done> checkTicket(const Arguments &arguments, Desk &desk, AttemptId attempt)
{
    if (!arguments.has(u"ticket"_s))
        return Done{};
    const auto ticket = parseJobId(arguments.value(u"ticket"_s));
    if (!ticket)
        return ticket.error();
    const auto brief = lookUp(desk, attempt);
    if (brief && brief->job == *ticket)
        return Done{};
    return Error{ErrorKind::refused,
                 brief
                     ? u"%1 is not one of ticket #%2. Nothing was done. See oncectl job %2."_s
                           .arg(nameOf(attempt, brief))
                           .arg(ticket->value())
                     : u"There is no attempt %1. Nothing was done. See oncectl job %2."_s.arg(attempt.value())
                           .arg(ticket->value()),
                 {}};
}

QString waysOutOf(AttemptId unknown, JobId ticket)
{
    return u"Ask the provider (oncectl attempt ask %1 --wait 10), or cancel the attempt with a reason: "
           u"oncectl "
           u"attempt cancel %1 --ticket %2 --reason … --evidence "
           u"provider_confirmed_stopped|provider_has_no_record|accepted_risk"_s.arg(unknown.value())
               .arg(ticket.value());
}

QString whyStillStarted(const board::Overdue &overdue)
{
    return overdue.workerIsAlive
               ? u"nothing has looked since; a worker is alive and does so once a second. Look again in a moment."_s
               : u"nothing has looked since: no worker is alive. Start one, and it becomes unknown: oncectl work"_s;
}

} // namespace oncedesk
