// Draws a sequence: lanes, arrows, decisions with their SQL, the result slot as it fills, assertions as they
// tick.
#pragma once

#include "ui/lab/sequencelayout.h"

#include <QCoreApplication>

class QPainter;

namespace oncedesk {

class SequencePainter
{
    Q_DECLARE_TR_FUNCTIONS(SequencePainter)
public:
    const QList<lab::Beat> &beats;
    const SequenceLayout &layout;
    int shown = 0;    // of the beats
    int current = -1; // that is looked at; -1: none

    // Everything within the area, the heads of the lanes at `headTop`.
    void draw(QPainter &painter, const QRectF &area, qreal headTop) const;
    [[nodiscard]] static qreal measure(const QString &text, bool isFixed, qreal width);

private:
    void drawLanes(QPainter &painter, const QRectF &area) const;
    void drawRow(QPainter &painter, const SequenceLayout::Row &row) const;
    void drawMessage(QPainter &painter, const SequenceLayout::Row &row) const;
    void drawDecision(QPainter &painter, const SequenceLayout::Row &row, const lab::Beat &beat) const;
    void drawHeads(QPainter &painter, const QRectF &area, qreal top) const;
};

} // namespace oncedesk
