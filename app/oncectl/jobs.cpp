#include "app/oncectl/commands.h"

#include "app/oncectl/attempt.h"
#include "app/oncectl/jsonrows.h"
#include "app/oncectl/listing.h"
#include "app/oncectl/when.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The attempts as a strip: "failed, succeeded", the latest five.
QString strip(const QList<board::AttemptMark> &attempts)
{
    QStringList states;
    for (const board::AttemptMark &mark : attempts.mid(qMax<qsizetype>(0, attempts.size() - 5)))
        states += toString(mark.state);
    return (attempts.size() > 5 ? u"… "_s : QString()) + states.join(u", "_s);
}

// What a person reads; filters and --json have the contract's words.
QString statusOf(const board::JobRow &job, const board::Overdue &overdue)
{
    return job.status == board::JobStatus::running && overdue.holds(job.id) ? u"overdue"_s
                                                                            : toString(job.status);
}

Result<Done> addOverdue(Session &session, const QList<board::JobRow> &rows, board::Overdue &all)
{
    QList<JobId> running;
    for (const board::JobRow &job : rows) {
        if (job.status == board::JobStatus::running)
            running += job.id;
    }
    if (running.isEmpty())
        return Done{};
    const auto more = board::overdue(session, running);
    if (!more)
        return more.error();
    all.attempts += more->attempts;
    all.workerIsAlive = all.workerIsAlive || more->workerIsAlive;
    return Done{};
}

ExitCode run(const Arguments &arguments, Output &out)
{
    board::Overdue overdue;
    Table table;
    table.addColumn(u"TICKET"_s, Table::Align::right);
    table.addColumn(u"STATUS"_s);
    table.addColumn(u"OWNER"_s);
    table.addColumn(u"INTENT"_s);
    table.addColumn(u"PROVIDER"_s);
    table.addColumn(u"ATTEMPTS"_s);
    table.addColumn(u"CREATED"_s);
    table.addColumn(u"KEY"_s);
    const ExitCode code = runList<board::JobRow>(
        arguments, out, board::Subject::jobs, table,
        [&](Session &session, const board::Filter &filter,
            const board::PageRequest &request) -> Result<board::Page<board::JobRow>> {
            auto page = board::jobs(session, filter, request);
            if (page && !out.isJson()) {
                if (auto added = addOverdue(session, page->rows, overdue); !added)
                    return added.error();
            }
            return page;
        },
        [&](Table &rows, const board::JobRow &job) {
            rows.addRow({u"#"_s + QString::number(job.id.value()), statusOf(job, overdue), job.owner,
                         job.intent, job.provider, strip(job.attempts), localTime(job.createdAt), job.key});
        },
        [](JsonWriter &writer, const board::JobRow &job) { writeRow(writer, job); },
        [](const board::JobRow &job) { return job.id.value(); });
    if (!overdue.attempts.isEmpty())
        out.say(u"Overdue: stored as running, but the attempt's deadline has passed; "_s +
                whyStillStarted(overdue));
    return code;
}

} // namespace

Command jobsCommand()
{
    return {.name = u"jobs"_s,
            .summary = u"list jobs, newest first"_s,
            .operands = {{u"FILTER"_s, false, true}},
            .options = listOptions(),
            .details = filterHelp(board::Subject::jobs) +
                       u" Statuses are waiting, running, unknown, stalled, succeeded and closed (in the "
                       u"list, a running one whose deadline has passed is called overdue); age:>10m and "
                       "attempts:>2 compare; params.amount:450 looks into the params."_s,
            .examples = {{u"oncectl jobs state:unknown,stalled"_s, u"What needs a person:"_s},
                         {u"oncectl jobs owner:alice 'age:<1d' -state:succeeded"_s,
                          u"Alice's unfinished work of today:"_s},
                         {u"oncectl --json jobs 'key:\"order 1\"'"_s, u"One key, for a program:"_s}},
            .run = &run};
}

} // namespace oncedesk
