#include "ui/lists/listmodel.h"

#include "ui/lists/celltext.h"

#include <algorithm>
#include <limits>

namespace oncedesk {

using namespace std::chrono_literals;
using board::PageRequest;

namespace {

constexpr qint64 lowestId = std::numeric_limits<qint64>::min();
constexpr qint64 highestId = std::numeric_limits<qint64>::max();
constexpr int newerRows = 100;     // more than these are not counted
constexpr int readsAtOnce = 5;     // of one patience each, before a fruitless search pauses
constexpr int patientReads = 25;   // when somebody asked to search on
constexpr int rowsWhenLong = 2000; // of a list that grows at its top all day,
constexpr int rowsKept = 500;      // these stay

} // namespace

ListModel::ListModel(LiveDesk &desk, board::Subject subject, ListReader reader, QList<ListColumn> columns,
                     QObject *parent)
    : QAbstractTableModel(parent),
      m_desk(desk),
      m_filter(subject),
      m_reader(std::move(reader)),
      m_columns(std::move(columns))
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &ListModel::next);
}

void ListModel::setFilter(const board::Filter &filter)
{
    m_filter = filter;
    ++m_generation;
    m_width = 0;
    m_wantsFirst = true;
    m_wantsEnd = false;
    m_wantsScreen = false;
    m_wantsRelease = false;
    m_isReleasing = false;
    m_isLoaded = false;
    m_isSearching = true;
    m_isCutShort = false;
    m_pause.stop();
    next();
    Q_EMIT stateChanged();
}

void ListModel::refresh()
{
    m_wantsScreen = true;
    next();
}

void ListModel::release()
{
    m_wantsRelease = true;
    m_wantsScreen = true;
    m_pause.stop();
    next();
}

void ListModel::more(bool patiently)
{
    if (m_wantsFirst || m_isExhausted || isFull())
        return;
    m_readsLeft = std::max(m_isSearching ? m_readsLeft : 0, patiently ? patientReads : readsAtOnce);
    if (m_isSearching)
        return;
    m_isSearching = true;
    m_isCutShort = false;
    m_wantsEnd = true;
    m_found = 0;
    next();
    Q_EMIT stateChanged();
}

void ListModel::stop()
{
    if (!m_isSearching)
        return;
    m_isSearching = false;
    m_wantsEnd = false;
    m_readsLeft = 0;
    m_isCutShort = true;
    Q_EMIT stateChanged();
}

void ListModel::next()
{
    if (m_isReading)
        return;
    if (m_wantsFirst) {
        m_readsLeft = readsAtOnce;
        m_found = 0;
        PageRequest request;
        request.limit = std::min(firstRows, m_mostRows);
        read(request, &ListModel::takeFirst);
    } else if (m_wantsScreen && !m_pause.isActive()) {
        m_wantsScreen = false;
        m_isReleasing = std::exchange(m_wantsRelease, false);
        m_screenSince.start();
        m_screen.clear();
        m_screenHigh = 0;
        read(screenRequest(), &ListModel::takeScreen);
    } else if (m_wantsEnd) {
        m_wantsEnd = false;
        PageRequest request;
        request.after = m_reachedId;
        request.limit = std::clamp(m_mostRows - int(m_rows.size()), 1, pageRows);
        read(request, &ListModel::takeEnd);
    }
}

void ListModel::read(PageRequest request, Take take)
{
    m_isReading = true;
    request.width = m_width;
    m_desk.readLoosely(
        this,
        [reader = m_reader, filter = m_filter, request](Session &session) {
            return reader(session, filter, request);
        },
        [this, request, take, generation = m_generation](const Result<board::Page<ListRow>> &page) {
            m_isReading = false;
            if (generation == m_generation && !page) {
                failed(page.error());
                return;
            }
            if (generation == m_generation) {
                m_trouble.reset();
                m_width = page->width;
                (this->*take)(request, *page);
            }
            next();
            Q_EMIT stateChanged();
        });
}

// Nothing is tried again before somebody asks, which the desk does every few seconds.
void ListModel::failed(const Error &error)
{
    m_trouble = error;
    m_isCutShort = m_isCutShort || (m_isSearching && !m_wantsFirst && m_rows.isEmpty());
    m_isSearching = false;
    m_wantsEnd = false;
    m_wantsScreen = false;
    m_isReleasing = false;
    if (m_wantsFirst && !m_rows.isEmpty()) { // they passed another filter
        beginResetModel();
        m_rows.clear();
        m_waiting.clear();
        m_gone = 0;
        endResetModel();
    }
    Q_EMIT stateChanged();
}

