#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/attempt.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/jsonrows.h"
#include "app/oncectl/output.h"
#include "app/oncectl/table.h"
#include "app/oncectl/terminaltext.h"
#include "app/oncectl/when.h"
#include "core/board/providers.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString fact(const QString &name, const QString &value)
{
    return name.leftJustified(10) + shown(value);
}

// Up to what a person reads; all of it is in --json.
QString excerpt(const QByteArray &json)
{
    const QString text = QString::fromUtf8(json.left(4000));
    return json.size() > 4000 ? text + u"… (%1 bytes)"_s.arg(json.size()) : text;
}

void sayFacts(const board::JobDetail &job, const board::Overdue &overdue, Output &out)
{
    const bool isOverdue = job.status == board::JobStatus::running && overdue.holds(job.id);
    out.say(u"Ticket #%1 is %2."_s.arg(QString::number(job.id.value()),
                                       isOverdue ? u"overdue"_s : toString(job.status)));
    out.say(fact(u"owner"_s, job.owner));
    out.say(fact(u"key"_s, job.key));
    out.say(fact(u"intent"_s, job.intent));
    out.say(fact(u"provider"_s, job.provider));
    out.say(fact(u"created"_s, u"%1 by %2"_s.arg(localTime(job.createdAt), job.createdBy)));
    out.say(fact(u"version"_s, QString::number(job.version)));
    out.say(fact(u"params"_s, excerpt(job.params)));
    if (job.policy != "{}")
        out.say(fact(u"policy"_s, excerpt(job.policy)));
    if (job.completedBy)
        out.say(fact(u"completed"_s, u"%1 by attempt %2"_s.arg(localTime(job.completedAt),
                                                               QString::number(job.completedBy->value()))));
    if (!job.resultBytes.isNull())
        out.say(fact(u"result"_s, u"%1 bytes that are no JSON: %2"_s.arg(
                                      QString::number(job.resultBytes.size()),
                                      QString::fromLatin1(job.resultBytes.left(48).toHex(' ')))));
    else if (!job.result.isNull())
        out.say(fact(u"result"_s, excerpt(job.result)));
    if (job.closedAt.happened())
        out.say(
            fact(u"closed"_s, u"%1 by %2: %3"_s.arg(localTime(job.closedAt), job.closedBy, job.closeReason)));
    if (job.isDemo)
        out.say(fact(u"demo"_s, u"yes"_s));
}

// What a person must know of an attempt besides its state.
QString remarkOn(const board::AttemptRow &attempt, bool isOverdue)
{
    if (attempt.state == AttemptState::unknown)
        return attempt.unknownWhy;
    if (attempt.state == AttemptState::failed)
        return attempt.errorCode +
               (attempt.errorMessage.isEmpty() ? QString() : u": "_s + attempt.errorMessage);
    if (attempt.state == AttemptState::cancelled)
        return u"%1 (%2)"_s.arg(attempt.cancelReason, attempt.cancelEvidence);
    if (attempt.state == AttemptState::started) {
        const QString deadline =
            (isOverdue ? u"deadline passed at "_s : u"deadline "_s) + localTime(attempt.deadlineAt);
        if (!attempt.cancelRequestedAt.happened())
            return deadline;
        return u"cancel requested at "_s + localTime(attempt.cancelRequestedAt) +
               (isOverdue ? u", "_s + deadline : QString());
    }
    if (attempt.state == AttemptState::pending &&
        attempt.openedAt.toUtc().secsTo(attempt.notBefore.toUtc()) > 0)
        return u"not before "_s + localTime(attempt.notBefore);
    return {};
}

