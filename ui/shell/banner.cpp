#include "ui/shell/banner.h"

#include "ui/widgets/card.h"
#include "ui/widgets/times.h"

#include <QHBoxLayout>

namespace oncedesk {

Banner::Banner(LiveDesk &desk, QWidget *parent)
    : QFrame(parent), m_desk(desk), m_text(new PlainLabel({}, PlainLabel::Role::body, this))
{
    setObjectName(QStringLiteral("banner"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->addWidget(m_text);
    connect(&desk, &LiveDesk::linkChanged, this, &Banner::showLink);
    connect(&Times::instance(), &Times::changed, this, &Banner::showLink);
    showLink();
}

void Banner::showLink()
{
    setVisible(m_desk.link() == LiveDesk::Link::lost);
    if (m_desk.link() != LiveDesk::Link::lost)
        return;
    const board::Moment last{m_desk.lastFresh().toString(Qt::ISODateWithMs)};
    const bool isShowing = m_desk.lastFresh().isValid();
    const QString when = Times::instance().brief(last);
    if (!m_desk.remedy().isEmpty())
        m_text->setText(isShowing ? tr("%1 What you see is from %2.").arg(m_desk.remedy(), when)
                                  : m_desk.remedy());
    else if (isShowing)
        m_text->setText(tr("The connection is lost. What you see is from %1; it comes back by itself. (%2)")
                            .arg(when, m_desk.trouble()));
    else
        m_text->setText(
            tr("There is no connection yet; it is tried again and again. (%1)").arg(m_desk.trouble()));
    m_text->setAccessibleName(m_text->text());
}

} // namespace oncedesk
