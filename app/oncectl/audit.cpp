#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/interrupt.h"
#include "app/oncectl/output.h"
#include "app/oncectl/progress.h"
#include "app/oncectl/terminaltext.h"
#include "core/audit/audit.h"
#include "core/base/jsonwriter.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

void writeResults(const QList<AuditResult> &results, bool clean, Output &out)
{
    JsonWriter writer;
    writer.beginObject();
    writer.member(u"clean"_s, clean);
    writer.key(u"checks"_s);
    writer.beginArray();
    for (const AuditResult &result : results) {
        writer.beginObject();
        writer.member(u"name"_s, QString::fromLatin1(result.check.name));
        writer.member(u"promise"_s, result.check.promise);
        writer.key(u"findings"_s);
        writer.beginArray();
        for (const QString &finding : result.findings)
            writer.value(finding);
        writer.endArray();
        writer.member(u"more"_s, result.isCut);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    out.json(writer.text());
}

void sayResults(const QList<AuditResult> &results, bool clean, Output &out)
{
    for (const AuditResult &result : results) {
        out.say((result.findings.isEmpty() ? u"holds   "_s : u"BROKEN  "_s) + result.check.promise);
        for (const QString &finding : result.findings)
            out.say(u"        "_s + shown(finding));
        if (result.isCut)
            out.say(u"        and more: see them with --limit."_s);
    }
    out.say(clean ? u"The history keeps every promise."_s
                  : u"The history breaks promises. Nothing was changed. Somebody with the rights of the "
                    u"schema's owner has "
                    "written past the contract, or the database is damaged."_s);
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto limit = arguments.number(u"limit"_s, 20, 1, 10000);
    if (!limit)
        return out.fail(limit.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    catchInterrupts();
    Progress progress;
    const auto results = (*desk)->runUntilInterrupted([&](Session &session) {
        return audit(session, *limit, [&progress](int done) {
            progress.show(u"Check %1 of %2: %3 …"_s.arg(QString::number(done + 1),
                                                        QString::number(auditChecks().size()),
                                                        auditChecks()[done].promise));
            return !interrupted();
        });
    });
    progress.clear();
    if (!results && interrupted())
        return unlessInterrupted(
            out.fail({ErrorKind::internal,
                      u"The audit was interrupted: whether the history keeps every promise is open. Nothing "
                      "was changed; run it again to know."_s,
                      {}}));
    if (!results)
        return out.fail(results.error());
    bool clean = true;
    for (const AuditResult &result : *results)
        clean = clean && result.findings.isEmpty();
    if (out.isJson())
        writeResults(*results, clean, out);
    else
        sayResults(*results, clean, out);
    return clean ? ExitCode::done : ExitCode::failed;
}

} // namespace

Command auditCommand()
{
    return {
        .name = u"audit"_s,
        .summary = u"check the whole history against the promises of the contract; changes nothing"_s,
        .operands = {},
        .options = {{u"limit"_s, u"N"_s, u"show at most N findings of each check (20)"_s}},
        .details =
            u"Exit code 0: every promise holds; 1: findings, each naming its rows; 130 or 143: "
            "interrupted, which says nothing. Everything is read in one "
            "read-only transaction on one snapshot, so that work may go on meanwhile. A login that may read "
            "(oncedesk_viewer) is enough. On a large database this reads every table whole."_s,
        .examples = {{u"oncectl audit"_s, u"Check:"_s}},
        .run = &run};
}

} // namespace oncedesk
