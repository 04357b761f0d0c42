#include "ui/providers/daypainter.h"

#include "ui/look/look.h"
#include "ui/look/mark.h"
#include "ui/providers/daywords.h"
#include "ui/widgets/times.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <cmath>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QFont numberFont()
{
    return look::fixedFont(look::Size::head);
}

QPen lineOf(const QColor &color, Qt::PenStyle style = Qt::SolidLine)
{
    QPen pen(color, 1.5, style, Qt::FlatCap, Qt::RoundJoin);
    if (style == Qt::DashLine)
        pen.setDashPattern({2.5, 2});
    return pen;
}

void drawText(QPainter &painter, const QRectF &rect, int flags, const QString &text, const QColor &color)
{
    painter.setPen(color);
    painter.drawText(rect, flags,
                     QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, rect.width()));
}

// A half hour between two in which nothing succeeded would be no line at all.
void drawStretches(QPainter &painter, const QList<QPolygonF> &stretches, const QPen &pen)
{
    for (const QPolygonF &stretch : stretches) {
        if (stretch.size() > 1) {
            painter.setPen(pen);
            painter.drawPolyline(stretch);
        } else {
            painter.setPen(QPen(pen.color(), 1.5, Qt::SolidLine, Qt::FlatCap));
            painter.drawLine(stretch[0] - QPointF(2, 0), stretch[0] + QPointF(2, 0));
        }
    }
}

} // namespace

void DayPainter::draw(QPainter &painter) const
{
    const QLocale locale;
    const board::HalfHour *one = marked >= layout.firstRead && marked >= 0 ? &day.halfHours[marked] : nullptr;
    const QString unread = marked >= 0 && one == nullptr ? DayWords::tr("not read") : QString();
    drawPane(painter, layout.inFlight, DayWords::tr("In flight"),
             one != nullptr     ? DayWords::inFlight(*one)
             : unread.isEmpty() ? DayWords::mostInFlight(day)
                                : unread,
             locale.toString(qint64(layout.inFlight.top)));
    drawInFlight(painter);
    drawPane(painter, layout.unknown, DayWords::tr("Unknown"),
             one != nullptr     ? DayWords::unknown(*one)
             : unread.isEmpty() ? DayWords::mostUnknown(day)
                                : unread,
             DayWords::tr("%1 %").arg(locale.toString(qint64(layout.unknown.top))));
    drawUnknown(painter);
    drawPane(painter, layout.took, DayWords::tr("Time taken"), unread,
             DayWords::round(std::chrono::milliseconds(qint64(layout.took.top))));
    drawTook(painter);
    if (unread.isEmpty())
        drawLegend(painter);
    drawAxis(painter);
    if (hasFocus) { // around the plots, so that it crosses no text
        for (const DayLayout::Pane *pane : {&layout.inFlight, &layout.unknown, &layout.took})
            drawFocus(painter, pane->plot.adjusted(-1, 0, 0, 1));
    }
}

