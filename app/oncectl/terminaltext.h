// Text from the database or the command line, made fit for a terminal: nothing in it can move the cursor,
// change colours, turn the writing direction or break a line.
#pragma once

#include <QString>

namespace oncedesk {

// Control characters, bidirectional overrides and what has no shape are shown as escapes (\n, \u001b).
[[nodiscard]] QString shown(const QString &text);

// Columns that shown text takes: two for East Asian wide characters, none for combining ones.
[[nodiscard]] int columnsOf(const QString &shownText);

// At most `columns` wide, ending in … when something was cut.
[[nodiscard]] QString shortened(const QString &shownText, int columns);

} // namespace oncedesk