void ListModel::takeFirst(const PageRequest &request, const board::Page<ListRow> &page)
{
    beginResetModel();
    m_rows = page.rows;
    m_waiting.clear();
    m_moreAreWaiting = false;
    m_gone = 0;
    m_reachedId = page.reachedId;
    m_isExhausted = page.exhausted;
    m_wantsFirst = false;
    m_isLoaded = true;
    endResetModel();
    searchOn(request, page);
    Q_EMIT refreshed();
}

void ListModel::takeEnd(const PageRequest &request, const board::Page<ListRow> &page)
{
    if (!page.rows.isEmpty()) {
        const int first = int(m_rows.size());
        beginInsertRows({}, first, first + int(page.rows.size()) - 1);
        m_rows += page.rows;
        endInsertRows();
    }
    m_reachedId = page.reachedId;
    m_isExhausted = page.exhausted;
    searchOn(request, page);
}

void ListModel::searchOn(const PageRequest &request, const board::Page<ListRow> &page)
{
    m_found += int(page.rows.size());
    const bool isEnough = m_isExhausted || isFull() || m_found >= request.limit;
    m_wantsEnd = !isEnough && --m_readsLeft > 0;
    m_isCutShort = !isEnough && !m_wantsEnd;
    m_isSearching = m_wantsEnd;
}

PageRequest ListModel::screenRequest()
{
    PageRequest request;
    if (m_rows.isEmpty()) {
        if (!m_isExhausted)
            request.until = m_reachedId;
        return request;
    }
    const Watch watch = m_watch ? m_watch() : Watch{};
    const int end = int(m_rows.size()) - 1;
    const int first = std::clamp(watch.first, 0, end);
    const int seen = watch.last < 0 ? end : watch.last;
    const int last = std::clamp(seen, first, std::min(end, first + PageRequest::mostRows / 2));
    if (first > 0)
        request.after = m_rows[first - 1].id;
    else if (isHeld())
        request.after = m_rows[0].id + 1; // what is newer is only counted
    if (last < end)
        request.until = m_rows[last].id;
    else if (!m_isExhausted)
        request.until = m_reachedId;
    request.limit = last - first + 1 + newerRows;
    return request;
}

// A screenful may take several answers; they are merged as one, so that no gap between them goes unnoticed.
void ListModel::takeScreen(const PageRequest &request, const board::Page<ListRow> &page)
{
    if (m_screenHigh == 0) // the first of them
        m_screenHigh = request.after ? *request.after - 1 : highestId;
    m_screen += page.rows;
    if (!page.exhausted && page.rows.size() < request.limit) {
        PageRequest rest = request;
        rest.after = page.reachedId;
        rest.limit -= int(page.rows.size());
        read(rest, &ListModel::takeScreen);
        return;
    }
    merge(m_screen, {page.exhausted ? request.until.value_or(lowestId) : page.reachedId, m_screenHigh});
    if (!isHeld() || m_rows.isEmpty()) {
        endScreen();
        return;
    }
    PageRequest newer;
    newer.until = m_rows[0].id + 1;
    newer.limit = newerRows;
    read(newer, &ListModel::takeNewer);
}

void ListModel::takeNewer(const PageRequest &request, const board::Page<ListRow> &page)
{
    for (auto id = m_waiting.begin(); id != m_waiting.end();)
        id = *id >= *request.until ? m_waiting.erase(id) : std::next(id);
    for (const ListRow &row : page.rows)
        m_waiting.insert(row.id);
    m_moreAreWaiting = !page.exhausted;
    endScreen();
}

void ListModel::endScreen()
{
    m_isReleasing = false;
    // Watching costs the database at most a fifth of one connection's time.
    m_pause.start(std::min(5000ms, std::chrono::milliseconds(4 * m_screenSince.elapsed())));
    Q_EMIT refreshed();
}

