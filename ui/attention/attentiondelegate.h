// Draws the rows of Attention: headings across the table, chips, the attempt's mark.
#pragma once

#include <QStyledItemDelegate>

namespace oncedesk {

class AttentionDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace oncedesk
