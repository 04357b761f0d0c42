#include "ui/lab/storydelegate.h"

#include "ui/look/look.h"
#include "ui/look/mark.h"

#include <QPainter>

namespace oncedesk {

namespace {

constexpr int height = 52;
constexpr int margin = 12;

} // namespace

void StoryDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, look::colors().selection);
    QRect line = option.rect.adjusted(margin, 7, -margin, 0);
    line.setHeight(20);
    painter->setFont(look::font(look::Size::body, QFont::DemiBold));
    painter->setPen(option.state & QStyle::State_Enabled ? look::colors().text : look::colors().faint);
    painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(index.data(Qt::DisplayRole).toString(),
                                                        Qt::ElideRight, line.width()));
    line.translate(0, 19);
    painter->setFont(look::font(look::Size::caption));
    QColor ink = look::colors().muted;
    if (const QVariant mark = index.data(MarkRole); mark.isValid()) {
        const auto shape = look::Mark(mark.toInt());
        ink = look::colorOf(shape);
        look::drawShape(*painter, QRectF(line.left(), line.center().y() - 5, 10, 10), shape, ink);
        line.setLeft(line.left() + 16);
    }
    painter->setPen(ink);
    painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft, index.data(StandingRole).toString());
    painter->setPen(look::colors().line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->restore();
}

QSize StoryDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {0, height};
}

} // namespace oncedesk
