#include "ui/job/jsonmodel.h"

#include "ui/lists/celltext.h"
#include "ui/look/look.h"

namespace oncedesk {

JsonModel::JsonModel(QObject *parent) : QAbstractItemModel(parent), m_index(std::make_shared<JsonIndex>()) {}

void JsonModel::setIndex(std::shared_ptr<const JsonIndex> index)
{
    beginResetModel();
    m_index = std::move(index);
    endResetModel();
}

int JsonModel::nodeAt(const QModelIndex &index) const
{
    if (!index.isValid())
        return 0;
    const auto &siblings = m_index->nodes()[index.internalId()].children;
    return index.row() < int(siblings.size()) ? siblings[index.row()] : -1;
}

QModelIndex JsonModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, quintptr(nodeAt(parent)));
}

QModelIndex JsonModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const JsonIndex::Node &node = m_index->nodes()[index.internalId()];
    return createIndex(node.row, 0, quintptr(node.parent));
}

int JsonModel::rowCount(const QModelIndex &parent) const
{
    if (parent.column() > 0 || m_index->nodes().empty())
        return 0;
    const int at = nodeAt(parent);
    if (at < 0)
        return 0;
    const JsonIndex::Node &node = m_index->nodes()[at];
    return int(node.children.size()) + (node.size > qint64(node.children.size()) ? 1 : 0);
}

int JsonModel::columnCount(const QModelIndex &) const
{
    return 2;
}

QByteArray JsonModel::exact(const QModelIndex &index) const
{
    const int node = index.isValid() ? nodeAt(index) : -1;
    return node < 0 ? QByteArray() : m_index->exact(m_index->nodes()[node]);
}

QVariant JsonModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int at = nodeAt(index);
    const auto text = [&]() -> QString {
        if (at < 0) {
            const JsonIndex::Node &parent = m_index->nodes()[index.internalId()];
            return index.column() == 0
                       ? QStringLiteral("…")
                       : tr("%1 more are not shown here").arg(parent.size - qint64(parent.children.size()));
        }
        const JsonIndex::Node &node = m_index->nodes()[at];
        return index.column() == 0 ? m_index->nameOf(node) : m_index->valueOf(node);
    };
    switch (role) {
    case Qt::DisplayRole:
        return text();
    case Qt::ToolTipRole:
        return plainToolTip(text());
    case Qt::FontRole:
        return look::fixedFont(look::Size::caption);
    case Qt::ForegroundRole:
        if (at < 0 || index.column() == 0)
            return look::colors().muted;
        return m_index->nodes()[at].kind == '{' || m_index->nodes()[at].kind == '[' ? look::colors().faint
                                                                                    : look::colors().text;
    default:
        return {};
    }
}

QVariant JsonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Name") : tr("Value");
}

} // namespace oncedesk