void DayPainter::drawPane(QPainter &painter, const DayLayout::Pane &pane, const QString &name,
                          const QString &said, const QString &top) const
{
    const auto &c = look::colors();
    painter.setFont(look::font(look::Size::head, QFont::DemiBold));
    const qreal nameWidth = QFontMetricsF(painter.font()).horizontalAdvance(name) + 8;
    drawText(painter, pane.head, Qt::AlignLeft | Qt::AlignVCenter, name, c.muted);
    painter.setFont(numberFont());
    drawText(painter, pane.head.adjusted(nameWidth, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter, said,
             marked >= 0 ? c.text : c.muted);

    if (layout.firstRead > 0) {
        const QRectF unread(pane.plot.topLeft(), QPointF(layout.left(layout.firstRead), pane.plot.bottom()));
        painter.fillRect(unread, QBrush(c.line, Qt::BDiagPattern));
    }
    if (marked >= 0)
        painter.fillRect(QRectF(QPointF(layout.left(marked), pane.plot.top()),
                                QPointF(layout.left(marked + 1), pane.plot.bottom())),
                         c.accentTint);
    const QRectF scale(0, pane.plot.top(), pane.plot.left() - 6, pane.plot.height());
    drawText(painter, scale.adjusted(0, -4, 0, 0), Qt::AlignRight | Qt::AlignTop, top, c.faint);
    drawText(painter, scale.adjusted(0, 0, 0, 4), Qt::AlignRight | Qt::AlignBottom, QLocale().toString(0),
             c.faint);
    painter.setPen(QPen(c.line, 1));
    painter.drawLine(pane.plot.topLeft() + QPointF(0, 0.5), pane.plot.topRight() + QPointF(0, 0.5));
    painter.setPen(QPen(c.strongLine, 1));
    painter.drawLine(pane.plot.bottomLeft() + QPointF(0, 0.5), pane.plot.bottomRight() + QPointF(0, 0.5));
}

void DayPainter::drawInFlight(QPainter &painter) const
{
    if (layout.inFlightEdge.isEmpty())
        return;
    const auto &c = look::colors();
    QPolygonF area = layout.inFlightEdge;
    area << QPointF(area.last().x(), layout.inFlight.plot.bottom())
         << QPointF(area.first().x(), layout.inFlight.plot.bottom());
    QColor fill = c.accent;
    fill.setAlphaF(0.14F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(c.accent, 1));
    painter.drawPolyline(layout.inFlightEdge.translated(0, 0.5));
}

void DayPainter::drawUnknown(QPainter &painter) const
{
    for (const QRectF &bar : layout.unknownBars) {
        if (!bar.isNull())
            painter.fillRect(bar, look::colorOf(look::Mark::unknown));
    }
}

void DayPainter::drawTook(QPainter &painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawStretches(painter, layout.p95, lineOf(look::colors().faint, Qt::DashLine));
    drawStretches(painter, layout.p50, lineOf(look::colors().accent));
    painter.restore();
}

// From the right: p95, then p50, each with a piece of its line.
void DayPainter::drawLegend(QPainter &painter) const
{
    constexpr qreal piece = 14;
    const auto &c = look::colors();
    QString p50 = DayWords::tr("p50");
    QString p95 = DayWords::tr("p95");
    if (marked >= 0) {
        const board::HalfHour &one = day.halfHours[marked];
        const bool hasTime = one.succeeded > 0;
        p50 += u' ' + (hasTime ? Times::span(one.p50) : u"–"_s);
        p95 += u' ' + (hasTime ? Times::span(one.p95) : u"–"_s);
    }
    painter.setFont(numberFont());
    const QFontMetricsF metrics(painter.font());
    const QRectF head = layout.took.head;
    qreal right = head.right();
    for (const auto &[text, pen] :
         {std::pair(p95, lineOf(c.faint, Qt::DashLine)), std::pair(p50, lineOf(c.accent))}) {
        const qreal width = std::ceil(metrics.horizontalAdvance(text));
        painter.setPen(marked >= 0 ? c.text : c.muted);
        painter.drawText(QRectF(right - width, head.top(), width, head.height()), Qt::AlignVCenter, text);
        painter.setPen(pen);
        const qreal y = std::floor(head.center().y()) + 0.5;
        painter.drawLine(QPointF(right - width - 4 - piece, y), QPointF(right - width - 4, y));
        right -= width + 4 + piece + 10;
    }
}

void DayPainter::drawAxis(QPainter &painter) const
{
    const auto &c = look::colors();
    painter.setFont(numberFont());
    const QFontMetricsF metrics(painter.font());
    const auto drawAt = [&](qreal x, const QString &text, const QColor &color) {
        const qreal width = std::ceil(metrics.horizontalAdvance(text));
        QRectF place(x - width / 2, layout.axis.top(), width, layout.axis.height());
        place.moveLeft(std::clamp(place.left(), 0.0, std::max(0.0, layout.axis.right() - width)));
        painter.setPen(color);
        painter.drawText(place, Qt::AlignCenter, text);
    };
    if (marked >= 0) {
        drawAt((layout.left(marked) + layout.left(marked + 1)) / 2, DayWords::when(day.halfHours[marked]),
               c.text);
    } else {
        for (const DayLayout::Tick &tick : layout.ticks)
            drawAt(tick.x, tick.text, c.faint);
    }
    painter.setPen(QPen(c.strongLine, 1));
    for (const DayLayout::Tick &tick : layout.ticks) {
        for (const DayLayout::Pane *pane : {&layout.inFlight, &layout.unknown, &layout.took}) {
            const qreal x = std::floor(tick.x) + 0.5;
            painter.drawLine(QPointF(x, pane->plot.bottom()), QPointF(x, pane->plot.bottom() + 3));
        }
    }
    painter.setFont(look::font(look::Size::head));
    if (!layout.note.isNull())
        drawText(painter, layout.note, Qt::AlignLeft | Qt::AlignVCenter, DayWords::reach(day), c.muted);
}

void DayPainter::drawWords(QPainter &painter, const QRectF &rect, const QString &words, bool hasFocus)
{
    painter.setPen(QPen(look::colors().line, 1));
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5)); // the place of the charts, so that none jumps
    painter.setFont(look::font(look::Size::caption));
    painter.setPen(look::colors().muted);
    painter.drawText(rect.adjusted(12, 8, -12, -8), Qt::AlignCenter | Qt::TextWordWrap, words);
    if (hasFocus)
        drawFocus(painter, rect);
}

void DayPainter::drawFocus(QPainter &painter, const QRectF &rect)
{
    painter.setPen(QPen(look::colors().accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace oncedesk
