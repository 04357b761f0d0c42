#include "ui/attention/keybutton.h"

#include <QPainter>
#include <QStyle>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

KeyButton::KeyButton(const QString &text, const QString &key, ButtonKind kind, QWidget *parent)
    : QPushButton(text, parent), m_key(key)
{
    setAutoDefault(false);
    setProperty("hasKey", true);
    setToolTip(tr("Key: %1").arg(key));
    setKind(kind);
}

void KeyButton::setKind(ButtonKind kind)
{
    const QString word = kind == ButtonKind::primary  ? u"primary"_s
                         : kind == ButtonKind::danger ? u"danger"_s
                                                      : QString();
    if (property("kind").toString() == word)
        return;
    setProperty("kind", word);
    if (!testAttribute(Qt::WA_WState_Polished))
        return;
    style()->unpolish(this);
    style()->polish(this);
}

void KeyButton::paintEvent(QPaintEvent *event)
{
    QPushButton::paintEvent(event);
    const auto &c = look::colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(look::fixedFont(look::Size::head));
    const int wide = std::max(16, painter.fontMetrics().horizontalAdvance(m_key) + 8);
    const QRectF cap(width() - wide - 9.5, height() / 2.0 - 8, wide, 16);
    const bool onAccent = isEnabled() && property("kind").toString() == u"primary";
    painter.setPen(onAccent ? c.accentText : isEnabled() ? c.strongLine : c.line);
    painter.drawRoundedRect(cap, 3, 3);
    painter.setPen(onAccent ? c.accentText : isEnabled() ? c.muted : c.faint);
    painter.drawText(cap, Qt::AlignCenter, m_key);
}

} // namespace oncedesk
