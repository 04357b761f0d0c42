// How an exported job is written: a line of CSV (RFC 4180) or of JSON Lines.
#pragma once

#include "core/board/exportrows.h"

#include <QByteArray>

namespace oncedesk {

enum class ExportFormat { csv, jsonl };

// The heading line of CSV; empty for JSON Lines.
[[nodiscard]] QByteArray exportHeading(ExportFormat format);
// With its line end. In CSV, text that a spreadsheet would run as a formula gets an apostrophe in front.
[[nodiscard]] QByteArray exportLine(ExportFormat format, const board::ExportRow &row);

} // namespace oncedesk
