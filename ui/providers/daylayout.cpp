#include "ui/providers/daylayout.h"

#include "ui/widgets/times.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int hoursBetweenTicks = 6;

double percent(const board::HalfHour &one)
{
    return one.started > 0 ? 100.0 * one.unknown / one.started : 0;
}

QList<DayLayout::Tick> ticksOf(const board::ProviderDay &day, const DayLayout &layout)
{
    const QDateTime begin = Times::instance().shown(day.halfHours.first().at);
    const QDateTime end = Times::instance().shown(day.halfHours.last().until);
    const qint64 whole = begin.msecsTo(end);
    QDateTime at = begin;
    at.setTime(QTime(begin.time().hour() / hoursBetweenTicks * hoursBetweenTicks, 0));
    QList<DayLayout::Tick> ticks;
    for (; at <= end; at = at.addSecs(3600 * hoursBetweenTicks)) {
        const qreal x =
            layout.left(0) + (layout.right() - layout.left(0)) * qreal(begin.msecsTo(at)) / qreal(whole);
        if (x >= layout.left(0))
            ticks += DayLayout::Tick{x, at.toString(u"HH:mm"_s)};
    }
    return ticks;
}

// The line through the middle of each half hour in which something succeeded.
QList<QPolygonF> lineOf(const board::ProviderDay &day, const DayLayout &layout,
                        std::chrono::milliseconds board::HalfHour::*value)
{
    QList<QPolygonF> stretches;
    bool goesOn = false;
    for (int i = layout.firstRead; i < layout.count; ++i) {
        const board::HalfHour &one = day.halfHours[i];
        if (one.succeeded > 0) {
            if (!goesOn)
                stretches += QPolygonF();
            stretches.last() += QPointF((layout.left(i) + layout.left(i + 1)) / 2,
                                        layout.took.y(double((one.*value).count())));
        }
        goesOn = one.succeeded > 0;
    }
    return stretches;
}

} // namespace

int unreadHalfHours(const board::ProviderDay &day)
{
    if (!day.openedSince.happened())
        return 0;
    const QDateTime since = day.openedSince.toUtc();
    return int(std::count_if(day.halfHours.cbegin(), day.halfHours.cend(),
                             [&](const board::HalfHour &one) { return one.until.toUtc() <= since; }));
}

qreal DayLayout::Pane::y(double value) const
{
    return plot.bottom() - plot.height() * std::clamp(value / top, 0.0, 1.0);
}

qreal DayLayout::heightFor(qreal plot, bool hasNote)
{
    return 3 * (headHeight + plot) + 2 * gap + axisHeight + (hasNote ? headHeight : 0);
}

DayLayout DayLayout::of(const board::ProviderDay &day, QSizeF size)
{
    DayLayout layout;
    layout.count = int(day.halfHours.size());
    if (layout.count == 0)
        return layout;
    layout.firstRead = unreadHalfHours(day);
    const bool hasNote = layout.firstRead > 0;
    const qreal plot = std::max(leastPlot, std::floor((size.height() - heightFor(0, hasNote)) / 3));
    // Whole pixels for every half hour keep bars of one width.
    const qreal room = std::max<qreal>(layout.count, size.width() - gutter);
    const qreal width = std::floor(room / layout.count) * layout.count;
    qreal y = 0;
    for (Pane *pane : {&layout.inFlight, &layout.unknown, &layout.took}) {
        pane->head = QRectF(0, y, size.width(), headHeight);
        pane->plot = QRectF(size.width() - width, y + headHeight, width, plot);
        y += headHeight + plot + gap;
    }
    layout.axis = QRectF(0, y - gap, size.width(), axisHeight);
    if (hasNote)
        layout.note = QRectF(0, layout.axis.bottom(), size.width(), headHeight);

    int mostInFlight = 0;
    double mostUnknown = 0;
    std::chrono::milliseconds longest{0};
    for (int i = layout.firstRead; i < layout.count; ++i) {
        mostInFlight = std::max(mostInFlight, day.halfHours[i].mostInFlight);
        mostUnknown = std::max(mostUnknown, percent(day.halfHours[i]));
        longest = std::max(longest, day.halfHours[i].p95);
    }
    layout.inFlight.top = topOfCount(mostInFlight);
    layout.unknown.top = topOfPercent(mostUnknown);
    layout.took.top = topOfTime(longest);

    for (int i = 0; i < layout.count; ++i) {
        const board::HalfHour &one = day.halfHours[i];
        const bool isRead = i >= layout.firstRead;
        if (isRead) {
            const qreal level = layout.inFlight.y(one.mostInFlight);
            layout.inFlightEdge << QPointF(layout.left(i), level) << QPointF(layout.left(i + 1), level);
        }
        QRectF bar;
        if (isRead && one.unknown > 0) {
            // Few of many still show.
            const qreal top = std::min(layout.unknown.y(percent(one)), layout.unknown.plot.bottom() - 2);
            bar = QRectF(QPointF(layout.left(i), top),
                         QPointF(layout.left(i + 1) - 1, layout.unknown.plot.bottom()));
        }
        layout.unknownBars += bar;
    }
    layout.p50 = lineOf(day, layout, &board::HalfHour::p50);
    layout.p95 = lineOf(day, layout, &board::HalfHour::p95);
    layout.ticks = ticksOf(day, layout);
    return layout;
}

int DayLayout::halfHourAt(qreal x) const
{
    if (count == 0 || x < left(0) || x >= right())
        return -1;
    return std::min(count - 1, int((x - left(0)) / (inFlight.plot.width() / count)));
}

qreal DayLayout::left(int halfHour) const
{
    return inFlight.plot.left() + inFlight.plot.width() * halfHour / std::max(1, count);
}

double DayLayout::topOfCount(int most)
{
    double top = 2;
    for (double ten = 1; top < most; ten *= 10) { // 2, 5, 10, 20, 50 …
        for (const double step : {5.0, 10.0, 20.0}) {
            if (top < most)
                top = step * ten;
        }
    }
    return top;
}

double DayLayout::topOfPercent(double most)
{
    for (const double top : {5.0, 10.0, 25.0, 50.0}) {
        if (most <= top)
            return top;
    }
    return 100;
}

double DayLayout::topOfTime(std::chrono::milliseconds most)
{
    constexpr std::chrono::milliseconds tops[] = {100ms, 200ms, 500ms, 1s, 2s, 5s, 10s, 20s, 30s, 1min, 2min,
                                                  5min,  10min, 30min, 1h, 2h, 6h, 12h, 24h, 72h, 240h};
    const auto *top = std::find_if(std::begin(tops), std::end(tops), [&](auto one) { return most <= one; });
    return double((top == std::end(tops) ? most : *top).count());
}

} // namespace oncedesk
