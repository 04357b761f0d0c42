#include "ui/newjob/paramseditor.h"

#include "core/base/jsonfault.h"
#include "ui/job/inbackground.h"
#include "ui/look/look.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextEdit>
#include <algorithm>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Finding
{
    QString sentence;
    int at = -1; // in characters
};

Finding findFault(const QByteArray &json)
{
    qsizetype at = -1;
    const Result<Done> checked = json::checkObject(json, json::paramsLimits, at);
    if (checked)
        return {};
    // Bytes to characters.
    return {checked.error().sentence,
            at < 0 ? -1 : int(QString::fromUtf8(QByteArrayView(json).first(at)).size())};
}

bool isTooLong(const QString &text)
{
    if (text.size() > ParamsEditor::mostTyped)
        return true;
    qsizetype begin = 0;
    while (begin < text.size()) {
        qsizetype end = text.indexOf(u'\n', begin);
        if (end < 0)
            end = text.size();
        if (end - begin > ParamsEditor::longestLine)
            return true;
        begin = end + 1;
    }
    return false;
}

} // namespace

ParamsEditor::ParamsEditor(QWidget *parent) : QPlainTextEdit(parent)
{
    setFont(look::fixedFont(look::Size::caption));
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setWordWrapMode(QTextOption::WrapAnywhere);
    m_soon.setSingleShot(true);
    m_soon.setInterval(120); // typing is not interrupted by complaints about half a word
    connect(&m_soon, &QTimer::timeout, this, &ParamsEditor::check);
    connect(this, &QPlainTextEdit::textChanged, this, &ParamsEditor::edited);
}

void ParamsEditor::setText(const QString &text)
{
    if (!isTooLong(text)) {
        m_aside = QString();
        setReadOnly(false);
        setPlainText(text);
        return;
    }
    m_aside = text;
    setReadOnly(true);
    setPlainText(text.left(mostExcerpt) + u'…');
}

void ParamsEditor::startOver()
{
    setText(QString());
    setFocus();
}

QByteArray ParamsEditor::json() const
{
    return (isKeptAside() ? m_aside : toPlainText()).toUtf8();
}

void ParamsEditor::insertFromMimeData(const QMimeData *source)
{
    const QString pasted = source->text();
    if (!isTooLong(pasted) && document()->characterCount() + pasted.size() <= mostTyped) {
        insertPlainText(pasted);
        return;
    }
    // In the place of what is selected, as any paste.
    QTextCursor cursor = textCursor();
    QString whole = toPlainText();
    const int begin = cursor.selectionStart();
    whole.replace(begin, cursor.selectionEnd() - begin, pasted);
    setText(whole);
}

// Of a text that is kept aside nothing can be edited; pasting puts another one in its place.
void ParamsEditor::keyPressEvent(QKeyEvent *event)
{
    if (isKeptAside() && event->matches(QKeySequence::Paste))
        setText(QGuiApplication::clipboard()->text());
    else
        QPlainTextEdit::keyPressEvent(event);
}

void ParamsEditor::edited()
{
    m_isChecked = false;
    ++m_generation; // an answer about the text before is about nothing now
    m_soon.start();
}

void ParamsEditor::check()
{
    const int generation = m_generation;
    const QString text = isKeptAside() ? m_aside : toPlainText();
    inBackground(
        this, [text] { return findFault(text.toUtf8()); },
        [this, generation](const Finding &finding) {
            if (generation != m_generation)
                return;
            m_fault = finding.sentence;
            m_faultAt = finding.at;
            m_isChecked = true;
            underline();
            Q_EMIT checked();
        });
}

int ParamsEditor::underlinedAt() const
{
    const auto selections = extraSelections();
    return selections.isEmpty() ? -1 : selections.first().cursor.selectionStart();
}

void ParamsEditor::underline()
{
    const int size = document()->characterCount() - 1;
    QList<QTextEdit::ExtraSelection> selections;
    if (m_faultAt >= 0 && size > 0 && !(isKeptAside() && m_faultAt >= mostExcerpt)) {
        QTextEdit::ExtraSelection selection;
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(look::colors().danger);
        selection.cursor = QTextCursor(document());
        // Where something is missing at the end, the last character is pointed at.
        const int at = std::min(m_faultAt, size - 1);
        selection.cursor.setPosition(at);
        int end = at + 1;
        while (end < size && document()->characterAt(end).isLetterOrNumber())
            ++end;
        selection.cursor.setPosition(end, QTextCursor::KeepAnchor);
        selections.append(selection);
    }
    setExtraSelections(selections);
}

void ParamsEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        underline();
}

} // namespace oncedesk
