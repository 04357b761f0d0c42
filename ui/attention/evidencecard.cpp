#include "ui/attention/evidencecard.h"

#include "ui/actions/risk.h"
#include "ui/attention/attentionmodel.h"
#include "ui/attention/keybutton.h"
#include "ui/lists/celltext.h"

#include <QGridLayout>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using Role = PlainLabel::Role;

// The state of the one shown.
class EvidenceCard::Chip : public QWidget
{
public:
    using QWidget::QWidget;

    void setState(look::Mark mark, const QString &word)
    {
        m_mark = mark;
        m_word = word;
        setAccessibleName(word);
        setFixedSize(int(std::ceil(look::chipWidth(word))) + 1, 24);
        update();
    }

protected:
    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        look::drawChip(painter, QRectF(rect()), m_mark, m_word);
    }

private:
    look::Mark m_mark = look::Mark::unknown;
    QString m_word;
};

EvidenceCard::EvidenceCard(QWidget *parent)
    : Card(parent),
      m_ticket(new PlainLabel({}, Role::body, this)),
      m_chip(new Chip(this)),
      m_version(new PlainLabel({}, Role::muted, this)),
      m_about(new PlainLabel({}, Role::muted, this)),
      m_notice(new PlainLabel({}, Role::notice, this)),
      m_table(new QWidget(this)),
      m_grid(new QGridLayout(m_table)),
      m_riskTitle(new PlainLabel(tr("If you start another attempt now"), Role::body, this)),
      m_risk(new PlainLabel({}, Role::muted, this)),
      m_words(new PlainLabel({}, Role::muted, this)),
      m_buttons(new QWidget(this)),
      m_ask(new KeyButton(tr("Ask provider"), u"A"_s, ButtonKind::primary, this)),
      m_cancel(new KeyButton(tr("Cancel attempt…"), u"C"_s, ButtonKind::danger, this)),
      m_open(new KeyButton(tr("New attempt…"), u"N"_s, ButtonKind::plain, this)),
      m_close(new KeyButton(tr("Close job…"), u"X"_s, ButtonKind::plain, this)),
      m_openTicket(new KeyButton(tr("Open ticket"), u"Enter"_s, ButtonKind::plain, this))
{
    setObjectName(u"evidence"_s);
    m_ticket->setObjectName(u"evidence-ticket"_s);
    m_notice->setObjectName(u"evidence-notice"_s);
    m_risk->setObjectName(u"evidence-risk"_s);
    m_words->setObjectName(u"evidence-words"_s);
    m_table->setObjectName(u"evidence-facts"_s);
    m_ask->setObjectName(u"ask"_s);
    m_cancel->setObjectName(u"cancel"_s);
    m_open->setObjectName(u"new"_s);
    m_close->setObjectName(u"close"_s);
    m_openTicket->setObjectName(u"ticket"_s);
    m_openTicket->setProperty("wideKey", true);
    m_ticket->setFont(look::fixedFont(look::Size::title, QFont::DemiBold));
    m_ticket->setWordWrap(false);
    m_version->setFont(look::fixedFont(look::Size::caption));
    m_version->setWordWrap(false);
    m_riskTitle->setFont(look::font(look::Size::body, QFont::DemiBold));

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_ticket);
    head->addWidget(m_chip);
    head->addStretch();
    head->addWidget(m_version);
    column()->addLayout(head);

    auto *area = new QScrollArea(this);
    area->setObjectName(u"evidence-scroll"_s);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setAccessibleName(tr("Evidence"));
    auto *scrolled = new QWidget(area);
    scrolled->setObjectName(u"scrolled"_s);
    auto *body = new QVBoxLayout(scrolled);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(12);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnMinimumWidth(0, 76);
    m_grid->setColumnStretch(1, 1);
    for (QWidget *part :
         {static_cast<QWidget *>(m_about), static_cast<QWidget *>(m_words), static_cast<QWidget *>(m_notice),
          m_table, static_cast<QWidget *>(m_riskTitle), static_cast<QWidget *>(m_risk)})
        body->addWidget(part);
    body->addStretch();
    area->setWidget(scrolled);
    column()->addWidget(area, 1);

    auto *buttons = new QGridLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(8);
    buttons->addWidget(m_ask, 0, 0);
    buttons->addWidget(m_cancel, 0, 1);
    buttons->addWidget(m_open, 1, 0);
    buttons->addWidget(m_close, 1, 1);
    buttons->addWidget(m_openTicket, 2, 0);
    buttons->setColumnStretch(2, 1);
    column()->addWidget(m_buttons);

    connect(m_ask, &QPushButton::clicked, this, &EvidenceCard::askWanted);
    connect(m_cancel, &QPushButton::clicked, this, &EvidenceCard::cancelWanted);
    connect(m_open, &QPushButton::clicked, this, &EvidenceCard::openWanted);
    connect(m_close, &QPushButton::clicked, this, &EvidenceCard::closeWanted);
    connect(m_openTicket, &QPushButton::clicked, this, &EvidenceCard::ticketWanted);
    setOffer({});
    showNothing(tr("Choose one to see what is known about it."));
}

