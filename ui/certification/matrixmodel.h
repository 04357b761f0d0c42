// Intents down, providers across. A new reading is merged: what is chosen stays chosen.
#pragma once

#include "core/board/certification.h"

#include <QAbstractTableModel>
#include <QHash>

namespace oncedesk {

class MatrixModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { MarkRole = Qt::UserRole }; // int of look::Mark

    using QAbstractTableModel::QAbstractTableModel;
    void merge(const QList<board::MatrixCell> &cells);
    // Null when there is none.
    [[nodiscard]] const board::MatrixCell *cell(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const QString &provider, const QString &intent) const;

    // What one would look at first: failing before stale, else the first cell.
    [[nodiscard]] QModelIndex worst() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void setIntents(const QStringList &intents);
    void setProviders(const QStringList &providers);
    QStringList m_intents;
    QStringList m_providers;
    QHash<std::pair<QString, QString>, board::MatrixCell> m_cells; // by provider and intent
};

} // namespace oncedesk
