// Where everything of a provider's day lies: three charts above one another, sharing the time axis. Plain
// geometry; nothing here paints.
#pragma once

#include "core/board/providerday.h"

#include <QList>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

namespace oncedesk {

struct DayLayout
{
    struct Pane
    {
        QRectF head; // its name, and what it says in numbers
        QRectF plot;
        double top = 1; // the value at the plot's upper edge; 0 is at the lower one

        [[nodiscard]] qreal y(double value) const;
    };
    struct Tick
    {
        qreal x = 0;
        QString text; // "18:00"
    };

    static constexpr qreal gutter = 44; // left of the plots, for their scales
    static constexpr qreal headHeight = 18;
    static constexpr qreal axisHeight = 16;
    static constexpr qreal gap = 8;
    static constexpr qreal leastPlot = 18;

    Pane inFlight;
    Pane unknown; // percent
    Pane took;    // milliseconds
    QRectF axis;
    QRectF note; // null unless only a part of the day was read
    QList<Tick> ticks;
    int firstRead = 0; // half hours before it were not read
    int count = 0;     // of half hours
    QPolygonF inFlightEdge;
    QList<QRectF> unknownBars; // by half hour; null where nothing was unknown
    QList<QPolygonF> p50;      // each without a gap: where nothing succeeded there is no time
    QList<QPolygonF> p95;

    [[nodiscard]] static DayLayout of(const board::ProviderDay &day, QSizeF size);
    [[nodiscard]] static qreal heightFor(qreal plot, bool hasNote);

    // -1: none is there.
    [[nodiscard]] int halfHourAt(qreal x) const;
    [[nodiscard]] qreal left(int halfHour) const;
    [[nodiscard]] qreal right() const { return left(count); }

    // The next round number for a scale.
    [[nodiscard]] static double topOfCount(int most);
    [[nodiscard]] static double topOfPercent(double most);
    [[nodiscard]] static double topOfTime(std::chrono::milliseconds most);
};

// The number of half hours, from the first, of which nothing was read.
[[nodiscard]] int unreadHalfHours(const board::ProviderDay &day);

} // namespace oncedesk
