#include "core/board/counts.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

#include <algorithm>

namespace oncedesk::board {

namespace {

// Up to this size the jobs are counted within some ten milliseconds.
constexpr qint64 smallTable = 64 * 1024 * 1024; // bytes

} // namespace

Result<Counts> counts(Session &session)
{
    const auto rows = session.exec(sqlText("board/counts"));
    if (!rows)
        return rows.error();
    const Field field(*rows, 0);
    Counts counts;
    counts.waiting = field.integer("waiting");
    counts.running = field.integer("running");
    counts.unknown = field.integer("unknown");
    counts.stalled = field.integer("stalled");
    counts.closed = field.integer("closed");

    const auto size = session.exec(sqlText("board/counts_size"));
    if (!size)
        return size.error();
    counts.succeededIsEstimate = size->integer(0, "bytes") > smallTable && !size->isNull(0, "jobs");
    if (counts.succeededIsEstimate) {
        const qint64 others =
            counts.waiting + counts.running + counts.unknown + counts.stalled + counts.closed;
        counts.succeeded = std::max<qint64>(0, size->integer(0, "jobs") - others);
        return counts;
    }
    const auto succeeded = session.exec(sqlText("board/counts_succeeded"));
    if (!succeeded)
        return succeeded.error();
    counts.succeeded = succeeded->integer(0, "succeeded");
    return counts;
}

} // namespace oncedesk::board