void sayAttempts(const board::JobDetail &job, const board::Overdue &overdue, Output &out)
{
    Table table;
    table.addColumn(u"ATTEMPT"_s, Table::Align::right);
    table.addColumn(u"NUMBER"_s, Table::Align::right);
    table.addColumn(u"STATE"_s);
    table.addColumn(u"PROVIDER"_s);
    table.addColumn(u"OPENED"_s);
    table.addColumn(u"BECAUSE"_s);
    table.addColumn(u"STARTED"_s);
    table.addColumn(u"ENDED"_s);
    table.addColumn(u"REMARK"_s);
    for (const board::AttemptRow &attempt : job.attempts) {
        const QString remark = remarkOn(attempt, overdue.find(attempt.id) != nullptr);
        table.addRow({QString::number(attempt.id.value()), QString::number(attempt.ordinal),
                      toString(attempt.state), attempt.provider, localTime(attempt.openedAt),
                      attempt.openedBecause, localTime(attempt.startedAt), localTime(attempt.endedAt),
                      remark.isEmpty() ? QString() : remark});
    }
    out.say(table.isEmpty() ? u"\nNo attempt was opened yet."_s : u"\nAttempts"_s);
    if (!table.isEmpty())
        out.say(table);
}

struct Moment
{
    QString iso;
    QStringList cells;
};

// "why: No answer within 2 s." For people; the exact JSON is in --json.
QString detailOf(const QByteArray &detail)
{
    const QJsonObject object = QJsonDocument::fromJson(detail).object();
    QStringList parts;
    for (auto it = object.begin(); it != object.end(); ++it) {
        // When a pending attempt is due is told beside it.
        if (it.key() != u"not_before")
            parts += it.key() + u": "_s + it.value().toVariant().toString();
    }
    return parts.isEmpty() ? QString() : parts.join(u", "_s).left(300);
}

// An answer of a provider, which may be any JSON.
QString payloadOf(const QByteArray &payload)
{
    return payload.isNull() ? QString() : QString::fromUtf8(payload.left(300));
}

// Whoever was refused sees the refusal's name where the outcome would be.
QString outcomeOf(const board::ActionRow &row)
{
    static const QStringList outcomes{u"opened"_s,    u"cancelled"_s, u"cancel_requested"_s,
                                      u"requested"_s, u"closed"_s,    u"refused"_s,
                                      u"done"_s};
    return outcomes.contains(row.outcome) ? row.outcome : u"refused (%1)"_s.arg(row.outcome);
}

// Everything that happened, in one order.
void sayHistory(const board::JobDetail &job, Output &out)
{
    QList<Moment> moments;
    const auto attempt = [](AttemptId id) -> QString { return u"attempt "_s + QString::number(id.value()); };
    for (const board::SubmissionRow &row : job.submissions)
        moments += {row.at.iso,
                    {localTime(row.at), row.actor, u"submission"_s, row.outcome,
                     row.differs.isEmpty() ? QString() : u"differs in "_s + row.differs.join(u", "_s)}};
    for (const board::EventRow &row : job.events)
        moments += {row.at.iso,
                    {localTime(row.at), row.actor, attempt(row.attempt), row.event, detailOf(row.detail)}};
    for (const board::AnswerRow &row : job.answers)
        moments +=
            {row.at.iso,
             {localTime(row.at), row.actor, attempt(row.attempt),
              row.answer == u"unreachable" ? u"provider not reached"_s : u"provider answered "_s + row.answer,
              payloadOf(row.payload)}};
    for (const board::ActionRow &row : job.actions)
        moments += {row.at.iso,
                    {localTime(row.at), row.actor, row.attempt ? attempt(*row.attempt) : u"ticket"_s,
                     row.action + u": "_s + outcomeOf(row), row.reason.isEmpty() ? QString() : row.reason}};
    for (const board::RaceRow &row : job.races)
        moments += {row.at.iso,
                    {localTime(row.at), row.actor, attempt(row.attempt),
                     row.won ? u"won the result slot"_s : u"lost: "_s + row.lostBecause,
                     u"version %1 read, %2 found"_s.arg(QString::number(row.versionRead),
                                                        QString::number(row.versionFound))}};
    // All are given in one zone and to the microsecond, so that their texts sort as their times do.
    std::stable_sort(moments.begin(), moments.end(),
                     [](const Moment &a, const Moment &b) { return a.iso < b.iso; });
    Table table;
    for (const char *heading : {"AT", "ACTOR", "WHAT", "EVENT", "DETAIL"})
        table.addColumn(QString::fromLatin1(heading));
    for (const Moment &moment : moments)
        table.addRow(moment.cells);
    out.say(u"\nHistory"_s);
    out.say(table);
    if (job.historyIsCut)
        out.say(u"Earlier history is left out."_s);
}

