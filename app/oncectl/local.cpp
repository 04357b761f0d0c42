#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"
#include "core/db/migrator.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString about =
    u"The private desk is a PostgreSQL of your own, started from the installed server binaries. It "
    "lies in your data folder, or in the folder that ONCEDESK_HOME names. Commands start it and stop "
    "it by themselves; \"local start\" keeps it running between them."_s;

ExitCode answerUri(const ConnectionSettings &settings, Output &out)
{
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"uri"_s, uriOf(settings));
        writer.endObject();
        out.json(writer.text());
    }
    out.say(shown(uriOf(settings)));
    return ExitCode::done;
}

ExitCode runStart(const Arguments &, Output &out)
{
    const auto settings = LocalServer::start({});
    if (!settings)
        return out.fail(settings.error());
    Database database(*settings);
    const auto migrated = database.run([](Session &session) { return migrate(session); }).takeResult();
    if (!migrated)
        return out.fail(migrated.error());
    return answerUri(*settings, out);
}

ExitCode runStop(const Arguments &, Output &out)
{
    const auto stopped = LocalServer::stop({});
    if (!stopped)
        return out.fail(stopped.error());
    out.say(u"The private desk is stopped."_s);
    if (out.isJson())
        out.json("{\"running\":false}");
    return ExitCode::done;
}

ExitCode runUri(const Arguments &, Output &out)
{
    const auto settings = LocalServer::find({});
    if (!settings)
        return out.fail(settings.error());
    return answerUri(*settings, out);
}

} // namespace

Command localStartCommand()
{
    return {.name = u"local start"_s,
            .summary = u"start the private desk and keep it running; prints its URI"_s,
            .operands = {},
            .options = {},
            .details = about,
            .examples = {{u"oncectl local start"_s, u"Start it, for psql or programs in other languages:"_s},
                         {u"psql \"$(oncectl local uri)\""_s, u"Look into it:"_s}},
            .run = &runStart};
}

Command localStopCommand()
{
    return {.name = u"local stop"_s,
            .summary = u"stop a private desk that was kept running"_s,
            .operands = {},
            .options = {},
            .details = about + u"\nStopping is refused while another program uses it."_s,
            .examples = {{u"oncectl local stop"_s, u"Stop it:"_s}},
            .run = &runStop};
}

Command localUriCommand()
{
    return {.name = u"local uri"_s,
            .summary = u"print the URI of the private desk that runs now"_s,
            .operands = {},
            .options = {},
            .details = about,
            .examples = {{u"psql \"$(oncectl local uri)\" -c 'SELECT * FROM oncedesk.job_status_view'"_s,
                          u"Ask it something in SQL:"_s}},
            .run = &runUri};
}

} // namespace oncedesk
