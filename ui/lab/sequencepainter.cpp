#include "ui/lab/sequencepainter.h"

#include "ui/look/look.h"
#include "ui/look/mark.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using lab::Beat;

namespace {

QFont wordsFont()
{
    return look::font(look::Size::body);
}

QFont sqlFont()
{
    return look::fixedFont(look::Size::caption);
}

look::Mark markOf(bool isGood)
{
    return isGood ? look::Mark::succeeded : look::Mark::failed;
}

QString seconds(std::chrono::milliseconds time)
{
    return u"%1 s"_s.arg(QString::number(double(time.count()) / 1000, 'f', 2));
}

} // namespace

qreal SequencePainter::measure(const QString &text, bool isFixed, qreal width)
{
    const QFontMetricsF metrics(isFixed ? sqlFont() : wordsFont());
    return metrics.boundingRect(QRectF(0, 0, width, 10000), Qt::TextWordWrap | Qt::AlignLeft, text).height();
}

void SequencePainter::draw(QPainter &painter, const QRectF &area, qreal headTop) const
{
    painter.fillRect(area, look::colors().surface);
    drawLanes(painter, area);
    for (const SequenceLayout::Row &row : layout.rows) {
        if (row.beat >= shown)
            break;
        if (row.top + row.height >= area.top() && row.top - SequenceLayout::waitHeight <= area.bottom())
            drawRow(painter, row);
    }
    drawHeads(painter, area, headTop);
}

void SequencePainter::drawLanes(QPainter &painter, const QRectF &area) const
{
    painter.setPen(QPen(look::colors().line, 1, Qt::DashLine));
    for (const SequenceLayout::Lane &lane : layout.lanes)
        painter.drawLine(QPointF(lane.x, area.top()),
                         QPointF(lane.x, std::min(area.bottom(), layout.height)));
}

void SequencePainter::drawHeads(QPainter &painter, const QRectF &area, qreal top) const
{
    painter.fillRect(QRectF(area.left(), top, area.width(), SequenceLayout::headHeight - 4),
                     look::colors().surface);
    painter.setFont(look::font(look::Size::caption, QFont::DemiBold));
    painter.setPen(look::colors().text);
    for (const SequenceLayout::Lane &lane : layout.lanes) {
        const QRectF head(lane.x - layout.laneWidth / 2 + 3, top + 5, layout.laneWidth - 6, 22);
        painter.setBrush(look::colors().page);
        painter.setPen(look::colors().strongLine);
        painter.drawRoundedRect(head, 4, 4);
        painter.setPen(look::colors().text);
        painter.drawText(
            head, Qt::AlignCenter,
            QFontMetricsF(painter.font()).elidedText(lane.name, Qt::ElideRight, head.width() - 6));
    }
}

void SequencePainter::drawRow(QPainter &painter, const SequenceLayout::Row &row) const
{
    const Beat &beat = beats[row.beat];
    if (row.beat == current)
        painter.fillRect(QRectF(0, row.top, row.words.right() + 12, row.height), look::colors().selection);
    painter.setFont(look::fixedFont(look::Size::head));
    painter.setPen(look::colors().muted);
    if (row.wait.count() > 0)
        painter.drawText(QRectF(row.words.left(), row.top - SequenceLayout::waitHeight, row.words.width(),
                                SequenceLayout::waitHeight),
                         Qt::AlignVCenter | Qt::AlignLeft, tr("… %1 later").arg(seconds(row.wait)));
    painter.drawText(QRectF(8, row.top + 5, SequenceLayout::timeWidth - 16, 18),
                     Qt::AlignRight | Qt::AlignVCenter, seconds(beat.at));
    painter.setFont(wordsFont());
    const QColor ink =
        beat.kind == Beat::Kind::check ? look::colorOf(markOf(beat.holds)) : look::colors().text;
    painter.setPen(ink);
    painter.drawText(row.words, Qt::TextWordWrap | Qt::AlignLeft, beat.text);
    switch (beat.kind) {
    case Beat::Kind::message:
        drawMessage(painter, row);
        break;
    case Beat::Kind::decision:
        drawDecision(painter, row, beat);
        break;
    case Beat::Kind::note:
        if (row.from >= 0) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(look::colors().muted);
            painter.drawEllipse(QPointF(layout.lanes[row.from].x, row.top + 13), 4, 4);
        }
        break;
    case Beat::Kind::check:
        look::drawShape(painter, QRectF(row.words.left() - 30, row.top + 7, 12, 12), markOf(beat.holds), ink);
        break;
    }
}

void SequencePainter::drawMessage(QPainter &painter, const SequenceLayout::Row &row) const
{
    if (row.from < 0 || row.to < 0)
        return;
    const qreal y = row.top + 13;
    const qreal from = layout.lanes[row.from].x;
    const qreal to = layout.lanes[row.to].x;
    const qreal head = to > from ? -7 : 7;
    painter.setPen(QPen(look::colors().accent, 1.5));
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    QPainterPath tip(QPointF(to, y));
    tip.lineTo(to + head, y - 4);
    tip.lineTo(to + head, y + 4);
    tip.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look::colors().accent);
    painter.drawPath(tip);
}

void SequencePainter::drawDecision(QPainter &painter, const SequenceLayout::Row &row, const Beat &beat) const
{
    // No row is no fault: somebody was there before.
    const QColor ink = beat.rows > 0 ? look::colorOf(look::Mark::succeeded) : look::colors().muted;
    painter.setRenderHint(QPainter::Antialiasing);
    if (row.from >= 0) {
        // The one cell that fills once.
        const QRectF cell(layout.lanes[row.from].x - layout.laneWidth / 2 + 5, row.top + 4,
                          layout.laneWidth - 10, row.height - 10);
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(beat.slot.isEmpty() ? QBrush(look::colors().surface)
                                             : QBrush(look::colors().accentTint));
        painter.drawRoundedRect(cell, 4, 4);
        painter.setFont(look::font(look::Size::head, QFont::DemiBold));
        painter.setPen(ink);
        painter.drawText(cell.adjusted(4, 2, -4, -2), Qt::AlignCenter | Qt::TextWordWrap,
                         (beat.rows == 1 ? tr("1 row") : tr("%1 rows").arg(beat.rows)) +
                             (beat.slot.isEmpty() ? QString() : u'\n' + tr("slot: %1").arg(beat.slot)));
    }
    painter.setPen(look::colors().line);
    painter.setBrush(look::colors().page);
    painter.drawRoundedRect(row.sql, 4, 4);
    painter.setFont(sqlFont());
    painter.setPen(look::colors().text);
    painter.drawText(row.sql.adjusted(8, 6, -8, -6), Qt::TextWordWrap | Qt::AlignLeft,
                     QString::fromUtf8(beat.sql));
}

} // namespace oncedesk
