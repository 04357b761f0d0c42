// What decided a race, in words and as the very statement with its values.
#pragma once

#include "core/board/races.h"

#include <QList>
#include <QString>

namespace oncedesk {

// One line of the statement.
struct DecisionLine
{
    QString sql;
    QString found;       // what it met, as a comment; empty when as expected
    bool failed = false; // this condition did not hold
};

// Closed: the job was, when the answer came; the race names only the first reason.
[[nodiscard]] QList<DecisionLine> decision(const board::RaceRow &race, bool wasClosed = false);
// "won, now v2"; "lost: cancelled".
[[nodiscard]] QString outcomeWords(const board::RaceRow &race);
// One sentence for people.
[[nodiscard]] QString decisionSentence(const board::RaceRow &race);

} // namespace oncedesk
