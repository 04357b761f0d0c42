// What needs a person, as rows below headings. A refresh merges by id; what was resolved while somebody looks
// at it stays, greyed, until they move on.
#pragma once

#include "core/board/attention.h"
#include "ui/look/mark.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <optional>

namespace oncedesk {

class AttentionModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using Kind = board::AttentionItem::Kind;
    enum Column { ticket, status, owner, intent, provider, attempt, waiting, columnCount_ };
    enum Role { markRole = Qt::UserRole, headingRole, resolvedRole };

    // What a row is about: the same in every refresh.
    struct Key
    {
        Kind kind = Kind::unknown;
        qint64 id = 0; // of the attempt, else of the job; 0: the heading of its kind
        friend bool operator==(const Key &, const Key &) = default;
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setItems(const QList<board::AttentionItem> &items, const board::AttentionCounts &counts);
    // These stay when they are resolved; of what is resolved already, all others go.
    void setKept(const QList<Key> &keys);
    // The times tick between two readings.
    void tick();

    [[nodiscard]] bool isHeading(int row) const { return m_rows.at(row).key.id == 0; }
    [[nodiscard]] bool isResolved(int row) const { return m_rows.at(row).isResolved; }
    [[nodiscard]] Key key(int row) const { return m_rows.at(row).key; }
    // -1: no such row.
    [[nodiscard]] int rowOf(const Key &key) const;
    [[nodiscard]] const board::AttentionItem &item(int row) const { return m_rows.at(row).item; }
    [[nodiscard]] std::chrono::milliseconds waitingOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

    static look::Mark markOf(const board::AttentionItem &item);
    // The attempt's own word where it is about one, else stalled.
    static QString wordOf(const board::AttentionItem &item);

private:
    struct Row
    {
        Key key;
        board::AttentionItem item;
        bool isResolved = false;
        qint64 readAt = 0; // of m_clock
    };
    [[nodiscard]] QList<Row> wanted(const QList<board::AttentionItem> &items) const;
    void merge(const QList<Row> &wanted);
    [[nodiscard]] QString headingOf(Kind kind) const;
    [[nodiscard]] QString text(const Row &row, int column) const;

    QList<Row> m_rows;
    QList<Key> m_kept;
    board::AttentionCounts m_counts;
    QElapsedTimer m_clock;
};

} // namespace oncedesk
