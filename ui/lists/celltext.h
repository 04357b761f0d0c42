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
// "#1204", as filters and the command line take it.
[[nodiscard]] QString ticketText(JobId job);
// "212 B", "1.2 kB", "3.4 MB".
[[nodiscard]] QString sizeText(qint64 bytes);

} // namespace oncedesk
