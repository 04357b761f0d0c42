#include "ui/job/decisioncard.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QTextCursor>
#include <QVBoxLayout>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

DecisionCard::DecisionCard(QWidget *parent)
    : Card(parent),
      m_sentence(new PlainLabel(QString(), PlainLabel::Role::muted, this)),
      m_sql(new QPlainTextEdit(this))
{
    setObjectName(u"decision"_s);
    auto *title = new PlainLabel(tr("What decided"), PlainLabel::Role::body, this);
    title->setFont(look::font(look::Size::body, QFont::DemiBold));
    column()->setContentsMargins(14, 14, 6, 10);
    column()->setSpacing(8);
    column()->addWidget(title);
    column()->addWidget(m_sentence);
    m_sql->setReadOnly(true);
    m_sql->setFrameShape(QFrame::NoFrame);
    m_sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_sql->document()->setDocumentMargin(0);
    m_sql->setStyleSheet(u"QPlainTextEdit { border: none; padding: 0; background: transparent; }"_s);
    m_sql->setAccessibleName(tr("The statement that decided"));
    column()->addWidget(m_sql, 1);
}

void DecisionCard::show(const Decision &decision)
{
    m_decision = decision;
    m_sentence->setText(decision.sentence);
    write();
}

void DecisionCard::showNone(const QString &why)
{
    m_decision.reset();
    m_sentence->setText(why);
    write();
}

void DecisionCard::changeEvent(QEvent *event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        write();
}

void DecisionCard::write()
{
    QString whole;
    if (m_decision) {
        for (const Decision::Line &line : m_decision->lines)
            whole += line.sql + line.comment + (line.failed ? u'!' : u' ');
        whole += QString::number(m_decision->rows) + look::colors().text.name();
    }
    // Unchanged: what is selected in it stays so.
    if (m_sql->property("shown").toString() == whole)
        return;
    m_sql->setProperty("shown", whole);
    m_sql->clear();
    if (!m_decision)
        return;
    qsizetype widest = 0;
    for (const Decision::Line &line : std::as_const(m_decision->lines)) {
        if (!line.comment.isEmpty())
            widest = std::max(widest, line.sql.size());
    }
    QTextCharFormat plain;
    plain.setFont(look::fixedFont(look::Size::caption));
    plain.setForeground(look::colors().muted);
    QTextCharFormat failed = plain;
    failed.setForeground(look::colors().danger);
    QTextCharFormat verdict = plain;
    verdict.setFont(look::fixedFont(look::Size::caption, QFont::Bold));
    verdict.setForeground(
        look::colorOf(m_decision->rows > 0 ? look::Mark::succeeded : look::Mark::superseded));
    QTextCursor cursor(m_sql->document());
    for (const Decision::Line &line : std::as_const(m_decision->lines)) {
        // The words that join conditions are not what failed.
        const qsizetype lead = line.failed ? line.sql.indexOf(u"AND "_s) + 4 : 0;
        cursor.insertText(line.sql.left(lead), plain);
        cursor.insertText(line.sql.mid(lead), line.failed ? failed : plain);
        if (!line.comment.isEmpty())
            cursor.insertText(QString(widest - line.sql.size(), u' ') + u" -- "_s + line.comment,
                              line.failed ? failed : plain);
        cursor.insertText(u"\n"_s, plain);
    }
    cursor.insertText(m_decision->rows == 1 ? tr("1 row") : tr("%1 rows").arg(m_decision->rows), verdict);
}

} // namespace oncedesk