void sayWhatIsOverdue(const board::Overdue &overdue, Output &out)
{
    for (const board::OverdueAttempt &attempt : overdue.attempts)
        out.say(
            u"\nAttempt %1 was started, and whether it still runs is open. Its deadline passed at %2; %3"_s
                .arg(QString::number(attempt.id.value()), localTime(attempt.deadlineAt),
                     whyStillStarted(overdue)));
}

// What is claimed waits for a worker; what is overdue has been told of.
void sayWhoIsMissing(const board::JobDetail &job, const board::Overdue &overdue,
                     const QList<board::WorkerRow> &workers, Output &out)
{
    for (const board::AttemptRow &attempt : job.attempts) {
        if ((attempt.state != AttemptState::pending && attempt.state != AttemptState::started) ||
            overdue.find(attempt.id))
            continue;
        const bool served = std::any_of(workers.begin(), workers.end(), [&](const board::WorkerRow &worker) {
            return worker.alive && worker.providers.contains(attempt.provider);
        });
        if (!served)
            out.say(
                u"\nNo worker serves %1 at present, so attempt %2 stays as it is. Start one: oncectl work"_s
                    .arg(shown(attempt.provider), QString::number(attempt.id.value())));
    }
}

void sayWhatToDo(const board::JobDetail &job, Output &out)
{
    for (const board::AttemptRow &attempt : job.attempts) {
        if (attempt.state == AttemptState::unknown)
            out.say(u"\nAttempt %1 is unknown: %2 may have acted. "_s.arg(QString::number(attempt.id.value()),
                                                                          shown(attempt.provider)) +
                    waysOutOf(attempt.id, job.id));
    }
    if (job.status == board::JobStatus::stalled)
        out.say(u"\nNothing will happen by itself. Open another attempt (oncectl attempt open %1 --reason "
                u"…), or close the "
                "ticket: oncectl close %1 --reason …"_s.arg(job.id.value()));
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto id = arguments.job(0);
    if (!id)
        return out.fail(id.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    board::Overdue overdue;
    const auto job = (*desk)->run([&](Session &session) -> Result<std::optional<board::JobDetail>> {
        if (auto snapshot = board::readOneSnapshot(session); !snapshot)
            return snapshot.error();
        auto late = board::overdue(session, {*id});
        if (!late)
            return late.error();
        overdue = std::move(late).value();
        return board::jobDetail(session, *id);
    });
    if (!job)
        return out.fail(job.error());
    if (!*job)
        return out.fail(
            {ErrorKind::refused, u"There is no ticket #%1. See oncectl jobs."_s.arg(id->value()), {}});
    if (out.isJson()) {
        JsonWriter writer;
        writeJob(writer, **job);
        out.json(writer.text());
        return ExitCode::done;
    }
    sayFacts(**job, overdue, out);
    sayAttempts(**job, overdue, out);
    sayHistory(**job, out);
    sayWhatToDo(**job, out);
    sayWhatIsOverdue(overdue, out);
    // Not everybody who may see a ticket may see the workers.
    if (const auto workers = (*desk)->run([](Session &session) { return board::workers(session); }))
        sayWhoIsMissing(**job, overdue, *workers, out);
    return ExitCode::done;
}

} // namespace

Command jobCommand()
{
    return {.name = u"job"_s,
            .summary = u"show one ticket whole: attempts, submissions, races, actions, result"_s,
            .operands = {{u"TICKET"_s}},
            .options = {},
            .details = u"Params and result are the exact text that the database holds, with every digit."_s,
            .examples = {{u"oncectl job 45"_s, u"Show ticket #45:"_s},
                         {u"oncectl --json job 45"_s, u"The same as one JSON object:"_s}},
            .run = &run};
}

} // namespace oncedesk
