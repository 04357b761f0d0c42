#include "ui/shell/rail.h"

#include "ui/look/icons.h"
#include "ui/look/look.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Rail::Rail(QWidget *parent) : QFrame(parent), m_column(new QVBoxLayout(this)), m_pages(new QVBoxLayout)
{
    setObjectName(u"rail"_s);
    setFixedWidth(176);
    m_column->setContentsMargins(8, 12, 8, 12);
    m_column->setSpacing(2);
    m_pages->setSpacing(2);
    m_column->addLayout(m_pages);
    m_column->addStretch();
    m_group.setExclusive(true);
}

void Rail::add(const QString &key, const QString &icon, const QString &title)
{
    auto *button = new QToolButton(this);
    button->setProperty("rail", true);
    button->setObjectName(u"rail-"_s + key);
    button->setIcon(look::railIcon(icon));
    button->setText(u"  "_s + title);
    button->setAccessibleName(title);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const QKeySequence shortcut(Qt::ALT | Qt::Key(Qt::Key_1 + m_entries.size()));
    button->setShortcut(shortcut);
    button->setToolTip(u"%1 (%2)"_s.arg(title, shortcut.toString(QKeySequence::NativeText)));
    m_group.addButton(button);

    auto *row = new QHBoxLayout(button);
    row->setContentsMargins(0, 0, 10, 0);
    row->addStretch();
    auto *badge = new QLabel(button);
    badge->setFont(look::font(look::Size::head, QFont::DemiBold));
    badge->setProperty("role", u"badge"_s);
    badge->setAttribute(Qt::WA_TransparentForMouseEvents);
    badge->hide();
    row->addWidget(badge, 0, Qt::AlignVCenter);

    m_pages->addWidget(button);
    m_entries.insert(key, {button, badge, title, icon, button->toolTip()});
    connect(button, &QToolButton::clicked, this, [this, key] { Q_EMIT chosen(key); });
}

void Rail::addFoot(QWidget *widget)
{
    m_column->addWidget(widget);
}

void Rail::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        for (const Entry &entry : std::as_const(m_entries))
            entry.button->setIcon(look::railIcon(entry.icon));
    }
}

void Rail::setCurrent(const QString &key)
{
    if (const auto entry = m_entries.constFind(key); entry != m_entries.constEnd())
        entry->button->setChecked(true);
}

void Rail::setRefusal(const QString &why)
{
    for (const Entry &entry : std::as_const(m_entries)) {
        entry.button->setEnabled(why.isEmpty());
        entry.button->setToolTip(why.isEmpty() ? entry.toolTip : entry.title + u'\n' + why);
        entry.button->setAccessibleDescription(why);
    }
}

void Rail::setCount(const QString &key, qint64 count, const QString &words)
{
    const auto entry = m_entries.constFind(key);
    if (entry == m_entries.constEnd())
        return;
    entry->badge->setVisible(count > 0);
    entry->badge->setText(QLocale().toString(count));
    entry->button->setAccessibleName(count > 0 ? entry->title + u", "_s + words : entry->title);
}

} // namespace oncedesk
