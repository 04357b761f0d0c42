#include "ui/actions/actionform.h"

#include "ui/widgets/card.h"

#include <QMimeData>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace oncedesk {

namespace {

constexpr int longestReason = 4000; // bytes, the contract's

// Of a very long text it takes more than may be sent, which is said, and not so much that it grows slow.
class ReasonEdit : public QPlainTextEdit
{
public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    void insertFromMimeData(const QMimeData *source) override
    {
        if (source->hasText())
            insertPlainText(source->text().left(2 * longestReason));
    }
};

} // namespace

ActionForm::ActionForm(QWidget *parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
}

void ActionForm::addField(const QString &caption, QWidget *control)
{
    auto *label = new PlainLabel(caption, PlainLabel::Role::muted, this);
    label->setFont(look::font(look::Size::caption, QFont::DemiBold));
    label->setBuddy(control);
    control->setAccessibleName(caption);
    if (m_column->count() > 0)
        m_column->addSpacing(8);
    m_column->addWidget(label);
    m_column->addWidget(control);
}

void ActionForm::addNote(QWidget *note)
{
    m_column->addWidget(note);
}

QPlainTextEdit *ActionForm::addReason(const QString &caption)
{
    auto *reason = new ReasonEdit(this);
    reason->setObjectName(QStringLiteral("reason"));
    reason->setTabChangesFocus(true);
    reason->setFixedHeight(64);
    addField(caption, reason);
    connect(reason, &QPlainTextEdit::textChanged, this, &ActionForm::edited);
    return reason;
}

QString ActionForm::reasonFault(const QPlainTextEdit &reason, bool isRequired)
{
    const QString text = reason.toPlainText();
    if (text.toUtf8().size() > longestReason)
        return tr("a shorter reason");
    return isRequired && text.trimmed().isEmpty() ? tr("a reason") : QString();
}

bool ActionForm::focusFirst()
{
    for (QWidget *control : findChildren<QWidget *>()) {
        if ((control->focusPolicy() & Qt::TabFocus) && control->isEnabled()) {
            control->setFocus();
            return true;
        }
    }
    return false;
}

} // namespace oncedesk
