#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/attempt.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"
#include "core/contract/ledger.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString refusalSentence(const QString &refusal, JobId job)
{
    const QString ticket = u"ticket #"_s + QString::number(job.value());
    const QString see = u" See: oncectl job "_s + QString::number(job.value());
    const auto is = [&refusal](const char *word) { return refusal == QLatin1StringView(word); };
    if (is("no_such_job"))
        return u"Refused: there is no %1. See oncectl jobs."_s.arg(ticket);
    if (is("job_completed"))
        return u"Refused: %1 has its result already."_s.arg(ticket) + see;
    if (is("job_closed"))
        return u"Refused: %1 is closed already."_s.arg(ticket) + see;
    if (is("attempt_unknown"))
        return u"Refused: an attempt of %1 is unknown, its provider may have acted. Ask the provider, or "
               u"cancel the "
               "attempt with a reason."_s.arg(ticket) +
               see;
    if (is("attempt_open"))
        return u"Refused: an attempt of %1 is under way. Wait for it, or cancel it with a reason."_s.arg(
                   ticket) +
               see;
    if (is("version_moved"))
        return u"Refused: %1 has changed since that version. Look at it again before you decide."_s.arg(
                   ticket) +
               see;
    return u"Refused: %1."_s.arg(refusal) + see;
}

Result<qint64> givenVersion(const QString &text)
{
    bool ok = false;
    const qint64 version = text.toLongLong(&ok);
    if (!ok || version < 1)
        return Error{
            ErrorKind::invalid, u"--version takes the version you saw, a whole number from 1."_s, {}};
    return version;
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto job = arguments.job(0);
    if (!job)
        return out.fail(job.error());
    std::optional<qint64> version;
    if (arguments.has(u"version"_s)) {
        const auto given = givenVersion(arguments.value(u"version"_s));
        if (!given)
            return out.fail(given.error());
        version = *given;
    }
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    if (!version) {
        const auto brief = (*desk)->run([&job](Session &session) { return board::jobBrief(session, *job); });
        if (!brief)
            return out.fail(brief.error());
        version = *brief ? (*brief)->version : 1;
        if (*brief)
            out.say(u"Ticket #%1 is %2, at version %3."_s.arg(
                QString::number(job->value()), toString((*brief)->status), QString::number(*version)));
    }
    const QString reason = arguments.value(u"reason"_s);
    const auto outcome =
        (*desk)->call([&](Session &session) { return Ledger(session).closeJob(*job, *version, reason); });
    if (!outcome)
        return out.fail(outcome.error());
    const QString sentence =
        outcome->closed
            ? u"Ticket #%1 is closed; no result will come, and it stays closed."_s.arg(job->value())
            : refusalSentence(outcome->refusal, *job);
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"outcome"_s, outcome->closed ? u"closed"_s : u"refused"_s);
        writer.member(u"job_id"_s, job->value());
        writer.member(u"expected_version"_s, *version);
        writer.member(u"refusal"_s, outcome->closed ? QString() : outcome->refusal);
        writer.member(u"sentence"_s, sentence);
        writer.endObject();
        out.json(writer.text());
    }
    if (!outcome->closed) {
        out.remark(u"oncectl: "_s + shown(sentence));
        return ExitCode::refused;
    }
    out.say(sentence);
    return ExitCode::done;
}

} // namespace

Command closeCommand()
{
    return {
        .name = u"close"_s,
        .summary = u"close a ticket without a result, for ever"_s,
        .operands = {{u"TICKET"_s}},
        .options =
            {{u"reason"_s, u"R"_s, u"why, for the history"_s, true},
             {u"version"_s, u"V"_s,
              u"the version you saw; refused if the ticket has moved on. Not given: the one just read"_s}},
        .details =
            u"Refused (exit code 3) while an attempt is pending, started or unknown. A closed ticket stays "
            "closed, and its key stays taken."_s,
        .examples = {{u"oncectl close 45 --reason 'The customer withdrew the order.'"_s,
                      u"Close a ticket:"_s}},
        .run = &run};
}

} // namespace oncedesk
