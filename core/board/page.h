// One page of a list that may have millions of rows: by id, never by offset or time.
#pragma once

#include "core/base/result.h"

#include <QList>
#include <chrono>
#include <optional>

namespace oncedesk::board {

struct PageRequest
{
    enum class Order { newestFirst, oldestFirst };
    static constexpr int mostRows = 1000;

    // Page::reachedId of the page before; none for the first.
    std::optional<qint64> after;
    // The last id to look at; none: to the end. Page::exhausted then means: nothing is left up to it.
    std::optional<qint64> until;
    Order order = Order::newestFirst;
    int limit = 100;
    // A filter that few rows pass is searched for in windows of ids. No new window is begun after this time,
    // so one call may bring fewer rows than asked for, or none, and say how far it came.
    std::chrono::milliseconds patience{80};
    // Page::width of an earlier page of the same filter, which spares this one the finding out.
    qint64 width = 0;
};

template<class Row>
struct Page
{
    QList<Row> rows;
    // Every id from the cursor to this one, itself included, has been looked at.
    qint64 reachedId = 0;
    // Nothing is left beyond reachedId. Oldest first, rows may be added there later; and a row whose
    // transaction commits late can appear below ids already passed.
    bool exhausted = false;
    // How many ids it was good to search at once.
    qint64 width = 0;
};

} // namespace oncedesk::board