void EvidenceCard::showParts(bool head, bool notice, bool facts)
{
    m_ticket->setVisible(head);
    m_chip->setVisible(head);
    m_version->setVisible(facts);
    m_about->setVisible(head);
    m_notice->setVisible(notice);
    m_table->setVisible(facts);
    m_riskTitle->setVisible(facts);
    m_risk->setVisible(facts);
    m_openTicket->setEnabled(head);
}

void EvidenceCard::showNothing(const QString &words)
{
    showParts(false, false, false);
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
}

void EvidenceCard::showMany(int count)
{
    showNothing(tr("%1 are selected. Each is shown in the dialog before anything happens to it.").arg(count));
}

void EvidenceCard::showHead(const board::AttentionItem &item, const QString &word)
{
    m_ticket->setText(ticketText(item.job));
    m_chip->setState(AttentionModel::markOf(item), word);
    m_about->setText(tr("%1 for %2 at %3").arg(item.intent, item.owner, item.provider));
}

void EvidenceCard::showReading(const board::AttentionItem &item)
{
    showHead(item, AttentionModel::wordOf(item));
    showParts(true, false, false);
    m_words->setText(tr("Reading the evidence…"));
    m_words->show();
}

void EvidenceCard::showFault(const QString &sentence)
{
    m_words->setText(sentence);
    m_words->show();
}

void EvidenceCard::showEvidence(const board::AttentionItem &item, const Evidence &evidence, bool isResolved)
{
    const board::AttemptRow *attempt = evidence.attemptOf(item);
    const bool isOfAttempt = attempt && item.kind != board::AttentionItem::Kind::stalled;
    if (isOfAttempt) {
        showHead(item, tr("attempt %1 of %2 %3")
                           .arg(QString::number(attempt->ordinal),
                                QString::number(std::max(attempt->ordinal, maxAttempts(evidence.job))),
                                look::wordOf(attempt->state)));
        m_chip->setState(look::markOf(attempt->state), m_chip->accessibleName());
    } else {
        showHead(item, look::wordOf(look::markOf(evidence.job.status)));
        m_chip->setState(look::markOf(evidence.job.status), m_chip->accessibleName());
    }
    m_version->setText(tr("v%1").arg(evidence.job.version));
    m_version->setAccessibleName(tr("version %1").arg(evidence.job.version));
    m_notice->setText(isResolved ? evidence.howResolved(item) : evidence.explanation(item));
    showFacts(evidence.facts(item));
    m_risk->setText(evidence.ifAnotherAttempt(item));
    m_words->hide();
    showParts(true, true, true);
}

void EvidenceCard::showFacts(const QList<Evidence::Fact> &facts)
{
    bool isSameShape = facts.size() == m_shown.size();
    for (int i = 0; isSameShape && i < facts.size(); ++i)
        isSameShape = facts.at(i).what == m_shown.at(i).what && facts.at(i).isFixed == m_shown.at(i).isFixed;
    if (!isSameShape) {
        while (QLayoutItem *old = m_grid->takeAt(0)) {
            delete old->widget();
            delete old;
        }
    }
    for (int i = 0; i < facts.size(); ++i) {
        const Evidence::Fact &fact = facts.at(i);
        if (isSameShape) {
            auto *words = static_cast<PlainLabel *>(m_grid->itemAtPosition(i, 1)->widget());
            if (words->text() != fact.words)
                words->setText(fact.words);
            continue;
        }
        auto *what = new PlainLabel(fact.what, Role::muted, m_table);
        what->setFont(look::font(look::Size::caption));
        what->setWordWrap(false);
        auto *words = new PlainLabel(fact.words, Role::body, m_table);
        words->setFont(fact.isFixed ? look::fixedFont(look::Size::caption) : look::font(look::Size::caption));
        words->setAccessibleName(fact.what);
        m_grid->addWidget(what, i, 0, Qt::AlignTop);
        m_grid->addWidget(words, i, 1);
    }
    m_shown = facts;
}

void EvidenceCard::setOffer(const Offer &offer)
{
    m_buttons->setVisible(offer.isAnySelected);
    for (QPushButton *button : {static_cast<QPushButton *>(m_ask), static_cast<QPushButton *>(m_cancel),
                                static_cast<QPushButton *>(m_open), static_cast<QPushButton *>(m_close)})
        button->setVisible(offer.isOperator);
    m_ask->setText(offer.asks > 1 ? tr("Ask about %1…").arg(offer.asks) : tr("Ask provider"));
    m_cancel->setText(offer.cancels > 1 ? tr("Cancel %1 attempts…").arg(offer.cancels)
                                        : tr("Cancel attempt…"));
    m_open->setText(offer.opens > 1 ? tr("New attempt of %1…").arg(offer.opens) : tr("New attempt…"));
    m_close->setText(offer.closes > 1 ? tr("Close %1 jobs…").arg(offer.closes) : tr("Close job…"));
    m_ask->setEnabled(offer.asks > 0);
    m_cancel->setEnabled(offer.cancels > 0);
    m_open->setEnabled(offer.opens > 0);
    m_close->setEnabled(offer.closes > 0);
    // One primary action: what helps first with what is selected.
    m_ask->setKind(offer.asks > 0 || offer.opens == 0 ? ButtonKind::primary : ButtonKind::plain);
    m_open->setKind(offer.asks == 0 && offer.opens > 0 ? ButtonKind::primary : ButtonKind::plain);
}

} // namespace oncedesk
