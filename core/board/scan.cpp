#include "core/board/scan.h"

#include "core/db/sqltext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Order = PageRequest::Order;

namespace {

constexpr std::chrono::milliseconds slow{40};

} // namespace

void Window::took(std::chrono::milliseconds time)
{
    if (time < 10ms)
        m_width = std::min(m_width * 2, widest);
    else if (time > slow)
        m_width = std::max(m_width / 2, first / 4);
}

namespace {

std::chrono::milliseconds since(Clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

QByteArray pageSql(const char *list, const Where &where, Order order)
{
    QByteArray sql = sqlText(QByteArray("board/") + list + "_page");
    sql.replace("true /* filter */", where.sql);
    if (order == Order::oldestFirst)
        sql.replace("DESC /* order */", "ASC");
    return sql;
}

// The ids still to be searched, both ends included; empty when lowest is above highest.
struct Range
{
    qint64 lowest = 0;
    qint64 highest = 0;

    [[nodiscard]] bool isEmpty() const { return lowest > highest; }

    Range cut(qint64 width, Order order)
    {
        Range piece = *this;
        if (order == Order::newestFirst) {
            piece.lowest = std::max(lowest, highest - (width - 1));
            highest = piece.lowest - 1;
        } else {
            piece.highest = width > highest - lowest ? highest : lowest + (width - 1);
            lowest = piece.highest + 1;
        }
        return piece;
    }
};

Result<Range> idsToSearch(Session &session, const char *list, const Where &where, const PageRequest &request)
{
    const auto bounds = session.exec(sqlText(QByteArray("board/") + list + "_bounds"));
    if (!bounds)
        return bounds.error();
    if (bounds->isNull(0, "lowest"))
        return Range{1, 0};
    Range range{bounds->integer(0, "lowest"), bounds->integer(0, "highest")};
    range.lowest = std::max(range.lowest, where.lowestId.value_or(range.lowest));
    range.highest = std::min(range.highest, where.highestId.value_or(range.highest));
    if (request.after && request.order == Order::newestFirst)
        range.highest = std::min(range.highest, *request.after - 1);
    else if (request.after)
        range.lowest = std::max(range.lowest, *request.after + 1);
    if (request.until && request.order == Order::newestFirst)
        range.lowest = std::max(range.lowest, *request.until);
    else if (request.until)
        range.highest = std::min(range.highest, *request.until);
    return range;
}

// In the planner's units. What it takes to find all matching rows by an index when they are some hundreds.
constexpr double cheap = 5000;

// Whether an index finds all of what is left, as of an owner with few rows: then it is searched at once.
Result<bool> isCheapAtOnce(Session &session, const QByteArray &sql, const Range &left, const Where &where)
{
    const auto rows =
        session.exec("EXPLAIN (FORMAT JSON) " + sql,
                     QList<Param>{Param(left.lowest), Param(left.highest), Param(nullptr)} + where.params);
    if (!rows)
        return rows.error();
    QJsonObject plan =
        QJsonDocument::fromJson(rows->utf8(0, 0)).array().at(0).toObject().value("Plan"_L1).toObject();
    // What is added to the rows of a page is not of interest here.
    const auto parts = plan.value("Plans"_L1).toArray();
    for (const QJsonValue &part : parts) {
        if (part.toObject().value("Subplan Name"_L1) == u"CTE page"_s)
            plan = part.toObject();
    }
    return plan.value("Total Cost"_L1).toDouble(2 * cheap) < cheap;
}

// What would have been found by one statement, had that been known, with some to spare for the next time.
qint64 widthFor(qint64 searched, bool isWhole, std::chrono::milliseconds time)
{
    if (time > slow)
        return 0; // found out anew
    return isWhole ? Window::everything : std::clamp(searched + searched / 2, Window::first, Window::widest);
}

} // namespace

Result<ScanEnd> scan(Session &session, const char *list, const Filter &filter, const PageRequest &request,
                     const std::function<std::optional<Error>(const Rows &, int row)> &take)
{
    if (request.limit < 1 || request.limit > PageRequest::mostRows) {
        return Error{ErrorKind::invalid,
                     u"A page holds 1 to %1 rows: ask for less at once."_s.arg(PageRequest::mostRows),
                     {}};
    }
    const Where where = board::where(filter, firstFilterParam);
    const auto range = idsToSearch(session, list, where, request);
    if (!range)
        return range.error();
    Range left = *range;

    const QByteArray sql = pageSql(list, where, request.order);
    const Clock::time_point start = Clock::now();
    Window window(where.selective ? Window::everything : request.width > 0 ? request.width : Window::first);
    ScanEnd end{request.after.value_or(0), left.isEmpty(), request.width};
    int wanted = request.limit;
    bool isJudged = where.selective || request.width > 0;
    bool isWhole = window.width() == Window::everything;
    while (!left.isEmpty()) {
        const Range piece = left.cut(window.width(), request.order);
        const Clock::time_point began = Clock::now();
        // One more than wanted shows whether the page ends inside the window.
        const auto rows = session.exec(
            sql, QList<Param>{Param(piece.lowest), Param(piece.highest), Param(wanted + 1)} + where.params);
        if (!rows)
            return rows.error();
        window.took(since(began));

        const int taken = std::min(wanted, rows->size());
        for (int row = 0; row < taken; ++row) {
            if (auto error = take(*rows, row))
                return *error;
        }
        wanted -= taken;
        const bool isFilled = taken < rows->size();
        end.reachedId = isFilled                              ? rows->integer(taken - 1, "id")
                        : request.order == Order::newestFirst ? piece.lowest
                                                              : piece.highest;
        const qint64 from = request.order == Order::newestFirst ? range->highest : range->lowest;
        end.width = widthFor(std::abs(from - end.reachedId) + 1, isWhole, since(start));
        if (isFilled)
            return end;
        end.exhausted = left.isEmpty();
        if (wanted == 0 || since(start) >= request.patience)
            return end;
        if (!isJudged && !left.isEmpty()) {
            isJudged = true;
            const auto isCheap = isCheapAtOnce(session, sql, left, where);
            if (!isCheap)
                return isCheap.error();
            if (*isCheap) {
                window = Window(Window::everything);
                isWhole = true;
            }
        }
    }
    return end;
}

} // namespace oncedesk::board
