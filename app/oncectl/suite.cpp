#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/table.h"
#include "app/oncectl/terminaltext.h"
#include "app/oncectl/when.h"
#include "core/base/jsonwriter.h"
#include "core/certify/suite.h"
#include "core/contract/certification.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qsizetype mostBytes = 1024 * 1024;

ExitCode runList(const Arguments &arguments, Output &out)
{
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto suites = (*desk)->run([](Session &session) { return Certification(session).suites(); });
    if (!suites)
        return out.fail(suites.error());
    Table table;
    for (const char *heading : {"INTENT", "VERSION", "SAVED", "BY"})
        table.addColumn(QString::fromLatin1(heading));
    JsonWriter writer;
    writer.beginArray();
    for (const SuiteRow &suite : *suites) {
        table.addRow(
            {suite.intent, QString::number(suite.version), localTime({suite.savedAt}), suite.savedBy});
        writer.beginObject();
        writer.member(u"intent"_s, suite.intent);
        writer.member(u"version"_s, suite.version);
        writer.member(u"saved_at"_s, suite.savedAt);
        writer.member(u"saved_by"_s, suite.savedBy);
        writer.endObject();
    }
    writer.endArray();
    if (out.isJson())
        out.json(writer.text());
    else if (table.isEmpty())
        out.say(u"There is no contract suite yet: oncectl suite import --suite @FILE"_s);
    else
        out.say(table);
    return ExitCode::done;
}

ExitCode runImport(const Arguments &arguments, Output &out)
{
    const auto text = arguments.text(u"suite"_s, mostBytes);
    if (!text)
        return out.fail(text.error());
    const auto suite = parseSuite(*text);
    if (!suite)
        return out.fail(suite.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const QString intent = suite->intent;
    const auto saved =
        (*desk)->call([&](Session &session) { return Certification(session).saveSuite(intent, *text); });
    if (!saved)
        return out.fail(saved.error());
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"intent"_s, intent);
        writer.member(u"version"_s, saved->version);
        writer.member(u"saved"_s, saved->isNew);
        writer.endObject();
        out.json(writer.text());
    }
    out.say(
        saved->isNew
            ? u"The contract suite of %1 is at version %2 now.%3"_s.arg(
                  shown(intent), QString::number(saved->version),
                  saved->version == 1 ? QString() : u" Certificates earned with an earlier one are stale."_s)
            : u"The contract suite of %1 is this very text already, version %2."_s.arg(shown(intent))
                  .arg(saved->version));
    return ExitCode::done;
}

ExitCode runExport(const Arguments &arguments, Output &out)
{
    const QString intent = arguments.operands().first();
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    const auto suites = (*desk)->run([](Session &session) { return Certification(session).suites(); });
    if (!suites)
        return out.fail(suites.error());
    for (const SuiteRow &suite : *suites) {
        if (suite.intent == intent) {
            out.json(suite.text);
            return ExitCode::done;
        }
    }
    return out.fail(
        {ErrorKind::refused,
         u"The intent \"%1\" has no contract suite. See oncectl suite list."_s.arg(intent.left(100)),
         {}});
}

} // namespace

Command suiteListCommand()
{
    return {.name = u"suite list"_s,
            .summary = u"list the contract suites, the latest of each intent"_s,
            .operands = {},
            .options = {},
            .details = {},
            .examples = {{u"oncectl suite list"_s, u"List them:"_s}},
            .run = &runList};
}

Command suiteImportCommand()
{
    return {.name = u"suite import"_s,
            .summary = u"save a contract suite as the next version of its intent's"_s,
            .operands = {},
            .options = {{u"suite"_s, u"JSON"_s, u"the suite; @FILE reads a file, - reads standard input"_s,
                         true}},
            .details =
                u"A contract suite says what the business needs of the answers to an intent, and has cases "
                "to try a provider with; docs/suites.md tells how to write one. Every version is kept; "
                "the latest counts. The same text again changes nothing."_s,
            .examples = {{u"oncectl suite import --suite @resources/suites/print.poster.json"_s,
                          u"From a file:"_s}},
            .run = &runImport};
}

Command suiteExportCommand()
{
    return {.name = u"suite export"_s,
            .summary = u"print the latest contract suite of an intent, as it was saved"_s,
            .operands = {{u"INTENT"_s}},
            .options = {},
            .details = {},
            .examples = {{u"oncectl suite export print.poster > print.poster.json"_s, u"Into a file:"_s}},
            .run = &runExport};
}

} // namespace oncedesk
