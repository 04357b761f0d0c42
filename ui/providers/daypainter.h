// Draws a provider's day in the colours of the scheme in force.
#pragma once

#include "ui/providers/daylayout.h"

class QPainter;

namespace oncedesk {

struct DayPainter
{
    const board::ProviderDay &day;
    const DayLayout &layout;
    int marked = -1; // half hour
    bool hasFocus = false;

    void draw(QPainter &painter) const;
    static void drawWords(QPainter &painter, const QRectF &rect, const QString &words, bool hasFocus);

private:
    void drawPane(QPainter &painter, const DayLayout::Pane &pane, const QString &name, const QString &said,
                  const QString &top) const;
    void drawInFlight(QPainter &painter) const;
    void drawUnknown(QPainter &painter) const;
    void drawTook(QPainter &painter) const;
    void drawLegend(QPainter &painter) const;
    void drawAxis(QPainter &painter) const;
    static void drawFocus(QPainter &painter, const QRectF &rect);
};

} // namespace oncedesk
