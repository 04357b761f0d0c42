#include "ui/job/timelinelayout.h"

#include "ui/widgets/times.h"

#include <QCoreApplication>
#include <algorithm>

namespace oncedesk {

namespace {

constexpr qreal gap = 8;     // between two labels
constexpr qreal toLabel = 4; // from an event to its label
constexpr qreal aboveBar = 10;
constexpr qreal belowBar = 6;
constexpr qreal belowRow = 8;
constexpr qreal rightMargin = 32; // half a tick's label

QList<qint64> momentsOf(const Story &story)
{
    QList<qint64> moments{story.end};
    for (const Story::Lane &lane : story.lanes) {
        for (const Story::Event &event : lane.events)
            moments.append(event.at);
        for (const Story::Stretch &stretch : lane.stretches)
            moments << stretch.from << stretch.to;
    }
    if (story.slot)
        moments.append(story.slot->at);
    return moments;
}

// Each label stands right of its event, on the first line under the bar that is free there; one that would
// leave the right edge is moved back.
void placeLabels(TimelineLayout::Row &row, const Story::Lane &lane, const TimeScale &scale, qreal left,
                 qreal right, const TimeScale::Measure &measure)
{
    const qreal top = row.rect.top() + aboveBar + TimelineLayout::barHeight + belowBar;
    QList<QRectF> taken[TimelineLayout::mostLines];
    for (int i = 0; i < lane.events.size(); ++i) {
        const Story::Event &event = lane.events[i];
        const qreal width = std::min(measure(event.label), right - left);
        const qreal x = std::max(left, std::min(scale.x(event.at) + toLabel, right - width));
        bool placed = false;
        for (int line = 0; line < TimelineLayout::mostLines && !placed; ++line) {
            const QRectF rect(x, top + line * TimelineLayout::lineHeight, width, TimelineLayout::lineHeight);
            const QRectF wanted = rect.adjusted(-gap / 2, 0, gap / 2, 0);
            placed = std::none_of(taken[line].cbegin(), taken[line].cend(),
                                  [&](const QRectF &other) { return other.intersects(wanted); });
            if (placed) {
                taken[line].append(wanted);
                row.labels.append({rect, event.label, i});
            }
        }
        row.unlabelled += placed ? 0 : 1;
    }
}

// How long a gap is matters more than the round time beside it.
void placeGaps(TimelineLayout &layout, const QList<TimeScale::Break> &breaks,
               const TimeScale::Measure &measure)
{
    qreal reached = 0;
    for (const TimeScale::Break &one : breaks) {
        TimelineLayout::Gap placed{one, Times::span(std::chrono::milliseconds(one.span)), {}};
        const qreal width = measure(placed.text);
        const QRectF rect((one.left + one.right - width) / 2, 8, width, TimelineLayout::lineHeight);
        if (rect.left() > reached) {
            placed.rect = rect;
            reached = rect.right() + gap;
            for (TimeScale::Tick &tick : layout.ticks) {
                if (tick.labelLeft < rect.right() + gap &&
                    tick.labelLeft + tick.labelWidth > rect.left() - gap)
                    tick.label.clear();
            }
        }
        layout.gaps.append(placed);
    }
}

} // namespace

TimelineLayout TimelineLayout::of(const Story &story, qreal width, const TimeScale::Measure &measure)
{
    TimelineLayout layout;
    layout.width = width;
    const qreal left = margin + titleWidth;
    const qreal right = std::max(left + 100, width - rightMargin);
    const TimeScale scale(momentsOf(story), left, right - left);
    layout.ticks = scale.ticks(measure);
    placeGaps(layout, scale.breaks(), measure);
    qreal y = headHeight;
    for (int i = 0; i < story.lanes.size(); ++i) {
        const Story::Lane &lane = story.lanes[i];
        Row row;
        row.lane = i;
        row.rect = QRectF(0, y, width, 0);
        const qreal barTop = y + aboveBar;
        for (const Story::Stretch &stretch : lane.stretches) {
            const qreal from = scale.x(stretch.from);
            // However short, it can be seen.
            const qreal to = std::max(scale.x(stretch.to), from + (stretch.isOpen ? 3 : 1));
            row.bars.append({QRectF(from, barTop, to - from, barHeight), stretch});
        }
        for (int event = 0; event < lane.events.size(); ++event)
            row.points.append({QPointF(scale.x(lane.events[event].at), barTop + barHeight / 2), event});
        placeLabels(row, lane, scale, left, right + rightMargin - 8, measure);
        qreal lowest = barTop + barHeight + belowBar + lineHeight;
        for (const Label &label : std::as_const(row.labels))
            lowest = std::max(lowest, label.rect.bottom());
        row.rect.setBottom(lowest + belowRow);
        row.titleRect = QRectF(margin, barTop, titleWidth - 12, barHeight);
        row.subtitleRect = QRectF(margin, barTop + barHeight, titleWidth - 12, lineHeight);
        y = row.rect.bottom();
        layout.rows.append(row);
    }
    if (story.slot) {
        layout.slotX = scale.x(story.slot->at);
        layout.slotText =
            story.slot->ordinal > 0
                ? QCoreApplication::translate("TimelineLayout", "result slot taken by attempt %1")
                      .arg(story.slot->ordinal)
                : QCoreApplication::translate("TimelineLayout", "result slot taken");
        const qreal textWidth = measure(layout.slotText);
        const qreal x = std::max(left, std::min(*layout.slotX + 6, width - 8 - textWidth));
        layout.slotLabel = QRectF(x, y, textWidth, lineHeight);
        y += lineHeight + belowRow;
    }
    layout.height = y;
    return layout;
}

TimelineLayout::Hit TimelineLayout::at(const QPointF &point) const
{
    constexpr qreal near = 7;
    for (int i = 0; i < rows.size(); ++i) {
        const Row &row = rows[i];
        if (!row.rect.contains(point))
            continue;
        for (const Label &label : row.labels) {
            if (label.rect.contains(point))
                return {i, label.event};
        }
        Hit hit{i, -1};
        qreal closest = near;
        for (const Point &mark : row.points) {
            const qreal distance = std::abs(mark.at.x() - point.x());
            if (distance <= closest && std::abs(mark.at.y() - point.y()) <= barHeight) {
                closest = distance;
                hit.event = mark.event;
            }
        }
        return hit;
    }
    return {};
}

} // namespace oncedesk
