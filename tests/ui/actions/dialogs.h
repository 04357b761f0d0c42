// A window with actions on a desk of the test's own, and hands to fill in their dialogs.
#pragma once

#include "tests/ui/support/consoledesk.h"
#include "ui/actions/actiondialog.h"
#include "ui/actions/deskactions.h"

#include <QStringList>
#include <QWidget>

namespace oncedesk {

// What somebody at one console has before them.
class Hands
{
public:
    explicit Hands(LiveDesk &live);

    [[nodiscard]] DeskActions &actions() { return *m_actions; }
    // Once it has read what it is about.
    [[nodiscard]] ActionDialog *readyDialog();
    [[nodiscard]] ActionDialog *dialog() const;
    [[nodiscard]] static QString textOf(const ActionDialog *dialog, const char *label);
    void fillCancel(ActionDialog *dialog, const char *evidence, const QString &reason);
    static void fillReason(ActionDialog *dialog, const QString &reason);
    [[nodiscard]] static QPushButton *sendButton(const ActionDialog *dialog);
    [[nodiscard]] static bool maySend(const ActionDialog *dialog);
    static void send(const ActionDialog *dialog);

    QStringList said;
    QStringList refused; // of what was said

private:
    QWidget m_window;
    std::unique_ptr<DeskActions> m_actions;
};

} // namespace oncedesk
