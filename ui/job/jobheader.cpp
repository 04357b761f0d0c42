#include "ui/job/jobheader.h"

#include "ui/attention/keybutton.h"
#include "ui/lists/celltext.h"
#include "ui/look/icons.h"
#include "ui/look/look.h"
#include "ui/widgets/card.h"
#include "ui/widgets/times.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

PlainLabel *oneLine(PlainLabel::Role role, QWidget *parent)
{
    auto *label = new PlainLabel(QString(), role, parent);
    label->setWordWrap(false);
    // Its text is as long as an owner or a key is; the layout decides.
    label->setMinimumWidth(20);
    return label;
}

// Cut to the room there is, the whole of it in the tool tip.
void fit(PlainLabel *label, const QString &text, int width)
{
    const QString line = text.simplified();
    const QString shown = QFontMetrics(label->font()).elidedText(line, Qt::ElideMiddle, width);
    label->setText(shown);
    label->setToolTip(shown == text ? QString() : plainToolTip(text));
}

} // namespace

StatusChip::StatusChip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StatusChip::setStatus(board::JobStatus status)
{
    m_mark = look::markOf(status);
    setAccessibleName(tr("Status: %1").arg(look::wordOf(m_mark)));
    updateGeometry();
    update();
}

QSize StatusChip::sizeHint() const
{
    return {int(std::ceil(look::chipWidth(look::wordOf(m_mark)))) + 2, 24};
}

void StatusChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    look::drawChip(painter, rect(), m_mark, look::wordOf(m_mark));
}

JobHeader::JobHeader(QWidget *parent)
    : QWidget(parent),
      m_back(new QToolButton(this)),
      m_title(oneLine(PlainLabel::Role::body, this)),
      m_chip(new StatusChip(this)),
      m_about(oneLine(PlainLabel::Role::muted, this)),
      m_copyLink(makeButton(tr("Copy link"), ButtonKind::plain, this)),
      m_keyText(oneLine(PlainLabel::Role::body, this)),
      m_copyKey(new QToolButton(this)),
      m_created(oneLine(PlainLabel::Role::muted, this)),
      m_notice(new PlainLabel({}, PlainLabel::Role::notice, this)),
      m_ask(new KeyButton(tr("Ask provider"), u"A"_s, ButtonKind::plain, this)),
      m_cancel(new KeyButton(tr("Cancel attempt…"), u"C"_s, ButtonKind::danger, this)),
      m_new(new KeyButton(tr("New attempt…"), u"N"_s, ButtonKind::plain, this)),
      m_close(new KeyButton(tr("Close job…"), u"X"_s, ButtonKind::plain, this))
{
    m_back->setAccessibleName(tr("Back"));
    m_back->setToolTip(tr("Back (Esc)"));
    m_title->setFont(look::font(look::Size::title, QFont::Bold));
    m_title->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_copyLink->setToolTip(tr("Copy the ticket's number"));
    m_keyText->setFont(look::fixedFont(look::Size::caption));
    m_keyText->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_keyText->setAccessibleName(tr("Idempotency key"));
    m_copyKey->setObjectName(u"copy-key"_s);
    m_copyKey->setAccessibleName(tr("Copy the key"));
    m_copyKey->setToolTip(tr("Copy the key"));
    m_created->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_ask->setObjectName(u"ask"_s);
    m_cancel->setObjectName(u"cancel"_s);
    m_new->setObjectName(u"new-attempt"_s);
    m_close->setObjectName(u"close-job"_s);

    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_back);
    first->addWidget(m_title);
    first->addWidget(m_chip);
    first->addWidget(m_about, 1);
    first->addWidget(m_copyLink);
    auto *second = new QHBoxLayout;
    second->setSpacing(8);
    auto *keyWord = new PlainLabel(tr("key"), PlainLabel::Role::muted, this);
    keyWord->setWordWrap(false);
    second->addSpacing(4);
    second->addWidget(keyWord);
    second->addWidget(m_keyText);
    second->addWidget(m_copyKey);
    second->addWidget(m_created, 1);
    for (QPushButton *button : {m_ask, m_cancel, m_new, m_close})
        second->addWidget(button);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(first);
    column->addLayout(second);
    m_notice->setObjectName(u"why-unknown"_s);
    m_notice->hide();
    column->addWidget(m_notice);

    connect(m_back, &QToolButton::clicked, this, &JobHeader::backWanted);
    connect(m_copyLink, &QPushButton::clicked, this,
            [this] { Q_EMIT copyWanted(ticketText(m_job), tr("the ticket's number")); });
    connect(m_copyKey, &QToolButton::clicked, this, [this] { Q_EMIT copyWanted(m_key, tr("the key")); });
    connect(m_ask, &QPushButton::clicked, this, &JobHeader::askWanted);
    connect(m_cancel, &QPushButton::clicked, this, &JobHeader::cancelWanted);
    connect(m_new, &QPushButton::clicked, this, &JobHeader::newAttemptWanted);
    connect(m_close, &QPushButton::clicked, this, &JobHeader::closeWanted);
    connect(&Times::instance(), &Times::changed, this, &JobHeader::showTexts);
    showIcons();
}

