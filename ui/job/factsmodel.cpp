#include "ui/job/factsmodel.h"

#include "ui/lists/celltext.h"
#include "ui/look/look.h"
#include "ui/widgets/times.h"

namespace oncedesk {

FactsModel::FactsModel(QStringList heads, QObject *parent)
    : QAbstractTableModel(parent), m_heads(std::move(heads))
{
    connect(&Times::instance(), &Times::changed, this, [this] {
        if (!m_rows.isEmpty())
            Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, int(m_heads.size()) - 1));
    });
}

void FactsModel::setRows(const QList<FactRow> &rows)
{
    int row = 0;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const FactRow &fresh = rows[i];
        while (row < m_rows.size() && m_rows[row].id < fresh.id) {
            beginRemoveRows({}, row, row);
            m_rows.removeAt(row);
            endRemoveRows();
        }
        if (row < m_rows.size() && m_rows[row].id == fresh.id) {
            if (!(m_rows[row] == fresh)) {
                m_rows[row] = fresh;
                Q_EMIT dataChanged(index(row, 0), index(row, int(m_heads.size()) - 1));
            }
        } else {
            // Those that come before the next one that is there are one insertion.
            qsizetype end = i + 1;
            while (end < rows.size() && (row == m_rows.size() || rows[end].id < m_rows[row].id))
                ++end;
            const int count = int(end - i);
            beginInsertRows({}, row, row + count - 1);
            m_rows = m_rows.first(row) + rows.sliced(i, count) + m_rows.sliced(row);
            endInsertRows();
            row += count - 1;
            i = end - 1;
        }
        ++row;
    }
    if (row < m_rows.size()) {
        beginRemoveRows({}, row, int(m_rows.size()) - 1);
        m_rows.remove(row, m_rows.size() - row);
        endRemoveRows();
    }
}

int FactsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int FactsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_heads.size());
}

QVariant FactsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Fact &fact = m_rows[index.row()].facts[index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return fact.moment.happened() ? Times::instance().brief(fact.moment) : fact.text;
    case Qt::ToolTipRole:
        return plainToolTip(fact.moment.happened() ? Times::instance().full(fact.moment) : fact.text);
    case Qt::FontRole:
        return fact.isFixed || fact.moment.happened() ? look::fixedFont(look::Size::caption)
                                                      : look::font(look::Size::body);
    case Qt::ForegroundRole:
        return fact.mark ? look::colorOf(*fact.mark) : look::colors().text;
    case MarkRole:
        return fact.mark ? QVariant(int(*fact.mark)) : QVariant();
    default:
        return {};
    }
}

QVariant FactsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return m_heads.value(section);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

} // namespace oncedesk
