#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/progress.h"
#include "app/oncectl/shift.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"
#include "core/board/providers.h"
#include "core/contract/ledger.h"
#include "core/engine/worker.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Wanted
{
    Worker::Options worker;
    Shift::Options shift;
};

Result<Wanted> readWanted(const Arguments &arguments)
{
    Wanted wanted;
    wanted.worker.name = arguments.value(u"name"_s);
    wanted.worker.version = QStringLiteral(ONCEDESK_VERSION);
    if (arguments.has(u"name"_s) &&
        (wanted.worker.name.trimmed().isEmpty() || wanted.worker.name.toUtf8().size() > 200))
        return Error{ErrorKind::invalid, u"--name takes a name of 1 to 200 bytes."_s, {}};
    if (arguments.has(u"providers"_s)) {
        const QStringList names = arguments.value(u"providers"_s).split(u',');
        for (const QString &name : names) {
            if (name.trimmed().isEmpty())
                return Error{ErrorKind::invalid,
                             u"--providers takes names with commas between them, for example inkjet,laser."_s,
                             {}};
            wanted.worker.providers += name.trimmed();
        }
    }
    const auto concurrency = arguments.number(u"concurrency"_s, wanted.worker.concurrency, 1, 10000);
    if (!concurrency)
        return concurrency.error();
    wanted.worker.concurrency = *concurrency;
    const auto duration = arguments.seconds(u"for"_s, -1, 10000000);
    if (!duration)
        return duration.error();
    if (arguments.has(u"for"_s))
        wanted.shift.duration = std::chrono::milliseconds(qint64(*duration * 1000));
    const auto grace = arguments.seconds(u"grace"_s, 10, 86400);
    if (!grace)
        return grace.error();
    wanted.shift.grace = std::chrono::milliseconds(qint64(*grace * 1000));
    wanted.shift.untilIdle = arguments.has(u"until-idle"_s);
    wanted.shift.providers = wanted.worker.providers;
    return wanted;
}

// A name that nobody has is a slip of the finger that would wait for ever.
Result<Done> checkProviders(Desk &desk, const QStringList &wanted)
{
    const auto providers = desk.run([](Session &session) { return board::providers(session); });
    if (!providers)
        return Done{}; // a worker's login need not see them; the worker itself will say what it lacks
    for (const QString &name : wanted) {
        bool known = false;
        for (const board::ProviderRow &provider : *providers)
            known = known || provider.name == name;
        if (!known)
            return Error{ErrorKind::refused,
                         u"There is no provider \"%1\". See oncectl providers list."_s.arg(name),
                         {}};
    }
    return Done{};
}

void answer(const Worker::Counters &counters, const QString &name, Output &out)
{
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"worker"_s, name);
        writer.member(u"claimed"_s, counters.claimed);
        writer.member(u"won"_s, counters.won);
        writer.member(u"lost"_s, counters.lost);
        writer.member(u"failed"_s, counters.failed);
        writer.member(u"unknown"_s, counters.unknown);
        writer.endObject();
        out.json(writer.text());
    }
    out.say(u"Claimed %1: %2 won, %3 lost, %4 failed, %5 unknown."_s.arg(
        grouped(counters.claimed), grouped(counters.won), grouped(counters.lost), grouped(counters.failed),
        grouped(counters.unknown)));
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto wanted = readWanted(arguments);
    if (!wanted)
        return out.fail(wanted.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    if (auto may = (*desk)->run([](Session &session) { return Ledger(session).mayWork(); }); !may)
        return out.fail(may.error());
    if (auto checked = checkProviders(**desk, wanted->worker.providers); !checked)
        return out.fail(checked.error());

    Worker worker((*desk)->settings(), wanted->worker);
    Shift shift(worker, **desk, wanted->shift, out);
    shift.run();
    answer(worker.counters(), worker.name(), out);
    // The database was away to the end: what these came to is not stored yet, and becomes unknown.
    return worker.counters().inFlight > 0 ? ExitCode::disconnected : ExitCode::done;
}

} // namespace

Command workCommand()
{
    return {
        .name = u"work"_s,
        .summary = u"carry attempts out: claim them, send them to their providers, report what came back"_s,
        .operands = {},
        .options = {{u"providers"_s, u"A,B"_s,
                     u"serve only these; otherwise all that are enabled, new ones too"_s},
                    {u"concurrency"_s, u"N"_s, u"attempts under way at once (100)"_s},
                    {u"name"_s, u"N"_s,
                     u"this worker's name in the history; otherwise a unique one is made"_s},
                    {u"for"_s, u"S"_s, u"stop after S seconds"_s},
                    {u"until-idle"_s, {}, u"stop when nothing is waiting, under way or listened for"_s},
                    {u"grace"_s, u"S"_s,
                     u"when stopping, give running calls S seconds (10); the rest becomes unknown"_s}},
        .details =
            u"Runs until it is stopped. Ctrl+C or SIGTERM stops it in an orderly way: it claims nothing more "
            u"and "
            "gives running calls the grace; a second one ends the grace at once. A database that is away is "
            "waited for. Any number of workers may run, on any number of machines. Secrets of providers "
            "(env:NAME) are read from this process's environment."_s,
        .examples = {{u"oncectl work"_s, u"Serve all providers:"_s},
                     {u"INKJET_TOKEN=… oncectl work --providers inkjet --concurrency 20"_s,
                      u"Serve one, with its secret:"_s},
                     {u"oncectl work --until-idle"_s, u"Carry out what is there, then end:"_s}},
        .run = &run};
}

} // namespace oncedesk
