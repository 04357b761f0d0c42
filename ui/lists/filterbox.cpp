#include "ui/lists/filterbox.h"

#include "ui/look/icons.h"
#include "ui/look/look.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QStyle>
#include <QTextCharFormat>
#include <QToolButton>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

FilterBox::FilterBox(board::Subject subject, QWidget *parent)
    : QLineEdit(parent), m_subject(subject), m_completer(new QCompleter(&m_offered, this))
{
    setObjectName(u"filter"_s);
    setClearButtonEnabled(true);
    setMaxLength(int(board::Filter::mostBytes)); // what is longer in bytes is refused in words
    m_completer->popup()->setObjectName(u"matches"_s);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setWidget(this);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &FilterBox::insertOffered);
    connect(this, &QLineEdit::textChanged, this, &FilterBox::check);
    connect(this, &QLineEdit::textEdited, this, [this] { complete(false); });
    for (QToolButton *clear : findChildren<QToolButton *>())
        connect(clear, &QToolButton::clicked, this, &FilterBox::applyText, Qt::QueuedConnection);
}

void FilterBox::apply(const QString &text)
{
    setText(text);
    check();
    applyText();
}

void FilterBox::applyText()
{
    m_completer->popup()->hide();
    const auto filter = board::Filter::parse(text(), m_subject);
    if (filter)
        Q_EMIT applied(*filter);
}

void FilterBox::check()
{
    board::FilterFault fault;
    const auto filter = board::Filter::parse(text(), m_subject, &fault);
    m_fault = filter ? std::nullopt : std::optional(fault);
    m_sentence = filter ? QString() : filter.error().sentence;
    if (property("fault").toBool() != m_fault.has_value()) {
        setProperty("fault", m_fault.has_value());
        style()->unpolish(this);
        style()->polish(this);
    }
    setAccessibleDescription(m_sentence);
    underline();
    Q_EMIT faultChanged();
}

// QLineEdit offers formats of its text by way of the input method only.
void FilterBox::underline()
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (m_fault) {
        // Where something is missing, what stands in front of it is marked.
        const qsizetype length = std::max<qsizetype>(1, m_fault->length);
        const qsizetype start =
            std::clamp<qsizetype>(m_fault->position, 0, std::max<qsizetype>(0, text().size() - length));
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(look::colors().danger);
        format.setForeground(look::colors().danger);
        attributes += {QInputMethodEvent::TextFormat, int(start) - cursorPosition(), int(length), format};
    }
    QInputMethodEvent event({}, attributes);
    QLineEdit::inputMethodEvent(&event);
}

FilterBox::Offer FilterBox::offer(board::Subject subject, const QString &before)
{
    qsizetype start = before.size();
    bool inQuotes = false;
    for (qsizetype at = 0; at < before.size(); ++at) {
        if (before[at] == u'"')
            inQuotes = !inQuotes;
    }
    if (inQuotes)
        return {};
    while (start > 0 && !before[start - 1].isSpace())
        --start;
    if (start < before.size() && before[start] == u'-')
        ++start;
    const QString token = before.sliced(start);
    const qsizetype colon = token.indexOf(u':');
    Offer offer;
    QString typed = token;
    QStringList candidates;
    if (colon < 0) {
        for (const QString &key : board::Filter::keys(subject))
            candidates += key.startsWith(u"params."_s) ? u"params."_s : key + u':';
    } else {
        typed = token.sliced(std::max(colon, token.lastIndexOf(u',')) + 1);
        candidates = board::Filter::words(subject, token.first(colon));
    }
    offer.typed = typed.size();
    for (const QString &candidate : std::as_const(candidates)) {
        if (candidate.startsWith(typed, Qt::CaseInsensitive) && candidate != typed)
            offer.texts += candidate;
    }
    return offer;
}

void FilterBox::complete(bool evenNothing)
{
    const QString before = text().first(cursorPosition());
    const Offer offered = offer(m_subject, before);
    const bool isNothing = offered.typed == 0 && !before.endsWith(u':') && !before.endsWith(u',');
    if (offered.texts.isEmpty() || (isNothing && !evenNothing)) {
        m_completer->popup()->hide();
        return;
    }
    m_typed = offered.typed;
    m_offered.setStringList(offered.texts);
    m_completer->setCompletionPrefix({});
    QRect place = cursorRect();
    place.setWidth(220);
    m_completer->complete(place);
    m_completer->popup()->setCurrentIndex({}); // Enter applies unless one has been walked to
}

void FilterBox::insertOffered(const QString &text)
{
    const qsizetype end = cursorPosition();
    setText(this->text().first(end - m_typed) + text + this->text().sliced(end));
    setCursorPosition(int(end - m_typed + text.size()));
    underline(); // its place counts from the cursor
    if (text.endsWith(u':'))
        complete(false);
}

void FilterBox::keyPressEvent(QKeyEvent *event)
{
    const bool isOffering = m_completer->popup()->isVisible();
    const bool isChosen = isOffering && m_completer->popup()->currentIndex().isValid();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (isChosen) {
            event->ignore(); // the completer's
            return;
        }
        applyText();
        return;
    case Qt::Key_Tab:
    case Qt::Key_Escape:
        if (isOffering) {
            event->ignore();
            return;
        }
        if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
            apply({});
            return;
        }
        break;
    case Qt::Key_Down:
        if (!isOffering) {
            if (text().isEmpty() || event->modifiers() & Qt::AltModifier)
                complete(true);
            else
                Q_EMIT left();
            return;
        }
        break;
    case Qt::Key_Space:
        if (event->modifiers() & Qt::ControlModifier) {
            complete(true);
            return;
        }
        break;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace oncedesk
