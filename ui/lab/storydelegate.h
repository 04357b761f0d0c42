// A story in the list: its title, and under it what came of it.
#pragma once

#include <QStyledItemDelegate>

namespace oncedesk {

class StoryDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    static constexpr int StandingRole = Qt::UserRole; // text
    static constexpr int MarkRole = Qt::UserRole + 1; // look::Mark as int; invalid: none

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace oncedesk
