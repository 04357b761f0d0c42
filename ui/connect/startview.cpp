#include "ui/connect/startview.h"

#include "ui/look/look.h"
#include "ui/widgets/card.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

StartView::StartView(QWidget *parent)
    : QWidget(parent),
      m_title(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_advice(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_detail(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_progress(new QProgressBar(this)),
      m_passwordLabel(new PlainLabel(tr("Password"), PlainLabel::Role::muted, this)),
      m_password(new QLineEdit(this)),
      m_again(makeButton(tr("Try again"), ButtonKind::primary, this)),
      m_other(makeButton(tr("Choose another connection…"), ButtonKind::plain, this))
{
    setObjectName(u"page"_s);
    setAttribute(Qt::WA_StyledBackground);
    auto *card = new Card(this);
    card->setFixedWidth(560);
    m_title->setObjectName(u"start-title"_s);
    m_title->setFont(look::font(look::Size::title, QFont::DemiBold));
    m_advice->setObjectName(u"start-advice"_s);
    m_detail->setObjectName(u"start-detail"_s);
    m_detail->setFont(look::font(look::Size::caption));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Opening"));
    m_password->setObjectName(u"start-password"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAccessibleName(tr("Password"));
    m_again->setObjectName(u"try-again"_s);
    m_other->setObjectName(u"choose-another"_s);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_title, m_progress, m_advice, m_detail,
                                                            m_passwordLabel, m_password})
        card->column()->addWidget(widget);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_again);
    buttons->addWidget(m_other);
    buttons->addStretch();
    card->column()->addLayout(buttons);

    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(card);
    row->addStretch();
    auto *column = new QVBoxLayout(this);
    column->addStretch(2);
    column->addLayout(row);
    column->addStretch(3);

    const auto again = [this] {
        Q_EMIT againWanted(m_password->isVisibleTo(this) ? m_password->text() : QString());
    };
    connect(m_again, &QPushButton::clicked, this, again);
    connect(m_password, &QLineEdit::returnPressed, this, again);
    connect(m_other, &QPushButton::clicked, this, &StartView::otherWanted);
}

void StartView::showOpening(const QString &what)
{
    m_title->setText(tr("Opening %1…").arg(what));
    m_progress->show();
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_advice, m_detail, m_passwordLabel, m_password, m_again})
        widget->hide();
    m_password->clear();
    m_other->setFocus();
}

void StartView::showTrouble(const QString &what, const Trouble &trouble)
{
    m_title->setText(trouble.headline);
    m_title->setAccessibleDescription(tr("Opening %1 failed.").arg(what));
    m_progress->hide();
    m_advice->setText(trouble.advice);
    m_advice->setVisible(!trouble.advice.isEmpty());
    m_detail->setText(trouble.detail);
    m_detail->setVisible(!trouble.detail.isEmpty());
    m_passwordLabel->setVisible(trouble.wantsPassword);
    m_password->setVisible(trouble.wantsPassword);
    m_again->show();
    if (trouble.wantsPassword)
        m_password->setFocus();
    else
        m_again->setFocus();
}

} // namespace oncedesk
