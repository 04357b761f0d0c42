#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "app/oncectl/when.h"
#include "core/base/json.h"
#include "core/base/jsonwriter.h"
#include "core/board/briefs.h"
#include "core/contract/ledger.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString wordOf(Submission::Outcome outcome)
{
    switch (outcome) {
    case Submission::Outcome::created:
        return u"created"_s;
    case Submission::Outcome::replayed:
        return u"replayed"_s;
    case Submission::Outcome::conflict:
        break;
    }
    return u"conflict"_s;
}

QString sentenceOf(const Submission &submission, const board::Moment &createdAt, bool startsManually)
{
    switch (submission.outcome) {
    case Submission::Outcome::created:
        return u"Ticket #%1 is created; %2"_s.arg(
            QString::number(submission.job->value()),
            startsManually ? u"nothing was started, as its policy says: oncectl attempt open %1"_s.arg(
                                 submission.job->value())
                           : u"its first attempt waits for a worker."_s);
    case Submission::Outcome::replayed:
        return u"This is ticket #%1%2; nothing new was started."_s.arg(
            QString::number(submission.job->value()),
            createdAt.happened() ? u", created "_s + localTime(createdAt) : QString());
    case Submission::Outcome::conflict:
        break;
    }
    return u"Nothing was created: ticket #%1 holds this key, and it differs in %2. Retrying will not help; "
           u"for another "
           "job use another key, and see the one that is there with: oncectl job %1"_s.arg(
               QString::number(submission.conflictsWith->value()), shown(submission.differs.join(u", "_s)));
}

// A fallback is one that the job has no attempt at yet, and the first is at its own provider.
bool fallsBackToItself(const NewJob &job)
{
    const auto fallbacks = json::member(job.policy, u"/fallbacks"_s);
    return fallbacks && QJsonDocument::fromJson(*fallbacks).array().contains(job.provider);
}

Result<NewJob> readJob(const Arguments &arguments)
{
    NewJob job;
    job.owner = arguments.value(u"owner"_s);
    job.key = arguments.value(u"key"_s).toUtf8();
    job.intent = arguments.value(u"intent"_s);
    job.provider = arguments.value(u"provider"_s);
    job.client = arguments.has(u"client"_s) ? arguments.value(u"client"_s) : u"oncectl"_s;
    auto params = arguments.text(u"params"_s, json::paramsLimits.textBytes);
    if (!params)
        return params.error();
    job.params = *params;
    if (arguments.has(u"policy"_s)) {
        auto policy = arguments.text(u"policy"_s, json::policyLimits.textBytes);
        if (!policy)
            return policy.error();
        job.policy = *policy;
    }
    // Before a connection is made. The database decides all the same.
    if (auto checked = json::checkObject(job.params); !checked)
        return checked.error();
    if (auto checked = json::checkObject(job.policy, json::policyLimits); !checked)
        return checked.error();
    return job;
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto job = readJob(arguments);
    if (!job)
        return out.fail(job.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto submission = (*desk)->call([&job](Session &session) { return Ledger(session).submit(*job); });
    if (!submission)
        return out.fail(submission.error());

    const JobId ticket = submission->job ? *submission->job : *submission->conflictsWith;
    board::Moment createdAt;
    if (submission->outcome != Submission::Outcome::conflict) {
        // Only for the sentence: a login that may not look gets it without the date.
        const auto brief =
            (*desk)->run([ticket](Session &session) { return board::jobBrief(session, ticket); });
        if (brief && *brief)
            createdAt = (*brief)->createdAt;
    }
    const bool manual = json::member(job->policy, u"/start"_s) == QByteArray("\"manual\"");
    const QString sentence = sentenceOf(*submission, createdAt, manual);
    const bool conflict = submission->outcome == Submission::Outcome::conflict;
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"outcome"_s, wordOf(submission->outcome));
        writer.key(u"job_id"_s);
        submission->job ? writer.value(submission->job->value()) : writer.null();
        writer.key(u"conflicts_with"_s);
        submission->conflictsWith ? writer.value(submission->conflictsWith->value()) : writer.null();
        writer.key(u"differs"_s);
        writer.beginArray();
        for (const QString &path : submission->differs)
            writer.value(path);
        writer.endArray();
        writer.member(u"created_at"_s, createdAt.iso);
        writer.member(u"sentence"_s, sentence);
        writer.endObject();
        out.json(writer.text());
    }
    // With a start by hand, the first may be opened elsewhere. A replay can not be changed any more.
    if (submission->outcome == Submission::Outcome::created && !manual && fallsBackToItself(*job))
        out.remark(
            u"oncectl: The policy's fallbacks name %1, which is the job's own provider and so never used as "
            "one: another time, leave it out or name another."_s.arg(shown(job->provider)));
    if (conflict)
        out.remark(u"oncectl: "_s + sentence);
    else
        out.say(sentence);
    return conflict ? ExitCode::conflict : ExitCode::done;
}

} // namespace

Command submitCommand()
{
    return {
        .name = u"submit"_s,
        .summary = u"submit a job; the same owner and key always give the same job"_s,
        .operands = {},
        .options =
            {{u"owner"_s, u"O"_s, u"whose job it is"_s, true},
             {u"key"_s, u"K"_s, u"its idempotency key: 1 to 255 printable ASCII characters"_s, true},
             {u"intent"_s, u"I"_s, u"what is to be done, for example print.poster"_s, true},
             {u"provider"_s, u"P"_s, u"who shall do it"_s, true},
             {u"params"_s, u"JSON"_s, u"a JSON object; @FILE reads a file, - reads standard input"_s, true},
             {u"policy"_s, u"JSON"_s,
              u"timeout_s (30), max_attempts (3), retry_backoff_s (5), fallbacks (none), start (auto), mode (exclusive), hedge_after_s (10), explained in docs/settings.md; @FILE and - as above"_s},
             {u"client"_s, u"C"_s, u"who is calling, for the ledger of submissions (oncectl)"_s}},
        .details =
            u"The answer is created, replayed (the same job was submitted before: nothing new is started) or "
            "conflict (the key is held by a job with another intent, provider, params or policy; exit code "
            "4). Submitting again after a lost answer is safe, however often."_s,
        .examples =
            {{u"oncectl submit --owner alice --key order-1 --intent print.poster --provider inkjet --params '{\"amount\": 450}'"_s,
              u"Submit a job:"_s},
             {u"oncectl submit --owner alice --key order-2 --intent print.poster --provider inkjet --params @order.json --policy '{\"timeout_s\": 120}'"_s,
              u"With params from a file and two minutes to answer:"_s}},
        .run = &run};
}

} // namespace oncedesk
