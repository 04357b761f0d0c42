// Where everything of a sequence drawing stands: lanes for who takes part, a row for each beat, its words
// beside it. Knows no widget.
#pragma once

#include "core/scenarios/beat.h"

#include <QList>
#include <QRectF>
#include <QStringList>
#include <functional>

namespace oncedesk {

struct SequenceLayout
{
    struct Lane
    {
        QString name;
        qreal x = 0; // of its line
    };
    struct Row
    {
        int beat = 0;
        qreal top = 0;
        qreal height = 0;
        int from = -1; // lanes; -1: none
        int to = -1;
        QRectF words;
        QRectF sql;                        // empty: none
        std::chrono::milliseconds wait{0}; // before it, when that is worth a line
    };
    // How high a text of this kind is when it is wrapped at a width.
    using Measure = std::function<qreal(const QString &text, bool isFixed, qreal width)>;

    QList<Lane> lanes;
    QList<Row> rows;
    qreal laneWidth = 0;
    qreal height = 0; // of all

    static constexpr qreal headHeight = 36;
    static constexpr qreal timeWidth = 72;
    static constexpr qreal waitHeight = 26;
    static constexpr std::chrono::milliseconds longWait{250};

    static SequenceLayout of(const QList<lab::Beat> &beats, qreal width, const Measure &measure);
};

} // namespace oncedesk
