// A list that may have millions of rows, newest first, read page by page and kept fresh.
#pragma once

#include "core/base/error.h"
#include "ui/desk/livedesk.h"
#include "ui/lists/listrow.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QSet>
#include <QTimer>
#include <optional>

namespace oncedesk {

struct ListColumn
{
    QString name; // how the program calls it
    QString title;
    int width = 100; // at least
    int share = 0;   // of what is left over, in parts
    bool isMuted = false;
    bool isFixed = false; // numbers, keys and times: every figure as wide as the other
    Qt::TextElideMode elide = Qt::ElideRight;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

// Merges by id. While someone holds the list (a row is selected, or it is scrolled away from its top) no row
// comes or goes: new ones are counted, those that no longer match turn grey. GUI thread only.
class ListModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        MarkRole = Qt::UserRole, // int(look::Mark): the text is the word of a state or an outcome
        ChipRole,                // bool: the mark stands in a chip
        StripRole,               // QList<board::AttemptMark>
        GoneRole,                // bool
        CopyRole,                // what Ctrl+C takes
    };

    // What is on screen: the first and last row, -1 when there is none.
    struct Watch
    {
        int first = -1;
        int last = -1;
        bool isHeld = false;
    };

    static constexpr int firstRows = 100;
    static constexpr int pageRows = 200;

    ListModel(LiveDesk &desk, board::Subject subject, ListReader reader, QList<ListColumn> columns,
              QObject *parent = nullptr);

    // Memory is bounded: no more rows than these, 100,000 unless told otherwise, are read.
    void setMostRows(int rows) { m_mostRows = rows; }
    // Asked before each refresh and again when its answer is there.
    void setWatch(std::function<Watch()> watch) { m_watch = std::move(watch); }

    // Starts over. What is there stays until the first answer.
    void setFilter(const board::Filter &filter);
    [[nodiscard]] const board::Filter &filter() const { return m_filter; }

    // Reads again what is on screen, and whether there is anything newer. What is slow is asked for less
    // often.
    void refresh();
    // Lets wait no longer what waited: new rows come in, grey ones go.
    void release();
    // Reads on behind the last row; with `patiently` it goes on for longer when little is found.
    void more(bool patiently = false);
    // No further read is begun.
    void stop();

    [[nodiscard]] bool isLoaded() const { return m_isLoaded; }       // a first answer is there
    [[nodiscard]] bool isSearching() const { return m_isSearching; } // for rows at the end
    [[nodiscard]] bool isExhausted() const { return m_isExhausted; } // nothing is left behind the last row
    [[nodiscard]] bool isCutShort() const { return m_isCutShort; }   // a search that found little has paused
    [[nodiscard]] bool isFull() const { return m_rows.size() >= m_mostRows; }
    // Every id down to this one has been looked at.
    [[nodiscard]] qint64 reachedId() const { return m_reachedId; }
    [[nodiscard]] qsizetype waiting() const { return m_waiting.size(); }
    [[nodiscard]] bool moreAreWaiting() const { return m_moreAreWaiting; }
    [[nodiscard]] int gone() const { return m_gone; }
    // Why the last read brought nothing; none when it did.
    [[nodiscard]] const std::optional<Error> &trouble() const { return m_trouble; }

    [[nodiscard]] const QList<ListColumn> &columns() const { return m_columns; }
    [[nodiscard]] const ListRow &listRow(int row) const { return m_rows[row]; }
    // -1: it is not among the rows read so far.
    [[nodiscard]] int rowOf(qint64 id) const;
    template<class Row>
    [[nodiscard]] const Row &as(int row) const
    {
        return *static_cast<const Row *>(m_rows[row].content.get());
    }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void stateChanged(); // any of the above
    void refreshed();    // an answer has been merged

protected:
    // Of one row: DisplayRole and what else the column needs.
    [[nodiscard]] virtual QVariant cell(int row, int column, int role) const = 0;

private:
    // Ids from low to high, both included, that an answer is complete for.
    struct Covered
    {
        qint64 low = 0;
        qint64 high = 0;
    };

    using Take = void (ListModel::*)(const board::PageRequest &, const board::Page<ListRow> &);

    void next();
    void read(board::PageRequest request, Take take);
    void failed(const Error &error);
    [[nodiscard]] board::PageRequest screenRequest();
    void endScreen();
    void takeFirst(const board::PageRequest &request, const board::Page<ListRow> &page);
    void takeEnd(const board::PageRequest &request, const board::Page<ListRow> &page);
    void takeScreen(const board::PageRequest &request, const board::Page<ListRow> &page);
    void takeNewer(const board::PageRequest &request, const board::Page<ListRow> &page);
    void searchOn(const board::PageRequest &request, const board::Page<ListRow> &page);
    void merge(const QList<ListRow> &rows, const Covered &covered);
    void insert(const QList<ListRow> &rows);
    void removeAt(qsizetype first, qsizetype count);
    void setGone(qsizetype row, bool isGone);
    void removeGone();
    // Keeps what is not below the id; the rest is read again when it is scrolled to.
    void forgetBelow(qint64 id);
    [[nodiscard]] qsizetype placeOf(qint64 id) const; // of the first row whose id is not above it
    [[nodiscard]] bool isHeld() const { return !m_isReleasing && m_watch && m_watch().isHeld; }

    LiveDesk &m_desk;
    board::Filter m_filter;
    ListReader m_reader;
    QList<ListColumn> m_columns;
    std::function<Watch()> m_watch;

    QList<ListRow> m_rows; // by id, descending
    QSet<qint64> m_waiting;
    int m_gone = 0;
    qint64 m_reachedId = 0;
    qint64 m_width = 0; // of the filter: see PageRequest
    bool m_isExhausted = false;
    bool m_isLoaded = false;
    bool m_moreAreWaiting = false;
    std::optional<Error> m_trouble;

    quint64 m_generation = 0;
    bool m_isReading = false;
    bool m_isSearching = false;
    bool m_isCutShort = false;
    bool m_isReleasing = false;
    bool m_wantsRelease = false;
    int m_mostRows = 100'000;
    bool m_wantsFirst = true;
    bool m_wantsEnd = false;
    bool m_wantsScreen = false;
    int m_readsLeft = 0;     // of a search that finds little
    int m_found = 0;         // by it
    QList<ListRow> m_screen; // of a refresh under way
    qint64 m_screenHigh = 0;
    QElapsedTimer m_screenSince;
    QTimer m_pause;
};

} // namespace oncedesk
