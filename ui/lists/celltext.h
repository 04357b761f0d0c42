// Text of other people as one line of a table shows it: nothing hidden, nothing taken for markup.
#pragma once

#include "core/base/id.h"

#include <QString>

namespace oncedesk {

// Characters without a shape of their own (newlines, controls, marks of direction) are drawn as signs, so
// that two keys that differ look different and none can turn its neighbours around.
[[nodiscard]] QString visibleText(const QString &text);
// A tool tip that Qt does not take for HTML.
[[nodiscard]] QString plainToolTip(const QString &text);
// "#1 204": grouped by three, never broken at the line's end.
[[nodiscard]] QString ticketText(qint64 id);
[[nodiscard]] inline QString ticketText(JobId job)
{
    return ticketText(job.value());
}
// "1 204".
[[nodiscard]] QString groupedText(qint64 number);
// "212 B", "1.2 kB", "3.4 MB".
[[nodiscard]] QString sizeText(qint64 bytes);

} // namespace oncedesk
