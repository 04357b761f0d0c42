#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/interrupt.h"
#include "app/oncectl/output.h"
#include "app/oncectl/progress.h"
#include "core/base/jsonwriter.h"
#include "core/demo/demoshop.h"

#include <QElapsedTimer>
#include <QRandomGenerator>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

ExitCode run(const Arguments &arguments, Output &out)
{
    const auto jobs = arguments.number(u"jobs"_s, 0, 1, int(DemoShop::mostJobs));
    if (!jobs)
        return out.fail(jobs.error());
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    catchInterrupts();
    Progress progress;
    QElapsedTimer elapsed;
    elapsed.start();
    const QString run =
        u"%1"_s.arg(QRandomGenerator::system()->generate64() % 2176782336, 6, 36, QChar(u'0'));
    DemoShop shop((*desk)->settings(), run);
    const auto made = shop.make(*jobs, [&](qint64 done) {
        progress.show(u"%1 of %2 jobs, %3 a second …"_s.arg(
            grouped(done), grouped(*jobs), grouped(done * 1000 / qMax<qint64>(1, elapsed.elapsed()))));
        return !interrupted();
    });
    progress.clear();
    if (!made)
        return unlessInterrupted(out.fail(made.error()));
    const double seconds = double(qMax<qint64>(1, elapsed.elapsed())) / 1000;
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"jobs"_s, *jobs);
        writer.rawMember(u"seconds"_s, QByteArray::number(seconds, 'f', 3));
        writer.endObject();
        out.json(writer.text());
    }
    out.say(u"%1 demo jobs were made in %2 s."_s.arg(grouped(*jobs), QString::number(seconds, 'f', 1)));
    return ExitCode::done;
}

} // namespace

Command demoDataCommand()
{
    return {.name = u"demo-data"_s,
            .summary = u"fill a database with a plausible print shop, to look around in or to measure with"_s,
            .operands = {},
            .options = {{u"jobs"_s, u"N"_s, u"how many jobs"_s, true}},
            .details =
                u"Jobs of the last 30 days in every status, marked as demo, at simulated providers (inkjet, "
                u"laser, "
                "plotter, bindery; with -demo behind the name where you have such a provider with other "
                "settings). "
                "They are made through the same guards as real ones and can not be deleted afterwards: use a "
                "database that you can drop. Needs the login that owns the schema."_s,
            .examples = {{u"oncectl demo-data --jobs 10000"_s, u"A busy month:"_s}},
            .run = &run};
}

} // namespace oncedesk
