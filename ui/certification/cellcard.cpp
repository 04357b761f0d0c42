#include "ui/certification/cellcard.h"

#include "ui/certification/words.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

CellCard::CellCard(QWidget *parent)
    : Card(parent),
      m_name(new PlainLabel({}, PlainLabel::Role::body, this)),
      m_sentence(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_said(new PlainLabel({}, PlainLabel::Role::muted, this)),
      m_run(makeButton(tr("Run contract suite…"), ButtonKind::primary, this)),
      m_cancel(makeButton(tr("Cancel run"), ButtonKind::plain, this))
{
    m_name->setObjectName(u"cell-name"_s);
    m_name->setFont(look::font(look::Size::brand, QFont::DemiBold));
    m_sentence->setObjectName(u"cell-sentence"_s);
    m_said->setObjectName(u"cell-said"_s);
    m_run->setObjectName(u"run-suite"_s);
    m_cancel->setObjectName(u"cancel-run"_s);
    column()->setContentsMargins(16, 10, 16, 10);
    column()->setSpacing(4);
    auto *words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(m_name);
    words->addWidget(m_sentence);
    words->addWidget(m_said);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addLayout(words, 1);
    row->addWidget(m_cancel);
    row->addWidget(m_run);
    column()->addLayout(row);
    connect(m_run, &QPushButton::clicked, this, &CellCard::runWanted);
    connect(m_cancel, &QPushButton::clicked, this, &CellCard::cancelWanted);
    showNone();
}

void CellCard::show(const board::MatrixCell &cell, bool mayAdminister)
{
    const QString name = tr("%1 for %2").arg(cell.provider, cell.intent);
    if (m_name->text() != name) {
        m_name->setText(name);
        say({}, false);
    }
    if (const QString sentence = certification::sentence(cell); m_sentence->text() != sentence)
        m_sentence->setText(sentence);
    m_name->show();
    const bool isOpen = cell.state == board::MatrixCell::State::running;
    m_run->setVisible(mayAdminister && !isOpen && cell.suiteVersion > 0);
    m_cancel->setVisible(mayAdminister && isOpen && !cell.isCancelRequested);
}

void CellCard::showNone()
{
    m_name->clear();
    m_name->hide();
    m_sentence->setText(tr("Choose a cell to see what holds, and why."));
    m_run->hide();
    m_cancel->hide();
    say({}, false);
}

void CellCard::say(const QString &sentence, bool isRefusal)
{
    m_said->setRole(isRefusal ? PlainLabel::Role::danger : PlainLabel::Role::muted);
    m_said->setText(sentence);
    m_said->setVisible(!sentence.isEmpty());
}

} // namespace oncedesk
