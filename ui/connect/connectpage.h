// Which desk to look at: the private one, or a shared one by its named connection. Makes, tests and removes
// connections.
#pragma once

#include "ui/connect/opening.h"
#include "ui/connect/profileform.h"

#include <QHash>
#include <QPointer>
#include <QWidget>

class QListWidget;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace oncedesk {

class PlainLabel;

class ConnectPage : public QWidget
{
    Q_OBJECT
public:
    ConnectPage(Keychain &keychain, bool hasDesk, QWidget *parent = nullptr);

    // Chooses it in the list; a given one is filled in as a new connection.
    void setTarget(const Target &target);

Q_SIGNALS:
    void opened(const oncedesk::Target &target, const oncedesk::OpenedDesk &desk);
    void backWanted(); // to the desk there is

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Purpose { test, connect };
    void fillList(const QString &current);
    void choose(int row);
    void begin(Purpose purpose);
    void cancel();
    void finish(Purpose purpose, const Target &target, const OpenedDesk &desk);
    void fail(const Trouble &trouble);
    void keepPassword(const Profile &profile);
    void removeChosen();
    void setBusy(bool busy, const QString &words = {});
    void say(const QString &headline, const QString &advice, const QString &detail, bool isTrouble);
    [[nodiscard]] bool isPrivateChosen() const;
    QWidget *makeForm();
    QWidget *makeAnswer();

    Keychain &m_keychain;
    QListWidget *m_list;
    QStackedWidget *m_stack;
    ProfileForm *m_form;
    QPushButton *m_connect;
    QPushButton *m_test;
    QPushButton *m_cancel;
    QPushButton *m_remove;
    QProgressBar *m_progress;
    PlainLabel *m_headline;
    PlainLabel *m_advice;
    PlainLabel *m_detail;
    PlainLabel *m_keychainWords;
    QPointer<Opening> m_opening;
    bool m_hasDesk;
    // What was typed and neither saved nor opened yet, by the name in the list (a new one: empty).
    QHash<QString, ProfileForm::Draft> m_drafts;
    bool m_isEdited = false;
    QString m_original; // the name the chosen connection has in the list; empty for a new one
};

} // namespace oncedesk
