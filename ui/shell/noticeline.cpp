#include "ui/shell/noticeline.h"

#include "ui/look/icons.h"
#include "ui/look/look.h"
#include "ui/widgets/card.h"
#include "ui/widgets/times.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace oncedesk {

using namespace std::chrono_literals;

NoticeLine::NoticeLine(QWidget *parent)
    : QFrame(parent),
      m_when(new PlainLabel({}, PlainLabel::Role::faint, this)),
      m_text(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("noticeLine"));
    setMinimumHeight(32);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    m_text->setObjectName(QStringLiteral("notice"));
    m_text->setMinimumHeight(20);
    m_close->setObjectName(QStringLiteral("dismiss"));
    m_close->setAccessibleName(tr("Dismiss the notice"));
    m_close->setToolTip(m_close->accessibleName());
    m_close->setIconSize({12, 12});
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 2, 16, 4);
    row->setSpacing(8);
    m_when->setWordWrap(false);
    row->addWidget(m_when);
    row->addWidget(m_text, 1);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &NoticeLine::dismiss);
    m_staying.setSingleShot(true);
    m_staying.setInterval(30s);
    connect(&m_staying, &QTimer::timeout, this, &NoticeLine::dismiss);
    showIcon();
    dismiss();
}

void NoticeLine::say(const QString &sentence, bool isRefusal)
{
    m_text->setText(sentence);
    m_text->setRole(isRefusal ? PlainLabel::Role::danger : PlainLabel::Role::body);
    m_text->setAccessibleName(sentence);
    // It tells of a moment: what it says may have been overtaken since.
    m_when->setText(Times::instance().brief({QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)}));
    m_when->show();
    m_text->show();
    m_close->show();
    // What was done goes stale; a refusal stays until it has been read.
    if (isRefusal)
        m_staying.stop();
    else
        m_staying.start();
    QAccessibleEvent alert(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void NoticeLine::dismiss()
{
    m_text->clear();
    m_text->setAccessibleName({});
    m_when->hide();
    m_text->hide();
    m_close->hide();
}

QString NoticeLine::text() const
{
    return m_text->text();
}

void NoticeLine::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void NoticeLine::showIcon()
{
    m_close->setIcon(look::icon(QStringLiteral("close"), look::colors().muted));
}

} // namespace oncedesk
