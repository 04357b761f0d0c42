#include "ui/lists/listdelegate.h"

#include "ui/lists/attemptstrip.h"
#include "ui/lists/celltext.h"
#include "ui/lists/listmodel.h"
#include "ui/look/look.h"
#include "ui/look/mark.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace oncedesk {

namespace {

constexpr int padding = 10;
constexpr qreal shape = 10;

QRectF contentOf(const QRect &cell)
{
    return QRectF(cell).adjusted(padding, 0, -padding, -1);
}

} // namespace

ListDelegate::ListDelegate(const ListModel &model, QObject *parent)
    : QStyledItemDelegate(parent), m_model(model)
{
}

QSize ListDelegate::sizeHint(const QStyleOptionViewItem & /*option*/, const QModelIndex &index) const
{
    return {m_model.columns()[index.column()].width, look::rowHeight};
}

void ListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, look::colors().selection);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      look::colors().line);
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    if (view && view->hasFocus() && view->currentIndex().row() == index.row() && index.column() == 0)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1),
                          look::colors().accent);
    if (index.data(ListModel::GoneRole).toBool())
        painter->setOpacity(0.45);
    paintContent(*painter, contentOf(option.rect), index);
    painter->restore();
}

void ListDelegate::paintContent(QPainter &painter, const QRectF &cell, const QModelIndex &index) const
{
    const QVariant strip = index.data(ListModel::StripRole);
    if (strip.isValid()) {
        drawAttemptStrip(painter, cell, strip.value<QList<board::AttemptMark>>());
        return;
    }
    const ListColumn &column = m_model.columns()[index.column()];
    const QString text = visibleText(index.data().toString());
    QRectF place = cell;
    QColor color = column.isMuted ? look::colors().muted : look::colors().text;
    const QVariant mark = index.data(ListModel::MarkRole);
    if (mark.isValid()) {
        const auto shown = look::Mark(mark.toInt());
        if (index.data(ListModel::ChipRole).toBool()) {
            look::drawChip(painter, cell, shown, text);
            return;
        }
        color = look::colorOf(shown);
        look::drawShape(painter, QRectF(cell.left(), cell.center().y() - shape / 2, shape, shape), shown,
                        color);
        place.setLeft(cell.left() + shape + 6);
    }
    painter.setPen(color);
    painter.setFont(column.isFixed ? look::fixedFont(look::Size::caption) : look::font(look::Size::body));
    const QString elided = QFontMetricsF(painter.font()).elidedText(text, column.elide, place.width());
    painter.drawText(place, int(column.alignment) | Qt::TextSingleLine, elided);
}

bool ListDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                             const QModelIndex &index)
{
    const QVariant strip = index.data(ListModel::StripRole);
    if (event->type() != QEvent::ToolTip || !strip.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const auto attempts = strip.value<QList<board::AttemptMark>>();
    const qsizetype at = AttemptStrip::layOut(attempts, contentOf(option.rect)).indexAt(event->pos());
    QToolTip::showText(event->globalPos(), at < 0 ? QString() : plainToolTip(attemptWords(attempts[at])),
                       view);
    return true;
}

} // namespace oncedesk
