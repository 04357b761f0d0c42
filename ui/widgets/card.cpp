#include "ui/widgets/card.h"

#include "ui/lists/celltext.h"
#include <QKeyEvent>
#include <QStyle>
#include <QVBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Card::Card(QWidget *parent) : QFrame(parent), m_column(new QVBoxLayout(this))
{
    setProperty("card", true);
    m_column->setContentsMargins(16, 16, 16, 16);
    m_column->setSpacing(12);
}

PlainLabel::PlainLabel(const QString &text, Role role, QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setText(text);
    setRole(role);
}

void PlainLabel::setText(const QString &text)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        line = visibleText(line);
    QLabel::setText(lines.join(u'\n'));
}

void PlainLabel::setRole(Role role)
{
    const auto word = [role] {
        switch (role) {
        case Role::body:
            return u"body"_s;
        case Role::muted:
            return u"muted"_s;
        case Role::faint:
            return u"faint"_s;
        case Role::danger:
            return u"danger"_s;
        case Role::notice:
            return u"notice"_s;
        }
        Q_UNREACHABLE();
    }();
    setProperty("role", word);
    // Before it has been shown this would make it deaf to setFont().
    if (!testAttribute(Qt::WA_WState_Polished))
        return;
    const QFont kept = font();
    const bool hasOwnFont = testAttribute(Qt::WA_SetFont);
    style()->unpolish(this);
    style()->polish(this);
    if (hasOwnFont)
        setFont(kept);
}

namespace {

// Enter presses the button that has the focus, and no other: what it does was read.
class Button : public QPushButton
{
public:
    using QPushButton::QPushButton;

protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (isEnter && !event->isAutoRepeat() && !(event->modifiers() & ~Qt::KeypadModifier))
            click();
        else
            QPushButton::keyPressEvent(event);
    }
};

} // namespace

QPushButton *makeButton(const QString &text, ButtonKind kind, QWidget *parent)
{
    auto *button = new Button(text, parent);
    switch (kind) {
    case ButtonKind::plain:
        break;
    case ButtonKind::primary:
        button->setProperty("kind", u"primary"_s);
        break;
    case ButtonKind::danger:
        button->setProperty("kind", u"danger"_s);
        break;
    case ButtonKind::link:
        button->setProperty("kind", u"link"_s);
        break;
    }
    button->setAutoDefault(false);
    return button;
}

} // namespace oncedesk
