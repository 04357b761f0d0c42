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
    table.addColumn(u"ACTION"_s, Table::Align::right);
    table.addColumn(u"AT"_s);
    table.addColumn(u"ACTOR"_s);
    table.addColumn(u"WHAT"_s);
    table.addColumn(u"TICKET"_s, Table::Align::right);
    table.addColumn(u"ATTEMPT"_s, Table::Align::right);
    table.addColumn(u"OUTCOME"_s);
    table.addColumn(u"EVIDENCE"_s);
    table.addColumn(u"REASON"_s);
    return runList<board::ActionRow>(
        arguments, out, board::Subject::actions, table, &board::actions,
        [](Table &rows, const board::ActionRow &action) {
            rows.addRow({QString::number(action.id), localTime(action.at), action.actor, action.action,
                         action.job ? u"#"_s + QString::number(action.job->value()) : QString(),
                         action.attempt ? QString::number(action.attempt->value()) : QString(),
                         action.outcome, action.evidence, action.reason});
        },
        [](JsonWriter &writer, const board::ActionRow &action) { writeRow(writer, action); },
        [](const board::ActionRow &action) { return action.id; });
}

} // namespace

Command actionsCommand()
{
    return {.name = u"actions"_s,
            .summary = u"list what people did, why, and what came of it"_s,
            .operands = {{u"FILTER"_s, false, true}},
            .options = listOptions(),
            .details = u"The actor is the database login, taken by the database itself.\n"_s +
                       filterHelp(board::Subject::actions),
            .examples = {{u"oncectl actions action:cancel_attempt 'age:<1w'"_s, u"This week's cancels:"_s}},
            .run = &run};
}

} // namespace oncedesk
