#include "ui/attention/attentionmodel.h"

#include "ui/lists/celltext.h"
#include "ui/look/look.h"
#include "ui/widgets/times.h"

#include <QLocale>
#include <algorithm>
#include <array>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Kind = AttentionModel::Kind;

namespace {

constexpr std::array kinds{Kind::unknown, Kind::stalled, Kind::unserved, Kind::looseEnd};

AttentionModel::Key keyOf(const board::AttentionItem &item)
{
    return {item.kind, item.kind != Kind::stalled && item.attempt ? item.attempt->value() : item.job.value()};
}

} // namespace

look::Mark AttentionModel::markOf(const board::AttentionItem &item)
{
    return item.kind == Kind::stalled || !item.state ? look::Mark::stalled : look::markOf(*item.state);
}

QString AttentionModel::wordOf(const board::AttentionItem &item)
{
    return look::wordOf(markOf(item));
}

int AttentionModel::rowOf(const Key &key) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (m_rows.at(row).key == key)
            return row;
    }
    return -1;
}

// The items below their headings, and each row that is kept below the one it stood below before.
QList<AttentionModel::Row> AttentionModel::wanted(const QList<board::AttentionItem> &items) const
{
    QList<Row> wanted;
    const qint64 now = m_clock.elapsed();
    for (const Kind kind : kinds) {
        QList<Row> group;
        for (const board::AttentionItem &item : items) {
            if (item.kind == kind)
                group += {keyOf(item), item, false, now};
        }
        const auto placeOf = [&group](const Key &key) {
            return std::find_if(group.begin(), group.end(),
                                [&key](const Row &row) { return row.key == key; });
        };
        Key before{kind, 0};
        for (const Row &old : m_rows) {
            if (old.key.kind != kind || old.key.id == 0)
                continue;
            if (placeOf(old.key) != group.end()) {
                before = old.key;
            } else if (m_kept.contains(old.key)) {
                const auto place = placeOf(before);
                Row kept = old;
                kept.isResolved = true;
                group.insert(place == group.end() ? group.begin() : place + 1, kept);
                before = old.key;
            }
        }
        if (!group.isEmpty()) {
            wanted += Row{{kind, 0}, {}, false, now};
            wanted += group;
        }
    }
    return wanted;
}

void AttentionModel::setItems(const QList<board::AttentionItem> &items, const board::AttentionCounts &counts)
{
    if (!m_clock.isValid())
        m_clock.start();
    m_counts = counts;
    merge(wanted(items));
}

void AttentionModel::setKept(const QList<Key> &keys)
{
    m_kept = keys;
    QList<Row> left;
    bool isHeadingNeeded = false;
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        const Row &candidate = m_rows.at(row);
        const bool isHeading = candidate.key.id == 0;
        const bool stays =
            isHeading ? isHeadingNeeded : !candidate.isResolved || keys.contains(candidate.key);
        isHeadingNeeded = !isHeading && (isHeadingNeeded || stays);
        if (stays)
            left.prepend(candidate);
    }
    if (left.size() != m_rows.size())
        merge(left);
}

void AttentionModel::merge(const QList<Row> &wanted)
{
    const auto isWanted = [&wanted](const Row &row) {
        return std::any_of(wanted.begin(), wanted.end(), [&row](const Row &w) { return w.key == row.key; });
    };
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        if (isWanted(m_rows.at(row)))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.removeAt(row);
        endRemoveRows();
    }
    for (int row = 0; row < wanted.size(); ++row) {
        const Row &next = wanted.at(row);
        const int found = rowOf(next.key);
        if (found < 0) {
            beginInsertRows({}, row, row);
            m_rows.insert(row, next);
            endInsertRows();
        } else if (found != row) {
            beginMoveRows({}, found, found, {}, row);
            m_rows.move(found, row);
            endMoveRows();
        }
        m_rows[row] = next;
    }
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, columnCount_ - 1));
}

void AttentionModel::tick()
{
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, waiting), index(int(m_rows.size()) - 1, waiting));
}

std::chrono::milliseconds AttentionModel::waitingOf(int row) const
{
    const Row &at = m_rows.at(row);
    return at.isResolved ? at.item.waiting
                         : at.item.waiting + std::chrono::milliseconds(m_clock.elapsed() - at.readAt);
}

int AttentionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int AttentionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(columnCount_);
}

QString AttentionModel::headingOf(Kind kind) const
{
    const auto line = [](qint64 count, const QString &title, const QString &sentence) {
        return u"%1 %2 · %3"_s.arg(QLocale().toString(count), title, sentence);
    };
    switch (kind) {
    case Kind::unknown:
        return line(m_counts.unknown, tr("unknown"), tr("the provider may have acted, nobody knows yet"));
    case Kind::stalled:
        return line(m_counts.stalled, tr("stalled"), tr("nothing will go on here by itself"));
    case Kind::unserved:
        return line(m_counts.unserved, tr("unserved"), tr("no live worker takes care of these"));
    case Kind::looseEnd:
        return line(m_counts.looseEnds, tr("loose ends"),
                    tr("the job has its result, this attempt is still unknown"));
    }
    Q_UNREACHABLE();
}

QString AttentionModel::text(const Row &row, int column) const
{
    switch (Column(column)) {
    case ticket:
        return ticketText(row.item.job);
    case status:
        return row.isResolved ? tr("resolved") : wordOf(row.item);
    case owner:
        return visibleText(row.item.owner);
    case intent:
        return row.item.intent;
    case provider:
        return row.item.provider;
    case attempt:
        return row.item.ordinal > 0 ? QString::number(row.item.ordinal) : tr("none");
    case waiting:
        return Times::span(waitingOf(int(&row - m_rows.constData())));
    case columnCount_:
        break;
    }
    return {};
}

QVariant AttentionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows.at(index.row());
    const bool isHead = row.key.id == 0;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (isHead)
            return index.column() == 0 ? headingOf(row.key.kind) : QString();
        return text(row, index.column());
    case Qt::FontRole:
        return index.column() == ticket || index.column() == waiting ? look::fixedFont(look::Size::caption)
                                                                     : look::font(look::Size::body);
    case Qt::ForegroundRole:
        return row.isResolved ? look::colors().faint : look::colors().text;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(index.column() == waiting && !isHead ? Qt::AlignRight | Qt::AlignVCenter
                                                                        : Qt::AlignLeft | Qt::AlignVCenter);
    case markRole:
        return isHead || row.isResolved ? QVariant() : QVariant(int(markOf(row.item)));
    case headingRole:
        return isHead;
    case resolvedRole:
        return row.isResolved;
    default:
        return {};
    }
}

QVariant AttentionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(section == waiting ? Qt::AlignRight | Qt::AlignVCenter
                                                      : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case ticket:
        return tr("Ticket");
    case status:
        return tr("Status");
    case owner:
        return tr("Owner");
    case intent:
        return tr("Intent");
    case provider:
        return tr("Provider");
    case attempt:
        return tr("Attempt");
    case waiting:
        return tr("For");
    case columnCount_:
        break;
    }
    return {};
}

Qt::ItemFlags AttentionModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (isHeading(index.row()))
        return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace oncedesk
