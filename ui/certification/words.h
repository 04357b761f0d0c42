// What the certification of a provider means, for people: a word and a mark for the cell, a sentence beside
// it.
#pragma once

#include "core/board/certification.h"
#include "ui/look/mark.h"

#include <QString>

namespace oncedesk::certification {

// "3 of 9"
[[nodiscard]] QString word(const board::MatrixCell &cell);
[[nodiscard]] look::Mark mark(const board::MatrixCell &cell);
// What it means for a failover, and why.
[[nodiscard]] QString sentence(const board::MatrixCell &cell);
// What a run of the suite will do, before it is asked for.
[[nodiscard]] QString beforeRun(const board::MatrixCell &cell);

// "passed", "2 of 9"
[[nodiscard]] QString word(const board::CertificationRunRow &run);
[[nodiscard]] look::Mark mark(const board::CertificationRunRow &run);
// passed, rule, latency, …
[[nodiscard]] QString verdictWord(const QString &verdict);

} // namespace oncedesk::certification
