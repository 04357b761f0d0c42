#include "ui/lab/sequencelayout.h"

#include <algorithm>

namespace oncedesk {

using lab::Beat;

namespace {

constexpr qreal narrowestLane = 68;
constexpr qreal widestLane = 110;
constexpr qreal lanesShare = 0.36; // of the width
constexpr qreal leastRow = 26;
constexpr qreal gap = 12;

// Who acts stands left of the database, who works for it right of it.
int rankOf(const QString &lane)
{
    if (lane == u"database")
        return 1;
    if (lane.startsWith(u"worker"))
        return 2;
    if (lane == u"inkjet" || lane == u"laser")
        return 3;
    return 0;
}

QStringList lanesOf(const QList<Beat> &beats)
{
    QStringList names;
    for (const Beat &beat : beats) {
        for (const QString &name : {beat.from, beat.to}) {
            if (!name.isEmpty() && !names.contains(name))
                names += name;
        }
    }
    std::ranges::stable_sort(names, {}, rankOf);
    return names;
}

} // namespace

SequenceLayout SequenceLayout::of(const QList<Beat> &beats, qreal width, const Measure &measure)
{
    SequenceLayout layout;
    const QStringList names = lanesOf(beats);
    if (names.isEmpty())
        return layout;
    layout.laneWidth =
        std::clamp((width - timeWidth) * lanesShare / qreal(names.size()), narrowestLane, widestLane);
    for (qsizetype i = 0; i < names.size(); ++i)
        layout.lanes += {names[i], timeWidth + layout.laneWidth * (qreal(i) + 0.5)};
    const qreal left = timeWidth + layout.laneWidth * qreal(names.size()) + gap;
    const qreal room = std::max<qreal>(160, width - left - gap);

    qreal y = headHeight;
    std::chrono::milliseconds before{0};
    for (qsizetype i = 0; i < beats.size(); ++i) {
        const Beat &beat = beats[i];
        Row row{.beat = int(i), .words = {}, .sql = {}};
        if (beat.at - before >= longWait) {
            row.wait = beat.at - before;
            y += waitHeight;
        }
        before = beat.at;
        row.top = y;
        row.from = beat.kind == Beat::Kind::check ? -1 : int(names.indexOf(beat.from));
        row.to = int(names.indexOf(beat.to));
        row.words = {left, y + 5, room, measure(beat.text, false, room)};
        row.height = std::max(leastRow, row.words.height() + 10);
        if (!beat.sql.isEmpty()) {
            row.sql = {left, row.words.bottom() + 4, room,
                       measure(QString::fromUtf8(beat.sql), true, room - 16) + 12};
            row.height = row.sql.bottom() + 6 - y;
        }
        y += row.height;
        layout.rows += row;
    }
    layout.height = y + gap;
    return layout;
}

} // namespace oncedesk