void ListModel::merge(const QList<ListRow> &rows, const Covered &covered)
{
    const bool held = isHeld();
    const bool fromTop = covered.high == highestId;
    // Rows nobody has looked at may lie between these and those known so far.
    const bool hasGap =
        fromTop && !held &&
        (m_rows.isEmpty() ? covered.low > m_reachedId && !rows.isEmpty() : covered.low > m_rows[0].id);
    QSet<qint64> present;
    for (const ListRow &row : rows)
        present.insert(row.id);

    const qsizetype first = placeOf(covered.high);
    const qsizetype end = covered.low == lowestId ? m_rows.size() : placeOf(covered.low - 1);
    for (qsizetype row = first; row < end; ++row) {
        if (!present.contains(m_rows[row].id))
            setGone(row, true);
    }
    qsizetype changedFirst = end;
    qsizetype changedLast = -1;
    QList<ListRow> fresh;
    for (const ListRow &row : rows) {
        const qsizetype place = placeOf(row.id);
        if (place == m_rows.size() || m_rows[place].id != row.id) {
            fresh += row;
            continue;
        }
        m_rows[place].content = row.content;
        setGone(place, false);
        changedFirst = std::min(changedFirst, place);
        changedLast = std::max(changedLast, place);
    }
    if (changedLast >= changedFirst)
        Q_EMIT dataChanged(index(int(changedFirst), 0), index(int(changedLast), int(m_columns.size()) - 1));

    for (auto id = m_waiting.begin(); id != m_waiting.end();) {
        const bool passed = *id >= covered.low && *id <= covered.high && !present.contains(*id);
        id = passed ? m_waiting.erase(id) : std::next(id);
    }
    if (held) {
        for (const ListRow &row : std::as_const(fresh))
            m_waiting.insert(row.id);
        return;
    }
    removeGone();
    insert(fresh);
    for (const ListRow &row : std::as_const(fresh))
        m_waiting.remove(row.id);
    if (!fromTop)
        return;
    // One that still waits lies further down than was read just now.
    if (hasGap || !m_waiting.isEmpty())
        forgetBelow(covered.low);
    else if (m_rows.size() > rowsWhenLong && (!m_watch || m_watch().first <= 0))
        forgetBelow(m_rows[rowsKept - 1].id);
    m_waiting.clear();
    m_moreAreWaiting = false;
}

void ListModel::insert(const QList<ListRow> &rows)
{
    for (qsizetype last = rows.size() - 1; last >= 0;) {
        const qsizetype place = placeOf(rows[last].id);
        qsizetype first = last;
        while (first > 0 && placeOf(rows[first - 1].id) == place)
            --first;
        beginInsertRows({}, int(place), int(place + last - first));
        for (qsizetype row = first; row <= last; ++row)
            m_rows.insert(place + row - first, rows[row]);
        endInsertRows();
        last = first - 1;
    }
}

void ListModel::removeAt(qsizetype first, qsizetype count)
{
    beginRemoveRows({}, int(first), int(first + count - 1));
    m_rows.remove(first, count);
    endRemoveRows();
}

void ListModel::setGone(qsizetype row, bool isGone)
{
    if (m_rows[row].isGone == isGone)
        return;
    m_rows[row].isGone = isGone;
    m_gone += isGone ? 1 : -1;
    Q_EMIT dataChanged(index(int(row), 0), index(int(row), int(m_columns.size()) - 1));
}

void ListModel::removeGone()
{
    for (qsizetype row = m_rows.size() - 1; row >= 0 && m_gone > 0;) {
        qsizetype count = 0;
        while (row >= 0 && m_rows[row].isGone) {
            --row;
            ++count;
        }
        m_gone -= int(count);
        if (count > 0)
            removeAt(row + 1, count);
        else
            --row;
    }
}

void ListModel::forgetBelow(qint64 id)
{
    const qsizetype end = id == lowestId ? m_rows.size() : placeOf(id - 1);
    for (qsizetype row = end; row < m_rows.size(); ++row)
        m_gone -= m_rows[row].isGone ? 1 : 0;
    if (end < m_rows.size())
        removeAt(end, m_rows.size() - end);
    m_reachedId = id;
    m_isExhausted = false;
    m_isCutShort = false;
}

qsizetype ListModel::placeOf(qint64 id) const
{
    return std::lower_bound(m_rows.begin(), m_rows.end(), id,
                            [](const ListRow &row, qint64 wanted) { return row.id > wanted; }) -
           m_rows.begin();
}

int ListModel::rowOf(qint64 id) const
{
    const qsizetype place = placeOf(id);
    return place < m_rows.size() && m_rows[place].id == id ? int(place) : -1;
}

int ListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant ListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case GoneRole:
        return m_rows[index.row()].isGone;
    case Qt::TextAlignmentRole:
        return int(m_columns[index.column()].alignment);
    case Qt::ToolTipRole:
        return plainToolTip(cell(index.row(), index.column(), role).toString());
    case Qt::AccessibleTextRole: {
        const QString text = cell(index.row(), index.column(), Qt::DisplayRole).toString();
        return m_rows[index.row()].isGone ? tr("%1, no longer matches").arg(text) : text;
    }
    default:
        return cell(index.row(), index.column(), role);
    }
}

QVariant ListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size())
        return {};
    if (role == Qt::DisplayRole)
        return m_columns[section].title;
    if (role == Qt::TextAlignmentRole)
        return int(m_columns[section].alignment);
    return {};
}

} // namespace oncedesk
