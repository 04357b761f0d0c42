#include "ui/lists/attemptstrip.h"

#include "ui/look/look.h"
#include "ui/look/mark.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qreal frameHeight = 18;
constexpr qreal shape = 8;
constexpr qreal inset = 4;
constexpr qreal gap = 4;
constexpr qreal dots = 12;

qreal frameWidth(int ordinal)
{
    const QFontMetricsF metrics(look::fixedFont(look::Size::head, QFont::DemiBold));
    return std::ceil(inset + shape + 3 + metrics.horizontalAdvance(QString::number(ordinal)) + inset);
}

} // namespace

AttemptStrip AttemptStrip::layOut(const QList<board::AttemptMark> &attempts, const QRectF &cell)
{
    AttemptStrip strip;
    qreal used = 0;
    qsizetype first = attempts.size();
    while (first > 0) {
        const qreal width = frameWidth(attempts[first - 1].ordinal) + (used > 0 ? gap : 0);
        const bool hasMoreBefore = first > 1;
        if (used > 0 && used + width + (hasMoreBefore ? dots : 0) > cell.width())
            break;
        used += width;
        --first;
    }
    // The latest 50 come with the row, so the first of them may have others before it.
    strip.isCut = first > 0 || (!attempts.isEmpty() && attempts.first().ordinal > 1);
    qreal left = cell.left() + (strip.isCut ? dots : 0);
    for (qsizetype index = first; index < attempts.size(); ++index) {
        const QRectF frame(left, cell.center().y() - frameHeight / 2, frameWidth(attempts[index].ordinal),
                           frameHeight);
        strip.places += {index, frame};
        left = frame.right() + gap;
    }
    return strip;
}

qsizetype AttemptStrip::indexAt(const QPointF &point) const
{
    for (const Place &place : places) {
        if (place.frame.adjusted(-gap / 2, -8, gap / 2, 8).contains(point))
            return place.index;
    }
    return -1;
}

void drawAttemptStrip(QPainter &painter, const QRectF &cell, const QList<board::AttemptMark> &attempts)
{
    const AttemptStrip strip = AttemptStrip::layOut(attempts, cell);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(look::fixedFont(look::Size::head, QFont::DemiBold));
    if (strip.isCut) {
        painter.setPen(look::colors().muted);
        painter.drawText(cell, Qt::AlignLeft | Qt::AlignVCenter, u"…"_s);
    }
    for (const auto &[index, frame] : strip.places) {
        const look::Mark mark = look::markOf(attempts[index].state);
        const QColor color = look::colorOf(mark);
        QColor line = color;
        line.setAlphaF(0.45F);
        painter.setPen(QPen(line, 1));
        painter.setBrush(mark == look::Mark::unknown ? look::colors().warningTint : QColor(Qt::transparent));
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        look::drawShape(painter, QRectF(frame.left() + inset, frame.center().y() - shape / 2, shape, shape),
                        mark, color);
        painter.setPen(color);
        painter.drawText(frame.adjusted(inset + shape + 3, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         QString::number(attempts[index].ordinal));
    }
    painter.restore();
}

QString attemptWords(const board::AttemptMark &attempt)
{
    return QCoreApplication::translate("AttemptStrip", "attempt %1 at %2: %3")
        .arg(QString::number(attempt.ordinal), attempt.provider, look::wordOf(attempt.state));
}

QString attemptsWords(const QList<board::AttemptMark> &attempts)
{
    QStringList words;
    for (const board::AttemptMark &attempt : attempts)
        words += u"%1 %2"_s.arg(QString::number(attempt.ordinal), look::wordOf(attempt.state));
    return words.join(u", "_s);
}

} // namespace oncedesk
