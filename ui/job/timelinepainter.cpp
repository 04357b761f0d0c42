#include "ui/job/timelinepainter.h"

#include "ui/look/look.h"
#include "ui/look/mark.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Timeline", text);
}

QString elided(const QFont &font, const QString &text, qreal width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

QColor colorOf(const Story::Event &event)
{
    // What merely happened speaks softly; a verdict has its state's colour.
    return event.mark == look::Mark::waiting || event.mark == look::Mark::running ? look::colors().muted
                                                                                  : look::colorOf(event.mark);
}

} // namespace

QFont TimelinePainter::labelFont()
{
    return look::font(look::Size::head);
}

void TimelinePainter::draw(QPainter &painter, const QRectF &seen) const
{
    painter.setPen(QPen(look::colors().line, 1));
    for (const TimeScale::Tick &tick : layout.ticks)
        painter.drawLine(QPointF(tick.x, std::max(seen.top(), TimelineLayout::headHeight - 6)),
                         QPointF(tick.x, seen.bottom()));
    for (const TimelineLayout::Row &row : layout.rows) {
        if (row.rect.intersects(seen) && story.lanes[row.lane].attempt == selected)
            painter.fillRect(row.rect.adjusted(4, 2, -4, -2),
                             hasFocus ? look::colors().selection : look::colors().accentTint);
    }
    if (layout.slotX) {
        painter.setPen(QPen(look::colorOf(look::Mark::succeeded), 1.6, Qt::CustomDashLine));
        QPen dashes = painter.pen();
        dashes.setDashPattern({3, 2.5});
        painter.setPen(dashes);
        painter.drawLine(QPointF(*layout.slotX, std::max(seen.top(), TimelineLayout::headHeight - 4)),
                         QPointF(*layout.slotX, std::min(seen.bottom(), layout.slotLabel.bottom())));
    }
    drawBreaks(painter, seen);
    for (const TimelineLayout::Row &row : layout.rows) {
        if (row.rect.intersects(seen))
            drawRow(painter, row);
    }
    if (layout.slotX && layout.slotLabel.intersects(seen)) {
        painter.setFont(labelFont());
        painter.fillRect(layout.slotLabel.adjusted(-2, 0, 2, 0), look::colors().surface);
        painter.setPen(look::colorOf(look::Mark::succeeded));
        painter.drawText(layout.slotLabel, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         layout.slotText);
    }
}

void TimelinePainter::drawHead(QPainter &painter) const
{
    painter.fillRect(QRectF(0, 0, layout.width, TimelineLayout::headHeight - 6), look::colors().surface);
    painter.setFont(labelFont());
    painter.setPen(look::colors().faint);
    for (const TimeScale::Tick &tick : layout.ticks)
        painter.drawText(QRectF(tick.labelLeft - 2, 8, tick.labelWidth + 4, 16),
                         Qt::AlignCenter | Qt::TextSingleLine, tick.label);
    painter.setPen(look::colors().muted);
    for (const TimelineLayout::Gap &gap : layout.gaps)
        painter.drawText(gap.rect.adjusted(-2, 0, 2, 0), Qt::AlignCenter | Qt::TextSingleLine,
                         gap.rect.isEmpty() ? QString() : gap.text);
}

// The axis is interrupted: a strip in the page's colour between two torn edges.
void TimelinePainter::drawBreaks(QPainter &painter, const QRectF &seen) const
{
    const qreal top = std::max(seen.top(), TimelineLayout::headHeight - 6);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const TimelineLayout::Gap &one : layout.gaps) {
        const TimeScale::Break &gap = one.at;
        painter.fillRect(QRectF(gap.left, top, gap.right - gap.left, seen.bottom() - top),
                         look::colors().page);
        painter.setPen(QPen(look::colors().strongLine, 1));
        for (const qreal edge : {gap.left, gap.right}) {
            QPainterPath torn(QPointF(edge, top));
            // From a fixed origin, so that the teeth stand still while it is scrolled.
            for (int tooth = int(top / 6); tooth * 6 <= seen.bottom(); ++tooth)
                torn.lineTo(edge + (tooth % 2 == 0 ? -2.5 : 2.5), tooth * 6);
            painter.drawPath(torn);
        }
    }
    painter.restore();
}

