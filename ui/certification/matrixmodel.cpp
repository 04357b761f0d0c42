#include "ui/certification/matrixmodel.h"

#include "ui/certification/words.h"
#include "ui/lists/celltext.h"
#include "ui/look/look.h"

namespace oncedesk {

namespace {

// Removes what is gone and inserts what is new, one by one, each told.
template<class Remove, class Insert>
void mergeNames(const QStringList &has, const QStringList &wanted, Remove remove, Insert insert)
{
    for (qsizetype i = has.size() - 1; i >= 0; --i) {
        if (!wanted.contains(has[i]))
            remove(int(i));
    }
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        if (i >= has.size() || has[i] != wanted[i])
            insert(int(i), wanted[i]);
    }
}

} // namespace

void MatrixModel::merge(const QList<board::MatrixCell> &cells)
{
    QStringList intents;
    QStringList providers;
    m_cells.clear();
    for (const board::MatrixCell &cell : cells) {
        if (!intents.contains(cell.intent))
            intents += cell.intent;
        if (!providers.contains(cell.provider))
            providers += cell.provider;
        m_cells.insert({cell.provider, cell.intent}, cell);
    }
    setIntents(intents);
    setProviders(providers);
    if (!m_intents.isEmpty() && !m_providers.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_intents.size()) - 1, int(m_providers.size()) - 1));
    if (!m_providers.isEmpty())
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, int(m_providers.size()) - 1); // one may be disabled now
}

void MatrixModel::setIntents(const QStringList &intents)
{
    mergeNames(
        m_intents, intents,
        [this](int row) {
            beginRemoveRows({}, row, row);
            m_intents.removeAt(row);
            endRemoveRows();
        },
        [this](int row, const QString &intent) {
            beginInsertRows({}, row, row);
            m_intents.insert(row, intent);
            endInsertRows();
        });
}

void MatrixModel::setProviders(const QStringList &providers)
{
    mergeNames(
        m_providers, providers,
        [this](int column) {
            beginRemoveColumns({}, column, column);
            m_providers.removeAt(column);
            endRemoveColumns();
        },
        [this](int column, const QString &provider) {
            beginInsertColumns({}, column, column);
            m_providers.insert(column, provider);
            endInsertColumns();
        });
}

const board::MatrixCell *MatrixModel::cell(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    const auto found = m_cells.constFind({m_providers[index.column()], m_intents[index.row()]});
    return found == m_cells.cend() ? nullptr : &*found;
}

QModelIndex MatrixModel::indexOf(const QString &provider, const QString &intent) const
{
    const auto row = m_intents.indexOf(intent);
    const auto column = m_providers.indexOf(provider);
    return row < 0 || column < 0 ? QModelIndex() : index(int(row), int(column));
}

QModelIndex MatrixModel::worst() const
{
    using State = board::MatrixCell::State;
    for (const State state : {State::failing, State::stale}) {
        for (const QString &intent : m_intents) {
            for (const QString &provider : m_providers) {
                if (m_cells.value({provider, intent}).state == state)
                    return indexOf(provider, intent);
            }
        }
    }
    return index(0, 0);
}

int MatrixModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_intents.size());
}

int MatrixModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_providers.size());
}

QVariant MatrixModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const board::MatrixCell *one = cell(index);
    if (!one)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return certification::word(*one);
    case MarkRole:
        return int(certification::mark(*one));
    case Qt::ToolTipRole:
        return plainToolTip(certification::sentence(*one));
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3").arg(one->intent, one->provider, certification::word(*one));
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation == Qt::Vertical) {
        if (role == Qt::DisplayRole)
            return m_intents.value(section);
        return {};
    }
    if (role != Qt::DisplayRole)
        return {};
    const QString provider = m_providers.value(section);
    const bool isEnabled = m_intents.isEmpty() || m_cells.value({provider, m_intents.first()}).isEnabled;
    return isEnabled ? provider : tr("%1 (disabled)").arg(provider);
}

} // namespace oncedesk
