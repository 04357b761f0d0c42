#include "tests/ui/actions/dialogs.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Hands::Hands(LiveDesk &live)
{
    if (!waitUntil([&live] { return live.isAccessKnown(); }))
        qFatal("What one may do is not known.");
    m_actions = std::make_unique<DeskActions>(live, &m_window);
    QObject::connect(m_actions.get(), &DeskActions::said, m_actions.get(),
                     [this](const QString &sentence, bool isRefusal) {
                         said += sentence;
                         if (isRefusal)
                             refused += sentence;
                     });
    m_window.show();
}

ActionDialog *Hands::dialog() const
{
    return m_window.findChild<ActionDialog *>();
}

ActionDialog *Hands::readyDialog()
{
    const bool isReady = waitUntil([this] {
        const ActionDialog *there = dialog();
        return there && there->isVisible() && !textOf(there, "verdict").startsWith(u"Reading") &&
               !textOf(there, "missing").contains(u"being read");
    });
    if (!isReady)
        qFatal("The dialog did not come.");
    return dialog();
}

QString Hands::textOf(const ActionDialog *dialog, const char *label)
{
    return dialog->findChild<QLabel *>(QString::fromUtf8(label))->text();
}

void Hands::fillReason(ActionDialog *dialog, const QString &reason)
{
    dialog->findChild<QPlainTextEdit *>(u"reason"_s)->setPlainText(reason);
}

void Hands::fillCancel(ActionDialog *dialog, const char *evidence, const QString &reason)
{
    dialog->findChild<QRadioButton *>(u"evidence-"_s + QString::fromUtf8(evidence))->click();
    fillReason(dialog, reason);
}

QPushButton *Hands::sendButton(const ActionDialog *dialog)
{
    return dialog->findChild<QPushButton *>(u"send"_s);
}

bool Hands::maySend(const ActionDialog *dialog)
{
    return sendButton(dialog)->isEnabled();
}

void Hands::send(const ActionDialog *dialog)
{
    ASSERT_TRUE(maySend(dialog));
    sendButton(dialog)->click();
}

} // namespace oncedesk