void TimelinePainter::drawRow(QPainter &painter, const TimelineLayout::Row &row) const
{
    const Story::Lane &lane = story.lanes[row.lane];
    const QFont title = look::font(look::Size::body, QFont::DemiBold);
    const look::Mark mark = look::markOf(lane.state);
    const QRectF shape(row.titleRect.left(), row.titleRect.center().y() - 5, 10, 10);
    look::drawShape(painter, shape, mark, look::colorOf(mark));
    painter.setFont(title);
    painter.setPen(look::colors().text);
    painter.drawText(row.titleRect.adjusted(16, 0, 0, 0),
                     Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     tr("Attempt %1").arg(lane.ordinal));
    painter.setFont(labelFont());
    painter.setPen(look::colors().muted);
    QString subtitle = lane.versionRead
                           ? u"%1 · %2"_s.arg(lane.provider, tr("read v%1").arg(*lane.versionRead))
                           : lane.provider;
    if (row.unlabelled > 0)
        subtitle = u"%1 · %2"_s.arg(tr("+%1 more").arg(row.unlabelled), lane.provider);
    painter.drawText(row.subtitleRect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     elided(labelFont(), subtitle, row.subtitleRect.width()));
    for (const TimelineLayout::Bar &bar : row.bars)
        drawBar(painter, bar);
    for (const TimelineLayout::Point &point : row.points)
        drawPoint(painter, point, lane.events[point.event]);
    const bool isSelected = lane.attempt == selected;
    for (const TimelineLayout::Label &label : row.labels) {
        // Lines behind it would run through its letters.
        painter.fillRect(label.rect.adjusted(-2, 1, 2, -1), !isSelected ? look::colors().surface
                                                            : hasFocus  ? look::colors().selection
                                                                        : look::colors().accentTint);
        painter.setPen(colorOf(lane.events[label.event]));
        painter.drawText(label.rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         elided(labelFont(), label.text, label.rect.width() + 1));
    }
}

void TimelinePainter::drawBar(QPainter &painter, const TimelineLayout::Bar &bar) const
{
    const QColor color = look::colorOf(bar.stretch.mark);
    const QRectF rect = bar.rect;
    painter.save();
    switch (bar.stretch.kind) {
    case Story::Stretch::Kind::waiting:
        painter.setPen(QPen(look::colors().strongLine, 1));
        painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
        break;
    case Story::Stretch::Kind::running:
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(rect, std::min(3.0, rect.width() / 2), 3);
        break;
    case Story::Stretch::Kind::unknown:
        painter.fillRect(rect, look::colors().warningTint);
        painter.setPen(QPen(color, 1));
        painter.drawLine(rect.topLeft() + QPointF(0, 0.5), rect.topRight() + QPointF(0, 0.5));
        painter.drawLine(rect.bottomLeft() - QPointF(0, 0.5), rect.bottomRight() - QPointF(0, 0.5));
        break;
    case Story::Stretch::Kind::ghost: {
        QPen dashes(look::colors().faint, 1, Qt::CustomDashLine);
        dashes.setDashPattern({3, 3});
        painter.setPen(dashes);
        painter.drawLine(rect.topLeft() + QPointF(4, 0.5), rect.topRight() + QPointF(-6, 0.5));
        painter.drawLine(rect.bottomLeft() + QPointF(4, -0.5), rect.bottomRight() + QPointF(-6, -0.5));
        break;
    }
    }
    if (bar.stretch.isOpen && bar.stretch.kind != Story::Stretch::Kind::waiting) {
        // Still going on: the end is torn off.
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look::colors().surface);
        QPolygonF torn;
        for (int tooth = 0; tooth <= 6; ++tooth)
            torn << QPointF(rect.right() - (tooth % 2 == 0 ? 0 : 3),
                            rect.top() - 1 + tooth * rect.height() / 6);
        torn << QPointF(rect.right() + 1, rect.bottom() + 1) << QPointF(rect.right() + 1, rect.top() - 1);
        painter.drawPolygon(torn);
    }
    painter.restore();
}

void TimelinePainter::drawPoint(QPainter &painter, const TimelineLayout::Point &point,
                                const Story::Event &event) const
{
    const QColor color = colorOf(event);
    const qreal half = TimelineLayout::barHeight / 2;
    painter.save();
    switch (event.shape) {
    case Story::Event::Shape::tick: {
        const bool isVerdict = event.mark != look::Mark::waiting && event.mark != look::Mark::running;
        const qreal reach = isVerdict ? half + 6 : half + 2;
        painter.setPen(QPen(color, isVerdict ? 2 : 1, event.moment.happened() ? Qt::SolidLine : Qt::DotLine));
        painter.drawLine(point.at - QPointF(0, reach), point.at + QPointF(0, reach));
        break;
    }
    case Story::Event::Shape::dot:
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(look::colors().surface, 1.5));
        painter.setBrush(color);
        painter.drawEllipse(point.at, 4, 4);
        break;
    case Story::Event::Shape::ring:
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(color, 2));
        painter.setBrush(look::colors().surface);
        painter.drawEllipse(point.at, 6, 6);
        break;
    case Story::Event::Shape::check:
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(look::colors().surface, 1));
        painter.setBrush(color);
        painter.drawEllipse(point.at, 7.5, 7.5);
        look::drawShape(painter, QRectF(point.at - QPointF(4, 4), QSizeF(8, 8)), look::Mark::succeeded,
                        look::colors().surface);
        break;
    }
    painter.restore();
}

} // namespace oncedesk
