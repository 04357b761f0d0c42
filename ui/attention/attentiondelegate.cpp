#include "ui/attention/attentiondelegate.h"

#include "ui/attention/attentionmodel.h"
#include "ui/look/look.h"

#include <QPainter>

namespace oncedesk {

namespace {

constexpr int padding = 10;
constexpr int headingHeight = 30;
constexpr int box = 16;
constexpr int focusBar = 3; // where the keys go

void paintText(QPainter &painter, const QRect &rect, const QString &text, const QFont &font,
               const QColor &color, Qt::Alignment alignment)
{
    painter.setFont(font);
    painter.setPen(color);
    QString line = text;
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    painter.drawText(rect, int(alignment) | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(line, Qt::ElideRight, rect.width()));
}

} // namespace

void AttentionDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    const auto &c = look::colors();
    const bool isHeading = index.data(AttentionModel::headingRole).toBool();
    const QRect inner = option.rect.adjusted(padding, 0, -padding, 0);
    const QString text = index.data().toString();
    painter->save();
    if (isHeading)
        painter->fillRect(option.rect, c.page);
    else if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, c.selection);
    const QVariant mark = index.data(AttentionModel::markRole);
    if (isHeading) {
        paintText(*painter, inner, text, look::font(look::Size::caption), c.muted,
                  Qt::AlignLeft | Qt::AlignVCenter);
    } else if (index.column() == AttentionModel::status && mark.isValid()) {
        look::drawChip(*painter, QRectF(inner), look::Mark(mark.toInt()), text);
    } else if (index.column() == AttentionModel::attempt && mark.isValid() &&
               index.data(AttentionModel::headingRole).isValid() && text.at(0).isDigit()) {
        const QRectF square(inner.left(), option.rect.center().y() - box / 2.0 + 1,
                            std::max(box, 8 + 7 * int(text.size())), box);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(look::colorOf(look::Mark(mark.toInt())));
        painter->drawRoundedRect(square, 3, 3);
        painter->setPen(c.surface);
        painter->setFont(look::fixedFont(look::Size::head, QFont::Bold));
        painter->drawText(square, Qt::AlignCenter, text);
    } else {
        paintText(*painter, inner, text, index.data(Qt::FontRole).value<QFont>(),
                  index.data(Qt::ForegroundRole).value<QColor>(),
                  Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()));
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
    if ((option.state & QStyle::State_HasFocus) && !isHeading)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), focusBar, option.rect.height()),
                          c.accent);
    painter->setPen(c.line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->restore();
}

QSize AttentionDelegate::sizeHint(const QStyleOptionViewItem & /*option*/, const QModelIndex &index) const
{
    return {80, index.data(AttentionModel::headingRole).toBool() ? headingHeight : look::rowHeight};
}

} // namespace oncedesk
