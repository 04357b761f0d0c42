// Rows of facts with an identity, oldest first, merged by it: what is selected stays selected.
#pragma once

#include "core/board/moment.h"
#include "ui/look/mark.h"

#include <QAbstractTableModel>
#include <optional>

namespace oncedesk {

struct Fact
{
    QString text;
    board::Moment moment{};           // shown instead of the text
    std::optional<look::Mark> mark{}; // shape and colour beside the word
    bool isFixed = false;             // numbers, keys, digests

    friend bool operator==(const Fact &a, const Fact &b)
    {
        return a.text == b.text && a.moment.iso == b.moment.iso && a.mark == b.mark && a.isFixed == b.isFixed;
    }
};

struct FactRow
{
    qint64 id = 0;
    QList<Fact> facts;
    QString detail;     // all of it in words, shown when the row is chosen
    qint64 attempt = 0; // it is about; 0 for none

    friend bool operator==(const FactRow &, const FactRow &) = default;
};

class FactsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { MarkRole = Qt::UserRole }; // int of look::Mark; absent without one

    explicit FactsModel(QStringList heads, QObject *parent = nullptr);

    // Ids ascend.
    void setRows(const QList<FactRow> &rows);
    [[nodiscard]] const QList<FactRow> &rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_heads;
    QList<FactRow> m_rows;
};

} // namespace oncedesk