void JobHeader::setTicket(JobId job)
{
    m_job = job;
    m_title->setText(tr("Ticket #%1").arg(job.value()));
    m_title->adjustSize();
    m_chip->hide();
    m_key.clear();
    m_what.clear();
    m_createdAt = {};
    m_notice->hide();
    for (QWidget *widget :
         {static_cast<QWidget *>(m_ask), static_cast<QWidget *>(m_cancel), static_cast<QWidget *>(m_new),
          static_cast<QWidget *>(m_close), static_cast<QWidget *>(m_copyKey)})
        widget->hide();
    showTexts();
}

void JobHeader::setJob(const board::JobDetail &job)
{
    m_chip->setStatus(job.status);
    m_chip->show();
    m_copyKey->show();
    m_key = job.key;
    m_what = tr("%1 for %2").arg(job.intent, job.owner);
    m_createdAt = job.createdAt;
    m_createdBy = job.createdBy;
    showTexts();
}

void JobHeader::setActions(const board::JobDetail &job, const board::AttemptRow *live, bool mayOperate)
{
    for (QPushButton *button : {m_ask, m_cancel, m_new, m_close})
        button->setVisible(mayOperate);
    const bool isUnknown = live && live->state == AttemptState::unknown;
    if (isUnknown) {
        const QString why = live->unknownWhy.trimmed();
        m_notice->setText(
            tr("Attempt %1 is unknown: %2 Whether %3 acted is not known, so no other attempt starts. Ask "
               "%3; or cancel the attempt, with a reason.")
                .arg(QString::number(live->ordinal), why.endsWith(u'.') ? why : why + u'.', live->provider));
    }
    m_notice->setVisible(isUnknown);
    const QString ended = job.completedBy           ? tr("The job has its result.")
                          : job.closedAt.happened() ? tr("The job was closed.")
                                                    : QString();
    const auto offer = [](QPushButton *button, bool isPossible, const QString &tip) {
        button->setEnabled(isPossible);
        button->setToolTip(tip);
    };
    const QString number = live ? QString::number(live->ordinal) : QString();
    const bool wasStarted = live && live->startedAt.happened();
    offer(m_ask, wasStarted,
          wasStarted ? tr("Ask what the provider knows of attempt %1 (A)").arg(number)
          : live     ? tr("Attempt %1 was not started: its provider knows nothing of it.").arg(number)
                     : tr("No attempt is open."));
    offer(m_cancel, live,
          live ? tr("Cancel attempt %1, with a reason (C)").arg(number) : tr("No attempt is open."));
    const bool isFree = !live && ended.isEmpty();
    const QString busy =
        live ? tr("Not possible while attempt %1 is %2.").arg(number, look::wordOf(live->state)) : ended;
    offer(m_new, isFree, isFree ? tr("Open a new attempt (N)") : busy);
    offer(m_close, isFree, isFree ? tr("Close the job without a result (X)") : busy);
}

void JobHeader::showTexts()
{
    fit(m_about, m_what, std::max(60, m_about->width()));
    fit(m_keyText, m_key, 380);
    m_keyText->setFixedWidth(m_keyText->fontMetrics().horizontalAdvance(m_keyText->text()) + 2);
    const QString created =
        m_createdAt.happened() ? tr("created %1 by %2").arg(Times::instance().brief(m_createdAt), m_createdBy)
                               : QString();
    fit(m_created, created, std::max(60, m_created->width()));
}

void JobHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // The labels have their widths once the layout has been here.
    QMetaObject::invokeMethod(this, &JobHeader::showTexts, Qt::QueuedConnection);
}

void JobHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcons();
}

void JobHeader::showIcons()
{
    m_back->setIcon(look::icon(u"back"_s, look::colors().muted));
    m_copyKey->setIcon(look::icon(u"copy"_s, look::colors().muted));
}

} // namespace oncedesk
