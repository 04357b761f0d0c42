// A job's attempts as a strip of small marks: the shape and colour of each one's state, and its number.
#pragma once

#include "core/board/jobs.h"

#include <QList>
#include <QRectF>
#include <QString>

class QPainter;

namespace oncedesk {

// Where each mark goes. The latest are shown when there is not room for all.
struct AttemptStrip
{
    struct Place
    {
        qsizetype index = 0; // into the attempts
        QRectF frame;
    };
    QList<Place> places;
    bool isCut = false; // earlier ones are left out: three dots stand in front

    static AttemptStrip layOut(const QList<board::AttemptMark> &attempts, const QRectF &cell);
    // Of the mark at this point, -1 when there is none.
    [[nodiscard]] qsizetype indexAt(const QPointF &point) const;
};

void drawAttemptStrip(QPainter &painter, const QRectF &cell, const QList<board::AttemptMark> &attempts);
// "attempt 2 at laser: failed".
[[nodiscard]] QString attemptWords(const board::AttemptMark &attempt);
// "1 failed, 2 unknown".
[[nodiscard]] QString attemptsWords(const QList<board::AttemptMark> &attempts);

} // namespace oncedesk

Q_DECLARE_METATYPE(oncedesk::board::AttemptMark)
