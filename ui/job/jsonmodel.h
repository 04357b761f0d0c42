// A JSON text as a tree of names and exact values; what is not shown is said in a last row.
#pragma once

#include "ui/job/jsonindex.h"

#include <QAbstractItemModel>
#include <memory>

namespace oncedesk {

class JsonModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    explicit JsonModel(QObject *parent = nullptr);
    void setIndex(std::shared_ptr<const JsonIndex> index);
    // The exact text of the value there; empty for the row that says what is left out.
    [[nodiscard]] QByteArray exact(const QModelIndex &index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    // An index holds its parent's node; the root's children are the children of node 0.
    [[nodiscard]] int nodeAt(const QModelIndex &index) const; // -1: the row that says what is left out
    std::shared_ptr<const JsonIndex> m_index;
};

} // namespace oncedesk
