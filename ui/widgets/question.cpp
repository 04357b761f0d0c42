#include "ui/widgets/question.h"

#include "ui/widgets/card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int questionWidth = 480;

} // namespace

Question *Question::ask(QWidget *parent, const Words &words)
{
    auto *question = new Question(parent, words);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setWindowModality(Qt::WindowModal);
    question->open();
    return question;
}

Question::Question(QWidget *parent, const Words &words)
    : QDialog(parent), m_sentence(new PlainLabel({}, PlainLabel::Role::body, this))
{
    setObjectName(u"question"_s);
    setWindowTitle(words.title);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto *title = new PlainLabel(words.title, PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::title, QFont::DemiBold));
    column->addWidget(title);
    m_sentence->setObjectName(u"question-sentence"_s);
    column->addWidget(m_sentence);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    auto *yes = makeButton(words.yes, words.isDanger ? ButtonKind::danger : ButtonKind::primary, this);
    yes->setObjectName(u"question-yes"_s);
    auto *no = makeButton(words.no.isEmpty() ? tr("Cancel") : words.no, ButtonKind::plain, this);
    no->setObjectName(u"question-no"_s);
    buttons->addStretch();
    buttons->addWidget(no);
    buttons->addWidget(yes);
    column->addLayout(buttons);
    connect(yes, &QPushButton::clicked, this, &QDialog::accept);
    connect(no, &QPushButton::clicked, this, &QDialog::reject);
    no->setFocus();
    setSentence(words.sentence);
}

void Question::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
    setAccessibleDescription(sentence);
    // As high as the sentence is at this width.
    setFixedSize(questionWidth, layout()->totalHeightForWidth(questionWidth));
}

} // namespace oncedesk
