#include "app/oncectl/commands.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/desk.h"
#include "app/oncectl/interrupt.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "core/base/jsonwriter.h"
#include "core/scenarios/playedjson.h"
#include "core/scenarios/scenario.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using lab::Beat;

namespace {

QString lineOf(const Beat &beat)
{
    const QString at = u"%1 s  "_s.arg(double(beat.at.count()) / 1000, 7, 'f', 3);
    const QString margin(at.size(), u' ');
    switch (beat.kind) {
    case Beat::Kind::note:
        return at + shown(u"%1: %2"_s.arg(beat.from, beat.text));
    case Beat::Kind::message:
        return at + shown(u"%1 → %2: %3"_s.arg(beat.from, beat.to, beat.text));
    case Beat::Kind::decision: {
        QString sql = QString::fromUtf8(beat.sql);
        sql.replace(u'\n', u'\n' + margin + u"      ");
        return at + shown(u"%1: %2"_s.arg(beat.from, beat.text)) + u'\n' + margin + u"    " + sql + u'\n' +
               margin + u"    %1 %2"_s.arg(beat.rows).arg(beat.rows == 1 ? u"row"_s : u"rows"_s);
    }
    case Beat::Kind::check:
        return (beat.holds ? u"✓ "_s : u"✗ "_s) + QString(at.size() - 2, u' ') + shown(beat.text);
    }
    Q_UNREACHABLE();
}

QList<lab::Scenario> chosen(const QString &name)
{
    if (name == u"all")
        return lab::scenarios();
    const lab::Scenario *one = lab::scenario(name);
    return one ? QList<lab::Scenario>{*one} : QList<lab::Scenario>();
}

QString names()
{
    QStringList names;
    for (const lab::Scenario &one : lab::scenarios())
        names += one.name;
    return names.join(u", "_s);
}

ExitCode clean(Desk &desk, Output &out)
{
    const auto closed = lab::cleanUp(desk.settings());
    if (!closed)
        return out.fail(closed.error());
    if (out.isJson()) {
        JsonWriter writer;
        writer.beginObject();
        writer.member(u"closed"_s, *closed);
        writer.endObject();
        out.json(writer.text());
    }
    out.say(u"Closed: %1. The Lab's providers are disabled until the next story."_s.arg(*closed));
    return ExitCode::done;
}

ExitCode run(const Arguments &arguments, Output &out)
{
    const QString name = arguments.operands().at(0);
    const QList<lab::Scenario> stories = chosen(name);
    if (stories.isEmpty() && name != u"clean")
        return out.fail(Error{
            ErrorKind::invalid,
            u"There is no scenario \"%1\". There are: %2, all, and clean."_s.arg(name.left(100), names()),
            {}});
    const auto desk = Desk::open(arguments);
    if (!desk)
        return out.fail(desk.error());
    if (name == u"clean")
        return clean(**desk, out);
    catchInterrupts();
    JsonWriter writer;
    writer.beginArray();
    int broken = 0;
    for (const lab::Scenario &story : stories) {
        out.say(u"%1 (%2)\n%3"_s.arg(story.title, story.name, story.about));
        const auto played = lab::play(story, (*desk)->settings(),
                                      {.see = [&out](const Beat &beat) { out.say(lineOf(beat)); },
                                       .hasLeft = [] { return interrupted(); }});
        if (!played)
            return out.fail(played.error());
        lab::write(writer, story, *played);
        broken += !played->holds();
        if (!played->trouble.isEmpty())
            out.say(u"✗ "_s + shown(played->trouble));
        out.say(QString());
        if (interrupted())
            break;
    }
    writer.endArray();
    if (out.isJson())
        out.json(writer.text());
    out.say(broken == 0 ? u"All that must hold does, in %1 of %1 scenarios."_s.arg(stories.size())
                        : u"%1 of %2 scenarios do not hold: see ✗ above."_s.arg(broken).arg(stories.size()));
    return unlessInterrupted(broken == 0 ? ExitCode::done : ExitCode::refused);
}

} // namespace

Command scenarioCommand()
{
    return {
        .name = u"scenario"_s,
        .summary = u"play a story of what goes wrong without the contract, and check that it does not here"_s,
        .operands = {{u"NAME"_s}},
        .options = {},
        .details =
            u"NAME is one of: %1; or all; or clean, which closes what a story that was broken off left open. "
            u"Each is played on the real engine and this very database, with simulated providers, and tells "
            u"what happens, which statement decided with how many rows, and what must hold. Jobs belong to "
            u"the owner lab. The login plays every part, so it needs all five roles. Exit code 3: something "
            u"does not hold."_s.arg(names()),
        .examples = {{u"oncectl scenario double-click"_s, u"Two clicks, one ticket."_s},
                     {u"oncectl scenario all --json"_s, u"A smoke test of a shared PostgreSQL."_s}},
        .run = &run};
}

} // namespace oncedesk
