#include "core/scenarios/playedjson.h"

namespace oncedesk::lab {

using namespace Qt::Literals::StringLiterals;

namespace {

QString kindOf(Beat::Kind kind)
{
    switch (kind) {
    case Beat::Kind::note:
        return u"note"_s;
    case Beat::Kind::message:
        return u"message"_s;
    case Beat::Kind::decision:
        return u"decision"_s;
    case Beat::Kind::check:
        return u"check"_s;
    }
    Q_UNREACHABLE();
}

void writeBeat(JsonWriter &writer, const Beat &beat)
{
    writer.beginObject();
    writer.member(u"at_ms"_s, qint64(beat.at.count()));
    writer.member(u"kind"_s, kindOf(beat.kind));
    writer.member(u"from"_s, beat.from);
    if (!beat.to.isNull())
        writer.member(u"to"_s, beat.to);
    writer.member(u"text"_s, beat.text);
    if (beat.kind == Beat::Kind::decision) {
        writer.member(u"sql"_s, QString::fromUtf8(beat.sql));
        writer.member(u"rows"_s, beat.rows);
    }
    if (beat.kind == Beat::Kind::check)
        writer.member(u"holds"_s, beat.holds);
    writer.endObject();
}

} // namespace

void write(JsonWriter &writer, const Scenario &scenario, const Played &played)
{
    writer.beginObject();
    writer.member(u"name"_s, scenario.name);
    writer.member(u"holds"_s, played.holds());
    writer.member(u"checks"_s, played.checks);
    writer.member(u"failed"_s, played.failed);
    writer.member(u"trouble"_s, played.trouble.isEmpty() ? QString() : played.trouble);
    writer.key(u"beats"_s);
    writer.beginArray();
    for (const Beat &beat : played.beats)
        writeBeat(writer, beat);
    writer.endArray();
    writer.endObject();
}

} // namespace oncedesk::lab
