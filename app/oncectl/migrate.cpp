#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"
#include "core/db/migrator.h"
#include "core/db/roles.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The statements go to stdout too, a line each, so that they can be handed to an administrator as they are.
ExitCode tellMissingRoles(const Error &error, const QStringList &statements, Output &out)
{
    out.remark(u"oncectl: "_s + shown(error.sentence));
    for (const QString &statement : statements)
        out.say(shown(statement));
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.key(u"error"_s);
        writer.beginObject();
        writer.member(u"kind"_s, wordOf(error.kind));
        writer.member(u"sentence"_s, error.sentence);
        writer.member(u"sqlstate"_s, error.sqlState.isEmpty() ? QString() : error.sqlState);
        writer.endObject();
        writer.key(u"statements"_s);
        writer.beginArray();
        for (const QString &statement : statements)
            writer.value(statement);
        writer.endArray();
        writer.endObject();
        out.json(writer.text());
    }
    return exitCodeOf(error);
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto desk = Desk::open(arguments, Desk::Needs::connection);
    if (!desk)
        return out.fail(desk.error());
    const auto report = (*desk)->run([](Session &session) { return migrate(session); });
    if (!report) {
        const bool lacksRoles =
            report.error().kind == ErrorKind::refused && report.error().sqlState == u"42501";
        const auto missing = (*desk)->run([](Session &session) { return missingRoleStatements(session); });
        if (lacksRoles && missing && !missing->isEmpty())
            return tellMissingRoles(report.error(), *missing, out);
        return out.fail(report.error());
    }
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"from"_s, report->from);
        writer.member(u"to"_s, report->to);
        writer.member(u"functions_replaced"_s, report->functionsReplaced);
        writer.endObject();
        out.json(writer.text());
    }
    const QString where = shown((*desk)->settings().describe());
    if (report->from != report->to)
        out.say(u"%1: the schema went from version %2 to %3."_s.arg(where, QString::number(report->from),
                                                                    QString::number(report->to)));
    else if (report->functionsReplaced)
        out.say(u"%1: the schema has version %2; its functions and views were brought up to date."_s.arg(
            where, QString::number(report->to)));
    else
        out.say(u"%1: the schema has version %2; there was nothing to do."_s.arg(
            where, QString::number(report->to)));
    return ExitCode::done;
}

} // namespace

Command migrateCommand()
{
    return {
        .name = u"migrate"_s,
        .summary = u"bring a database to this program's schema; all of it or nothing"_s,
        .operands = {},
        .options = {},
        .details =
            u"Needs a login that may create the schema \"oncedesk\" in the database, or that owns it. The "
            "roles oncedesk_viewer, oncedesk_operator, oncedesk_submitter, oncedesk_worker and "
            "oncedesk_admin are created where the login may; where it may not, the statements an "
            "administrator must run are printed. A database newer than the program is left alone."_s,
        .examples = {{u"oncectl --db postgresql://owner@db.example/shop migrate"_s,
                      u"Set up a shared database:"_s}},
        .run = &run};
}

} // namespace oncedesk
