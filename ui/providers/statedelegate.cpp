#include "ui/providers/statedelegate.h"

#include "ui/look/look.h"
#include "ui/look/mark.h"
#include "ui/providers/providersmodel.h"

#include <QApplication>
#include <QPainter>
#include <cmath>

namespace oncedesk {

void StateDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    QStyleOptionViewItem behind = option;
    initStyleOption(&behind, index);
    behind.text.clear();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &behind, painter, option.widget);
    const QString text = index.data(Qt::DisplayRole).toString();
    const QRect inside = option.rect.adjusted(10, 0, -10, 0); // as the heads are
    if (index.column() == ProvidersModel::State) {
        const bool isEnabled = index.data(ProvidersModel::EnabledRole).toBool();
        look::drawChip(*painter, inside, isEnabled ? look::Mark::succeeded : look::Mark::closed, text);
        return;
    }
    painter->save();
    painter->setFont(behind.font);
    painter->setPen(option.palette.color(QPalette::Text));
    painter->drawText(inside, int(behind.displayAlignment) | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideMiddle, inside.width()));
    painter->restore();
}

QSize StateDelegate::sizeHint(const QStyleOptionViewItem & /*option*/, const QModelIndex &index) const
{
    return {int(std::ceil(look::chipWidth(index.data(Qt::DisplayRole).toString()))) + 20, look::rowHeight};
}

} // namespace oncedesk
