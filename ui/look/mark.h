// A state as people see it: shape, word and colour, never one alone.
#pragma once

#include "core/board/jobstatus.h"
#include "core/contract/attemptstate.h"

#include <QColor>
#include <QIcon>
#include <QString>

class QPainter;
class QRectF;

namespace oncedesk::look {

// In the order of DESIGN.md, "The look".
enum class Mark { waiting, running, unknown, stalled, succeeded, failed, cancelled, closed, superseded };

[[nodiscard]] Mark markOf(board::JobStatus status);
[[nodiscard]] Mark markOf(AttemptState state);

// Of the scheme in force.
[[nodiscard]] QColor colorOf(Mark mark);
// "unknown", in the language in force.
[[nodiscard]] QString wordOf(Mark mark);
// Of an attempt: pending and started have words of their own.
[[nodiscard]] QString wordOf(AttemptState state);

// Draws the shape into the rectangle.
void drawShape(QPainter &painter, const QRectF &rect, Mark mark, const QColor &color);
// The same in its own colour, 16 px wide, for what shows an icon beside its word.
[[nodiscard]] QIcon shapeIcon(Mark mark);
// A chip: shape and word in a rounded frame, left-aligned, vertically centred. Returns its width.
qreal drawChip(QPainter &painter, const QRectF &rect, Mark mark, const QString &word);
[[nodiscard]] qreal chipWidth(const QString &word);

} // namespace oncedesk::look
