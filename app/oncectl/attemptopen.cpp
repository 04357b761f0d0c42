#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/attempt.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/jsonrows.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "core/contract/ledger.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString refusalSentence(const OpenedAttempt &opened, JobId job, const QString &provider,
                        const std::optional<board::AttemptBrief> &blocking)
{
    const QString ticket = u"#"_s + QString::number(job.value());
    const QString target = provider.isNull() ? u"its provider"_s : provider;
    const auto is = [&opened](const char *refusal) { return opened.refusal == QLatin1StringView(refusal); };
    if (is("attempt_unknown") && opened.blocking)
        return u"Refused: %1 is unknown, %2 may have acted on it. %3"_s.arg(
            nameOf(*opened.blocking, blocking), providerOf(blocking), waysOutOf(*opened.blocking, job));
    if (is("attempt_open") && opened.blocking)
        return u"Refused: %1 is still %2. Wait for it, or cancel it: oncectl attempt cancel %3 --ticket %4 --reason … --evidence …"_s
            .arg(nameOf(*opened.blocking, blocking), blocking ? toString(blocking->state) : u"under way"_s,
                 QString::number(opened.blocking->value()), QString::number(job.value()));
    if (is("job_completed"))
        return u"Refused: ticket %1 has its result already. See it with: oncectl job %2"_s.arg(
            ticket, QString::number(job.value()));
    if (is("job_closed"))
        return u"Refused: ticket %1 is closed, and stays so. Submit the work anew under another key."_s.arg(
            ticket);
    if (is("not_certified"))
        return u"Refused: %1 is not certified for the intent of ticket %2. A person may open an attempt "
               u"there all the "
               "same by giving a --reason, once no other attempt is live."_s.arg(target, ticket);
    if (is("attempts_exhausted"))
        return u"Refused: ticket %1 has used up its max_attempts. A person may go beyond by giving a --reason."_s
            .arg(ticket);
    if (is("no_such_job"))
        return u"Refused: there is no ticket %1. See oncectl jobs."_s.arg(ticket);
    if (is("no_such_provider"))
        return u"Refused: there is no provider %1. See oncectl providers list."_s.arg(target);
    if (is("provider_disabled"))
        return u"Refused: %1 is disabled. Name another with --provider, or enable it: oncectl providers enable NAME"_s
            .arg(target);
    return u"Refused: %1. See oncectl job %2."_s.arg(opened.refusal, QString::number(job.value()));
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto job = arguments.job(0);
    if (!job)
        return out.fail(job.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const QString provider = arguments.value(u"provider"_s);
    const QString reason = arguments.value(u"reason"_s);
    // Not call(): said again after a lost reply, this would open a second one or be refused by the first.
    const auto opened =
        (*desk)->run([&](Session &session) { return Ledger(session).openAttempt(*job, provider, reason); });
    if (!opened)
        return out.fail(opened.error());

    std::optional<board::AttemptBrief> brief;
    if (opened->attempt || opened->blocking)
        brief = lookUp(**desk, opened->attempt ? *opened->attempt : *opened->blocking);
    const QString sentence =
        opened->opened
            ? u"%1, its number %2, is open at %3 and waits for a worker."_s.arg(
                  nameOf(*opened->attempt, brief), QString::number(opened->ordinal), providerOf(brief))
            : refusalSentence(*opened, *job, provider, brief);
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"outcome"_s, opened->opened ? u"opened"_s : u"refused"_s);
        writer.member(u"job_id"_s, job->value());
        writeId(writer, u"attempt_id"_s, opened->attempt);
        writer.key(u"ordinal"_s);
        opened->opened ? writer.value(opened->ordinal) : writer.null();
        writer.member(u"refusal"_s, opened->opened ? QString() : opened->refusal);
        writeId(writer, u"blocking_attempt_id"_s, opened->blocking);
        writer.member(u"sentence"_s, sentence);
        writer.endObject();
        out.json(writer.text());
    }
    if (opened->opened) {
        out.say(shown(sentence));
        return ExitCode::done;
    }
    out.remark(u"oncectl: "_s + shown(sentence));
    return ExitCode::refused;
}

} // namespace

Command attemptOpenCommand()
{
    return {
        .name = u"attempt open"_s,
        .summary = u"open another attempt of a ticket"_s,
        .operands = {{u"TICKET"_s}},
        .options =
            {{u"provider"_s, u"P"_s, u"where; the ticket's own provider if not given"_s},
             {u"reason"_s, u"R"_s,
              u"why; with it a person may go beyond max_attempts and to a provider that is not certified"_s}},
        .details =
            u"Refused (exit code 3) while an earlier attempt is pending, started or unknown: whoever acted "
            u"may "
            "act twice. An unknown attempt is cleared by its own late answer, by asking the provider, or by "
            "an explicit cancel. A worker carries the new attempt out."_s,
        .examples = {{u"oncectl attempt open 45 --provider laser --reason 'The inkjet is being repaired.'"_s,
                      u"Open an attempt at another provider:"_s}},
        .run = &run};
}

} // namespace oncedesk
