// What needs a person, most urgent first. The owner lab does not count.
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/board/moment.h"
#include "core/board/page.h"
#include "core/contract/attemptstate.h"
#include "core/db/session.h"

#include <QList>
#include <chrono>
#include <optional>

namespace oncedesk::board {

struct AttentionItem
{
    enum class Kind {
        unknown,  // an unknown attempt of a job without a result
        stalled,  // a job that nothing will move on by itself
        unserved, // an attempt that no live worker serves
        looseEnd, // an unknown attempt of a job that another attempt has completed
    };
    Kind kind = Kind::unknown;
    JobId job;
    QString owner;
    QString key;
    QString intent;
    QString provider;
    // Of a stalled job the last one; none when none was ever opened.
    std::optional<AttemptId> attempt;
    int ordinal = 0;
    std::optional<AttemptState> state;
    QString worker;
    // Why it is unknown; the last error or the reason of the cancel of a stalled job; for unserved ones
    // no_live_worker, provider_disabled or worker_silent.
    QString why;
    Moment since;
    Moment deadlineAt;
    std::chrono::milliseconds waiting{0}; // by the database's clock, when it was read
};

struct Attention
{
    // Unknown attempts, oldest first; stalled jobs by id; unserved attempts, oldest first; loose ends, oldest
    // first. At most `limit` of each.
    QList<AttentionItem> items;
    bool isCut = false; // a kind above had more
};

struct AttentionCounts
{
    qint64 unknown = 0; // attempts
    qint64 stalled = 0; // jobs
    qint64 unserved = 0;
    qint64 looseEnds = 0;

    [[nodiscard]] qint64 total() const { return unknown + stalled + unserved + looseEnds; }
};

// limit is 1 to PageRequest::mostRows. Stalled jobs are searched for among the open ones, no longer than
// `patience`; with a long backlog some may be left out (isCut).
Result<Attention> attention(Session &session, int limit = 200,
                            std::chrono::milliseconds patience = PageRequest().patience);
Result<AttentionCounts> attentionCounts(Session &session);

} // namespace oncedesk::board
