#include "ui/providers/providersmodel.h"

#include "ui/look/look.h"
#include "ui/widgets/times.h"

#include <QLocale>

namespace oncedesk {

void ProvidersModel::merge(const QList<ProviderEntry> &entries)
{
    // Both are sorted by name, in the database's order: walk them together.
    QStringList wanted;
    for (const ProviderEntry &entry : entries)
        wanted += entry.row.name;
    for (qsizetype row = m_entries.size() - 1; row >= 0; --row) {
        if (!wanted.contains(m_entries[row].row.name)) {
            beginRemoveRows({}, int(row), int(row));
            m_entries.removeAt(row);
            endRemoveRows();
        }
    }
    for (qsizetype row = 0; row < entries.size(); ++row) {
        if (row < m_entries.size() && m_entries[row].row.name == entries[row].row.name) {
            m_entries[row] = entries[row];
            continue;
        }
        beginInsertRows({}, int(row), int(row));
        m_entries.insert(row, entries[row]);
        endInsertRows();
    }
    if (!m_entries.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_entries.size()) - 1, ColumnCount - 1));
}

int ProvidersModel::rowOf(const QString &name) const
{
    for (int row = 0; row < int(m_entries.size()); ++row) {
        if (m_entries[row].row.name == name)
            return row;
    }
    return -1;
}

int ProvidersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int ProvidersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ProvidersModel::text(const ProviderEntry &entry, int column) const
{
    const auto number = [](qint64 value) { return QLocale().toString(value); };
    switch (Column(column)) {
    case Name:
        return entry.row.name;
    case State:
        return entry.row.enabled ? tr("enabled") : tr("disabled");
    case Kind:
        return entry.row.kind;
    case Workers:
        return entry.workers.isEmpty() ? tr("none alive") : tr("%1 alive").arg(number(entry.workers.size()));
    case InFlight:
        return number(entry.load.inFlight);
    case Unknown:
        return number(entry.load.unknown);
    case Changed:
        return Times::instance().brief(entry.row.updatedAt);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ProvidersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ProviderEntry &entry = m_entries[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case EnabledRole:
        return entry.row.enabled;
    case Qt::TextAlignmentRole:
        if (index.column() == InFlight || index.column() == Unknown)
            return int(Qt::AlignRight | Qt::AlignVCenter);
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::FontRole:
        if (index.column() >= InFlight)
            return look::fixedFont(look::Size::caption);
        return {};
    case Qt::ToolTipRole:
        if (index.column() == Changed)
            return Times::instance().full(entry.row.updatedAt);
        return {};
    default:
        return {};
    }
}

QVariant ProvidersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == InFlight || section == Unknown ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Name:
        return tr("Provider");
    case State:
        return tr("State");
    case Kind:
        return tr("Kind");
    case Workers:
        return tr("Workers");
    case InFlight:
        return tr("In flight");
    case Unknown:
        return tr("Unknown");
    case Changed:
        return tr("Changed");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace oncedesk
