// The race log: every compare-and-swap on a result slot, won or lost.
#pragma once

#include "core/base/id.h"
#include "core/board/filter.h"
#include "core/board/moment.h"
#include "core/board/page.h"
#include "core/db/session.h"

#include <optional>

namespace oncedesk::board {

struct RaceRow
{
    qint64 id = 0;
    Moment at;
    AttemptId attempt;
    int ordinal = 0;
    QString provider; // of the attempt
    JobId job;
    QString owner;
    QString key;
    QString intent;
    bool won = false;
    QString lostBecause; // the contract's words; null when won
    qint64 versionRead = 0;
    qint64 versionFound = 0;
    std::optional<AttemptId> winner; // who holds the slot; none when nobody did
    int winnerOrdinal = 0;
    QString winnerProvider;
    QString resultSha256;  // of what was thrown away, hexadecimal; null when won
    qint64 resultSize = 0; // bytes
    QString actor;
};

// The filter's subject is races.
Result<Page<RaceRow>> races(Session &session, const Filter &filter, const PageRequest &request);

} // namespace oncedesk::board
