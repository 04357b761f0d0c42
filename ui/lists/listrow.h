// What a list shows, as the paging model sees it: an id and something behind it.
#pragma once

#include "core/board/filter.h"
#include "core/board/page.h"
#include "core/db/session.h"

#include <functional>
#include <memory>

namespace oncedesk {

struct ListRow
{
    qint64 id = 0;
    std::shared_ptr<const void> content; // of the board's type that the list is of; never changed
    bool isGone = false;                 // it no longer matches the filter
};

// Runs on the database's thread.
using ListReader =
    std::function<Result<board::Page<ListRow>>(Session &, const board::Filter &, const board::PageRequest &)>;

// Of one of the board's reads, such as board::jobs, and how a row's id is called.
template<class Row, class IdOf>
ListReader listReader(Result<board::Page<Row>> (*read)(Session &, const board::Filter &,
                                                       const board::PageRequest &),
                      IdOf idOf)
{
    return [read, idOf](Session &session, const board::Filter &filter,
                        const board::PageRequest &request) -> Result<board::Page<ListRow>> {
        auto page = read(session, filter, request);
        if (!page)
            return page.error();
        board::Page<ListRow> rows;
        rows.reachedId = page->reachedId;
        rows.width = page->width;
        rows.exhausted = page->exhausted;
        rows.rows.reserve(page->rows.size());
        for (const Row &row : std::as_const(page->rows))
            rows.rows += ListRow{idOf(row), std::make_shared<const Row>(row), false};
        return rows;
    };
}

} // namespace oncedesk
