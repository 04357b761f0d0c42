// The cells of the providers: enabled or disabled as shape, word and colour, the rest as text.
#pragma once

#include <QStyledItemDelegate>

namespace oncedesk {

class StateDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace oncedesk
