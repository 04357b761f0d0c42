#include "ui/attention/attentionlist.h"

#include "ui/attention/attentiondelegate.h"
#include "ui/attention/attentionmodel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>
#include <array>

namespace oncedesk {

namespace {

struct Width
{
    int least;
    int share; // of what is left over, in parts
};
// Ticket, status, owner, intent, provider, attempt, for.
constexpr std::array<Width, AttentionModel::columnCount_> widths{
    {{66, 0}, {106, 0}, {96, 3}, {96, 3}, {76, 2}, {66, 0}, {112, 0}}};

} // namespace

AttentionList::AttentionList(AttentionModel *model, QWidget *parent) : QTreeView(parent)
{
    setObjectName(QStringLiteral("attentionList"));
    setAccessibleName(tr("What needs somebody"));
    setModel(model);
    setItemDelegate(new AttentionDelegate(this));
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setIndentation(0);
    setSelectionMode(ExtendedSelection);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAutoScroll(false);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(48);
    connect(model, &QAbstractItemModel::rowsInserted, this, &AttentionList::spanHeadings);
    connect(model, &QAbstractItemModel::rowsMoved, this, &AttentionList::spanHeadings);
}

void AttentionList::spanHeadings()
{
    for (int row = 0; row < model()->rowCount(); ++row)
        setFirstColumnSpanned(row, {}, model()->index(row, 0).data(AttentionModel::headingRole).toBool());
}

void AttentionList::holdPlace()
{
    const QRect sight = viewport()->rect();
    QModelIndex held = currentIndex().siblingAtColumn(0);
    if (!held.isValid() || !sight.intersects(visualRect(held)))
        held = indexAt(sight.topLeft());
    m_held = held;
    m_heldAt = held.isValid() ? visualRect(held).top() : 0;
}

void AttentionList::restorePlace()
{
    if (!m_held.isValid())
        return;
    const int moved = visualRect(m_held).top() - m_heldAt;
    if (moved != 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + moved);
}

// A row that arrived while nothing was listed is where the keys are, and not yet chosen.
void AttentionList::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool chooses =
        key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_Return || key == Qt::Key_Enter;
    const bool isPlain = !(event->modifiers() & ~Qt::KeypadModifier);
    if (chooses && isPlain && currentIndex().isValid() && !selectionModel()->hasSelection()) {
        const bool isHeading = currentIndex().data(AttentionModel::headingRole).toBool();
        setCurrentIndex(isHeading ? moveCursor(MoveDown, Qt::NoModifier) : currentIndex());
    } else {
        QTreeView::keyPressEvent(event);
    }
}

QModelIndex AttentionList::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const auto isHeading = [this](int row) {
        return model()->index(row, 0).data(AttentionModel::headingRole).toBool();
    };
    const int step =
        action == MoveUp || action == MovePrevious || action == MovePageUp || action == MoveEnd ? -1 : 1;
    const int rows = model()->rowCount();
    const QModelIndex to = QTreeView::moveCursor(action, modifiers);
    int row = to.isValid() ? to.row() : 0;
    while (row >= 0 && row < rows && isHeading(row))
        row += step;
    for (int first = 0; row < 0 && first < rows; ++first)
        row = isHeading(first) ? row : first; // above it there are only headings
    return row < rows ? model()->index(row, 0) : currentIndex();
}

void AttentionList::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    int least = 0;
    int shares = 0;
    for (const Width &width : widths) {
        least += width.least;
        shares += width.share;
    }
    const int spare = std::max(0, viewport()->width() - least);
    int given = 0;
    for (int i = 0; i < int(widths.size()); ++i) {
        const auto &[minimum, share] = widths.at(size_t(i));
        int width = minimum + spare * share / shares;
        given += width;
        if (i == AttentionModel::waiting)
            width += std::max(0, viewport()->width() - given);
        header()->resizeSection(i, width);
    }
}

} // namespace oncedesk
