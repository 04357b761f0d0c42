#include "ui/shell/page.h"

#include <QVBoxLayout>

namespace oncedesk {

Page::Page(LiveDesk &desk, QWidget *parent) : QWidget(parent), m_desk(desk), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    m_column->setContentsMargins(16, 16, 16, 4); // the notice line keeps the rest free
    m_column->setSpacing(12);
    connect(&desk, &LiveDesk::changed, this, [this] {
        if (isVisible())
            refresh();
    });
}

void Page::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

} // namespace oncedesk
