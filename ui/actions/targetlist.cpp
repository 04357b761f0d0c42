#include "ui/actions/targetlist.h"

#include "ui/lists/celltext.h"
#include "ui/look/look.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

namespace oncedesk {

namespace {

enum Column { ticket, attempt, state, provider, outcome };
constexpr int markRole = Qt::UserRole;
constexpr int chipColumn = 120;
constexpr int headPadding = 10; // the style sheet's
constexpr int padding = 7;      // with the style's own margin, as much

class StateDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QVariant mark = index.data(markRole);
        if (!mark.isValid()) {
            QStyleOptionViewItem indented = option;
            indented.rect.adjust(padding, 0, 0, 0);
            QStyledItemDelegate::paint(painter, indented, index);
            return;
        }
        look::drawChip(*painter, option.rect.adjusted(headPadding, 0, -4, 0), look::Mark(mark.toInt()),
                       index.data().toString());
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), 30};
    }
};

} // namespace

TargetList::TargetList(QWidget *parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("targets"));
    setAccessibleName(tr("What this is about"));
    setHeaderLabels({tr("Ticket"), tr("Attempt"), tr("Was"), tr("Provider"), tr("What came of it")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setSelectionMode(NoSelection);
    setItemDelegate(new StateDelegate(this));
    setTextElideMode(Qt::ElideRight);
    header()->setStretchLastSection(true);
    setColumnWidth(Column::ticket, 80);
    setColumnWidth(Column::attempt, 64);
    setColumnWidth(Column::state, chipColumn);
    setColumnWidth(Column::provider, 110);
}

void TargetList::setTargets(const QList<ActionTarget> &targets)
{
    clear();
    setColumnHidden(Column::attempt, !targets.isEmpty() && targets.first().ordinal == 0);
    setColumnHidden(Column::provider, !targets.isEmpty() && targets.first().ordinal == 0);
    QList<QTreeWidgetItem *> items;
    for (const ActionTarget &target : targets) {
        auto *item = new QTreeWidgetItem;
        item->setText(Column::ticket, ticketText(target.job));
        item->setFont(Column::ticket, look::fixedFont(look::Size::caption));
        if (target.ordinal > 0)
            item->setText(Column::attempt, QString::number(target.ordinal));
        item->setFont(Column::attempt, look::fixedFont(look::Size::caption));
        item->setText(Column::state, target.word());
        if (const auto mark = target.mark())
            item->setData(Column::state, markRole, int(*mark));
        item->setText(Column::provider, target.provider);
        items += item;
    }
    addTopLevelItems(items);
}

void TargetList::setNote(int index, const QString &words, bool isRefusal)
{
    QTreeWidgetItem *item = topLevelItem(index);
    if (!item || item->text(Column::outcome) == words)
        return;
    item->setText(Column::outcome, words);
    item->setForeground(Column::outcome, isRefusal ? look::colors().danger : look::colors().muted);
    item->setToolTip(Column::outcome, words.toHtmlEscaped());
}

QString TargetList::note(int index) const
{
    const QTreeWidgetItem *item = topLevelItem(index);
    return item ? item->text(Column::outcome) : QString();
}

} // namespace oncedesk
