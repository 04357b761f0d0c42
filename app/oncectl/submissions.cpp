#include "app/oncectl/commands.h"

#include "app/oncectl/jsonrows.h"
#include "app/oncectl/listing.h"
#include "app/oncectl/when.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

ExitCode run(const Arguments &arguments, Output &out)
{
    Table table;
    table.addColumn(u"SUBMISSION"_s, Table::Align::right);
    table.addColumn(u"AT"_s);
    table.addColumn(u"OUTCOME"_s);
    table.addColumn(u"TICKET"_s, Table::Align::right);
    table.addColumn(u"OWNER"_s);
    table.addColumn(u"KEY"_s);
    table.addColumn(u"DIFFERS"_s);
    table.addColumn(u"CLIENT"_s);
    table.addColumn(u"ACTOR"_s);
    return runList<board::SubmissionRow>(
        arguments, out, board::Subject::submissions, table, &board::submissions,
        [](Table &rows, const board::SubmissionRow &submission) {
            rows.addRow({QString::number(submission.id), localTime(submission.at), submission.outcome,
                         u"#"_s + QString::number(submission.job.value()), submission.owner, submission.key,
                         submission.differs.isEmpty() ? QString() : submission.differs.join(u", "_s),
                         submission.client, submission.actor});
        },
        [](JsonWriter &writer, const board::SubmissionRow &submission) { writeRow(writer, submission); },
        [](const board::SubmissionRow &submission) { return submission.id; });
}

} // namespace

Command submissionsCommand()
{
    return {.name = u"submissions"_s,
            .summary = u"list the ledger of keys: every call of submit and what came of it"_s,
            .operands = {{u"FILTER"_s, false, true}},
            .options = listOptions(),
            .details =
                u"A double click is two submissions of one job: created and replayed. A conflict names what "
                "differed and the ticket that holds the key.\n"_s +
                filterHelp(board::Subject::submissions),
            .examples = {{u"oncectl submissions outcome:conflict 'age:<1d'"_s, u"Today's conflicts:"_s}},
            .run = &run};
}

} // namespace oncedesk
