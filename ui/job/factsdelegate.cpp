#include "ui/job/factsdelegate.h"

#include "ui/job/factsmodel.h"
#include "ui/look/look.h"

#include <QPainter>

namespace oncedesk {

namespace {

constexpr int padding = 10;
constexpr int shape = 10;
constexpr int widest = 340;

QString lineOf(const QModelIndex &index)
{
    return index.data(Qt::DisplayRole).toString().left(300).simplified();
}

} // namespace

void FactsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, option.palette.brush(QPalette::Highlight));
    painter->setPen(look::colors().line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    QRect text = option.rect.adjusted(padding, 0, -padding / 2, 0);
    const QColor color = index.data(Qt::ForegroundRole).value<QColor>();
    if (const QVariant mark = index.data(FactsModel::MarkRole); mark.isValid()) {
        look::drawShape(*painter, QRectF(text.left(), text.center().y() - shape / 2, shape, shape),
                        look::Mark(mark.toInt()), color);
        text.setLeft(text.left() + shape + 5);
    }
    const QFont font = index.data(Qt::FontRole).value<QFont>();
    painter->setFont(font);
    painter->setPen(color);
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(lineOf(index), Qt::ElideRight, text.width()));
    painter->restore();
}

QSize FactsDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const QFontMetrics metrics(index.data(Qt::FontRole).value<QFont>());
    const int mark = index.data(FactsModel::MarkRole).isValid() ? shape + 5 : 0;
    return {std::min(widest, metrics.horizontalAdvance(lineOf(index)) + mark + 2 * padding), look::rowHeight};
}

} // namespace oncedesk
