#include "app/oncectl/commands.h"

#include "app/oncectl/jsonrows.h"
#include "app/oncectl/listing.h"
#include "app/oncectl/when.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString thrownAway(const board::RaceRow &race)
{
    if (race.won)
        return {};
    return u"%1 bytes, sha256 %2…"_s.arg(QString::number(race.resultSize), race.resultSha256.left(12));
}

ExitCode run(const Arguments &arguments, Output &out)
{
    Table table;
    table.addColumn(u"RACE"_s, Table::Align::right);
    table.addColumn(u"AT"_s);
    table.addColumn(u"TICKET"_s, Table::Align::right);
    table.addColumn(u"ATTEMPT"_s, Table::Align::right);
    table.addColumn(u"PROVIDER"_s);
    table.addColumn(u"OUTCOME"_s);
    table.addColumn(u"BECAUSE"_s);
    table.addColumn(u"READ"_s, Table::Align::right);
    table.addColumn(u"FOUND"_s, Table::Align::right);
    table.addColumn(u"WINNER"_s, Table::Align::right);
    table.addColumn(u"THROWN AWAY"_s);
    return runList<board::RaceRow>(
        arguments, out, board::Subject::races, table, &board::races,
        [](Table &rows, const board::RaceRow &race) {
            rows.addRow({QString::number(race.id), localTime(race.at),
                         u"#"_s + QString::number(race.job.value()), QString::number(race.attempt.value()),
                         race.provider, race.won ? u"won"_s : u"lost"_s, race.lostBecause,
                         QString::number(race.versionRead), QString::number(race.versionFound),
                         race.winner ? QString::number(race.winner->value()) : QString(), thrownAway(race)});
        },
        [](JsonWriter &writer, const board::RaceRow &race) { writeRow(writer, race); },
        [](const board::RaceRow &race) { return race.id; });
}

} // namespace

Command racesCommand()
{
    return {
        .name = u"races"_s,
        .summary = u"list the race log: every compare-and-swap on a result slot, won or lost"_s,
        .operands = {{u"FILTER"_s, false, true}},
        .options = listOptions(),
        .details =
            u"READ is the job's version that the attempt read when it started, FOUND the one it met when it "
            "finished. Of a result that lost only its size and SHA-256 are kept.\n"_s +
            filterHelp(board::Subject::races),
        .examples = {{u"oncectl races outcome:lost"_s, u"What came too late:"_s},
                     {u"oncectl races '#45'"_s, u"The races of one ticket:"_s}},
        .run = &run};
}

} // namespace oncedesk
