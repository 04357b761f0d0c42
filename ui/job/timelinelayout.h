// Where everything of a timeline lies, worked out without a window. No two texts overlap.
#pragma once

#include "ui/job/story.h"
#include "ui/job/timescale.h"

#include <QPointF>
#include <QRectF>

namespace oncedesk {

struct TimelineLayout
{
    struct Bar
    {
        QRectF rect;
        Story::Stretch stretch;
    };
    struct Point
    {
        QPointF at;
        int event = 0; // of the lane
    };
    struct Label
    {
        QRectF rect;
        QString text;
        int event = 0;
    };
    struct Row
    {
        QRectF rect;
        int lane = 0;
        QRectF titleRect;
        QRectF subtitleRect;
        QList<Bar> bars;
        QList<Point> points;
        QList<Label> labels;
        int unlabelled = 0; // events whose label found no place; their tool tips tell them
    };

    struct Gap
    {
        TimeScale::Break at;
        QString text; // how much time is left out
        QRectF rect;  // of the text, in the head; empty when there is no room for it
    };

    QList<TimeScale::Tick> ticks; // one that would touch a gap's text has no label
    QList<Gap> gaps;
    QList<Row> rows;
    // The line across all rows, and its words below them.
    std::optional<qreal> slotX;
    QRectF slotLabel;
    QString slotText;
    qreal width = 0;
    qreal height = 0; // all of it, the head with the ticks included

    static constexpr qreal headHeight = 34;
    static constexpr qreal titleWidth = 150;
    static constexpr qreal margin = 16;
    static constexpr qreal barHeight = 18;
    static constexpr qreal lineHeight = 16;
    static constexpr int mostLines = 4;

    [[nodiscard]] static TimelineLayout of(const Story &story, qreal width,
                                           const TimeScale::Measure &measure);

    // The event whose point or label is there; -1 for none.
    struct Hit
    {
        int row = -1;
        int event = -1;
    };
    [[nodiscard]] Hit at(const QPointF &point) const;
};

} // namespace oncedesk
