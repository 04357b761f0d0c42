// Draws a cell of a list: chips, outcomes, strips of attempts and text, all on one quiet line.
#pragma once

#include <QStyledItemDelegate>

namespace oncedesk {

class ListModel;

class ListDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ListDelegate(const ListModel &model, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    void paintContent(QPainter &painter, const QRectF &cell, const QModelIndex &index) const;
    const ListModel &m_model;
};

} // namespace oncedesk
