#include "ui/look/mark.h"

#include "ui/look/look.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace oncedesk::look {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Mark", text);
}

constexpr qreal shapeSize = 10;
constexpr qreal chipHeight = 22;
constexpr qreal chipPadding = 8;
constexpr qreal chipGap = 5;

} // namespace

Mark markOf(board::JobStatus status)
{
    switch (status) {
    case board::JobStatus::waiting:
        return Mark::waiting;
    case board::JobStatus::running:
        return Mark::running;
    case board::JobStatus::unknown:
        return Mark::unknown;
    case board::JobStatus::succeeded:
        return Mark::succeeded;
    case board::JobStatus::closed:
        return Mark::closed;
    case board::JobStatus::stalled:
        return Mark::stalled;
    }
    Q_UNREACHABLE();
}

Mark markOf(AttemptState state)
{
    switch (state) {
    case AttemptState::pending:
        return Mark::waiting;
    case AttemptState::started:
        return Mark::running;
    case AttemptState::unknown:
        return Mark::unknown;
    case AttemptState::succeeded:
        return Mark::succeeded;
    case AttemptState::failed:
        return Mark::failed;
    case AttemptState::superseded:
        return Mark::superseded;
    case AttemptState::cancelled:
        return Mark::cancelled;
    }
    Q_UNREACHABLE();
}

QColor colorOf(Mark mark)
{
    const bool isLight = scheme() == Scheme::light;
    switch (mark) {
    case Mark::waiting:
        return isLight ? QColor(0x5B6B82) : QColor(0x9AA8BD);
    case Mark::running:
        return isLight ? QColor(0x1769C2) : QColor(0x6CB2F7);
    case Mark::unknown:
        return isLight ? QColor(0x9A5B00) : QColor(0xF0B44C);
    case Mark::stalled:
        return isLight ? QColor(0xB93815) : QColor(0xF79A74);
    case Mark::succeeded:
        return isLight ? QColor(0x217A3C) : QColor(0x6CCB86);
    case Mark::failed:
        return isLight ? QColor(0xB42318) : QColor(0xF58C82);
    case Mark::cancelled:
    case Mark::closed:
        return isLight ? QColor(0x6B7280) : QColor(0xA1A8B3);
    case Mark::superseded:
        return isLight ? QColor(0x6941C6) : QColor(0xB79DF5);
    }
    Q_UNREACHABLE();
}

QString wordOf(Mark mark)
{
    switch (mark) {
    case Mark::waiting:
        return tr("waiting");
    case Mark::running:
        return tr("running");
    case Mark::unknown:
        return tr("unknown");
    case Mark::stalled:
        return tr("stalled");
    case Mark::succeeded:
        return tr("succeeded");
    case Mark::failed:
        return tr("failed");
    case Mark::cancelled:
        return tr("cancelled");
    case Mark::closed:
        return tr("closed");
    case Mark::superseded:
        return tr("superseded");
    }
    Q_UNREACHABLE();
}

QString wordOf(AttemptState state)
{
    switch (state) {
    case AttemptState::pending:
        return tr("pending");
    case AttemptState::started:
        return tr("started");
    case AttemptState::unknown:
    case AttemptState::succeeded:
    case AttemptState::failed:
    case AttemptState::superseded:
    case AttemptState::cancelled:
        return wordOf(markOf(state));
    }
    Q_UNREACHABLE();
}

void drawShape(QPainter &painter, const QRectF &rect, Mark mark, const QColor &color)
{
    const qreal side = std::min(rect.width(), rect.height());
    const QRectF box(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side);
    const auto at = [&](qreal x, qreal y) { return QPointF(box.x() + x * side, box.y() + y * side); };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPen pen(color, side * 0.16, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (mark) {
    case Mark::waiting:
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.adjusted(side * 0.12, side * 0.12, -side * 0.12, -side * 0.12));
        break;
    case Mark::running:
        painter.drawPolygon(QPolygonF({at(0.15, 0.05), at(0.95, 0.5), at(0.15, 0.95)}));
        break;
    case Mark::unknown:
        painter.drawPolygon(QPolygonF({at(0.5, 0), at(1, 0.5), at(0.5, 1), at(0, 0.5)}));
        break;
    case Mark::stalled:
        painter.drawRect(QRectF(at(0.2, 0.05), at(0.4, 0.95)));
        painter.drawRect(QRectF(at(0.6, 0.05), at(0.8, 0.95)));
        break;
    case Mark::succeeded:
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF({at(0.1, 0.55), at(0.38, 0.85), at(0.92, 0.15)}));
        break;
    case Mark::failed:
        painter.setPen(pen);
        painter.drawLine(at(0.15, 0.15), at(0.85, 0.85));
        painter.drawLine(at(0.85, 0.15), at(0.15, 0.85));
        break;
    case Mark::cancelled:
    case Mark::closed:
        painter.setPen(QPen(color, side * 0.12));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.adjusted(side * 0.08, side * 0.08, -side * 0.08, -side * 0.08));
        painter.drawLine(at(0.24, 0.76), at(0.76, 0.24));
        break;
    case Mark::superseded:
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF({at(0.05, 0.65), at(0.3, 0.4), at(0.5, 0.6), at(0.9, 0.6)}));
        painter.drawPolyline(QPolygonF({at(0.68, 0.36), at(0.92, 0.6), at(0.68, 0.84)}));
        break;
    }
    painter.restore();
}

QIcon shapeIcon(Mark mark)
{
    constexpr int side = 16;
    QPixmap pixmap(side * 2, side * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawShape(painter, QRectF(3, 3, 10, 10), mark, colorOf(mark));
    return pixmap;
}

qreal chipWidth(const QString &word)
{
    return 2 * chipPadding + shapeSize + chipGap +
           QFontMetricsF(font(Size::caption, QFont::DemiBold)).horizontalAdvance(word);
}

qreal drawChip(QPainter &painter, const QRectF &rect, Mark mark, const QString &word)
{
    const QColor color = colorOf(mark);
    const QFont chipFont = font(Size::caption, QFont::DemiBold);
    const qreal width = std::min(rect.width(), chipWidth(word));
    const QRectF chip(rect.left() + 0.5, rect.center().y() - chipHeight / 2 + 0.5, width - 1, chipHeight - 1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1));
    painter.setBrush(mark == Mark::unknown ? colors().warningTint : QColor(Qt::transparent));
    painter.drawRoundedRect(chip, 4, 4);
    drawShape(
        painter,
        QRectF(chip.left() + chipPadding - 0.5, chip.center().y() - shapeSize / 2, shapeSize, shapeSize),
        mark, color);
    painter.setPen(color);
    painter.setFont(chipFont);
    const QRectF text = chip.adjusted(chipPadding + shapeSize + chipGap - 0.5, 0, -2, 0);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     QFontMetricsF(chipFont).elidedText(word, Qt::ElideRight, text.width()));
    painter.restore();
    return width;
}

} // namespace oncedesk::look
