// Searches a list in windows of ids, so that no filter makes one statement run for minutes.
#pragma once

#include "core/board/page.h"
#include "core/board/where.h"
#include "core/db/session.h"

#include <functional>
#include <optional>

namespace oncedesk::board {

// How many ids one statement searches: more while that is quick, but never so many that a part where rows lie
// close together, after a long empty one, would take long.
class Window
{
public:
    explicit Window(qint64 width) : m_width(width) {}

    [[nodiscard]] qint64 width() const { return m_width; }
    void took(std::chrono::milliseconds time);

    static constexpr qint64 first = 16384;
    static constexpr qint64 widest = 8 * first;
    static constexpr qint64 everything = qint64(1) << 60;

private:
    qint64 m_width;
};

struct ScanEnd
{
    qint64 reachedId = 0;
    bool exhausted = false;
    qint64 width = 0;
};

// Runs resources/sql/board/<list>_page.sql, which takes the lowest and highest id as $1 and $2, the most rows
// as $3 and the filter from $4 on; `take` gets each matching row in order. The bounds of all ids come from
// <list>_bounds.sql, which also turns generic plans off for the rest of the session. When the first window
// does not fill the page, the planner is asked whether all the rest can be searched at once.
inline constexpr int firstFilterParam = 4;
Result<ScanEnd> scan(Session &session, const char *list, const Filter &filter, const PageRequest &request,
                     const std::function<std::optional<Error>(const Rows &, int row)> &take);

// The same, with each row read by `read`, Result<Row>(const Rows &, int).
template<class Row, class Read>
Result<Page<Row>> page(Session &session, const char *list, const Filter &filter, const PageRequest &request,
                       Read read)
{
    Page<Row> result;
    const auto end =
        scan(session, list, filter, request, [&](const Rows &rows, int row) -> std::optional<Error> {
            Result<Row> one = read(rows, row);
            if (!one)
                return one.error();
            result.rows += std::move(one).value();
            return std::nullopt;
        });
    if (!end)
        return end.error();
    result.reachedId = end->reachedId;
    result.exhausted = end->exhausted;
    result.width = end->width;
    return result;
}

} // namespace oncedesk::board
