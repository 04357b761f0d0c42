#include "ui/certification/matrixdelegate.h"

#include "ui/certification/matrixmodel.h"
#include "ui/look/look.h"
#include "ui/look/mark.h"

#include <QApplication>
#include <QPainter>
#include <cmath>

namespace oncedesk {

void MatrixDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    QStyleOptionViewItem behind = option;
    initStyleOption(&behind, index);
    behind.text.clear();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &behind, painter, option.widget);
    const QVariant mark = index.data(MatrixModel::MarkRole);
    if (!mark.isValid())
        return;
    look::drawChip(*painter, option.rect.adjusted(10, 0, -10, 0), look::Mark(mark.toInt()),
                   index.data(Qt::DisplayRole).toString());
}

QSize MatrixDelegate::sizeHint(const QStyleOptionViewItem & /*option*/, const QModelIndex &index) const
{
    return {int(std::ceil(look::chipWidth(index.data(Qt::DisplayRole).toString()))) + 20, look::rowHeight};
}

} // namespace oncedesk
