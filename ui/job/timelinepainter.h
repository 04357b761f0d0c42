// Draws a timeline that has been laid out.
#pragma once

#include "ui/job/timelinelayout.h"

#include <QFont>

class QPainter;

namespace oncedesk {

struct TimelinePainter
{
    const Story &story;
    const TimelineLayout &layout;
    AttemptId selected;
    bool hasFocus = false;

    // The face of everything that is measured.
    [[nodiscard]] static QFont labelFont();

    // What lies in `seen`, in the layout's coordinates.
    void draw(QPainter &painter, const QRectF &seen) const;
    // The ticks' words, at the top of the viewport whatever is scrolled.
    void drawHead(QPainter &painter) const;

private:
    void drawRow(QPainter &painter, const TimelineLayout::Row &row) const;
    void drawBar(QPainter &painter, const TimelineLayout::Bar &bar) const;
    void drawPoint(QPainter &painter, const TimelineLayout::Point &point, const Story::Event &event) const;
    void drawBreaks(QPainter &painter, const QRectF &seen) const;
};

} // namespace oncedesk
