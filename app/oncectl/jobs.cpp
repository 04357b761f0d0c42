#include "app/oncectl/commands.h"

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

ExitCode run(const Arguments &arguments, Output &out)
{
    Table table;
    table.addColumn(u"TICKET"_s, Table::Align::right);
    table.addColumn(u"STATUS"_s);
    table.addColumn(u"OWNER"_s);
    table.addColumn(u"INTENT"_s);
    table.addColumn(u"PROVIDER"_s);
    table.addColumn(u"ATTEMPTS"_s);
    table.addColumn(u"CREATED"_s);
    table.addColumn(u"KEY"_s);
    return runList<board::JobRow>(
        arguments, out, board::Subject::jobs, table, &board::jobs,
        [](Table &rows, const board::JobRow &job) {
            rows.addRow({u"#"_s + QString::number(job.id.value()), toString(job.status), job.owner,
                         job.intent, job.provider, strip(job.attempts), localTime(job.createdAt), job.key});
        },
        [](JsonWriter &writer, const board::JobRow &job) { writeRow(writer, job); },
        [](const board::JobRow &job) { return job.id.value(); });
}

} // namespace

Command jobsCommand()
{
    return {.name = u"jobs"_s,
            .summary = u"list jobs, newest first"_s,
            .operands = {{u"FILTER"_s, false, true}},
            .options = listOptions(),
            .details =
                filterHelp(board::Subject::jobs) +
                u" Statuses are waiting, running, unknown, stalled, succeeded and closed; age:>10m and "
                "attempts:>2 compare; params.amount:450 looks into the params."_s,
            .examples = {{u"oncectl jobs state:unknown,stalled"_s, u"What needs a person:"_s},
                         {u"oncectl jobs owner:alice 'age:<1d' -state:succeeded"_s,
                          u"Alice's unfinished work of today:"_s},
                         {u"oncectl --json jobs 'key:\"order 1\"'"_s, u"One key, for a program:"_s}},
            .run = &run};
}

} // namespace oncedesk
