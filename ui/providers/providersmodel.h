// The providers by name. A new reading is merged: rows that stay keep their place and selection.
#pragma once

#include "ui/providers/providerentry.h"

#include <QAbstractTableModel>

namespace oncedesk {

class ProvidersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, State, Kind, Workers, InFlight, Unknown, Changed, ColumnCount };
    // Of State: whether it is enabled.
    static constexpr int EnabledRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;
    void merge(const QList<ProviderEntry> &entries);
    [[nodiscard]] const ProviderEntry &entry(int row) const { return m_entries[row]; }
    [[nodiscard]] int rowOf(const QString &name) const; // -1: there is none

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const ProviderEntry &entry, int column) const;
    QList<ProviderEntry> m_entries;
};

} // namespace oncedesk
