// What people do to jobs and attempts, each with its dialog: what will and will not happen, the reason, the
// evidence, the precondition. Afterwards the words are what the database answered.
#pragma once

#include "core/base/id.h"
#include "ui/actions/actiontarget.h"
#include "ui/desk/livedesk.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>

class QWidget;

namespace oncedesk {

class ActionDialog;
class ActionRun;

// GUI thread. The dialogs are window-modal children of the window and never nest an event loop. They are
// gone when this is.
class DeskActions : public QObject
{
    Q_OBJECT
public:
    DeskActions(LiveDesk &desk, QWidget *window);
    ~DeskActions() override;

    // One, or a frozen list of several, which is shown before anything happens to it.
    void cancelAttempts(const QList<AttemptId> &attempts);
    void askProvider(const QList<AttemptId> &attempts);
    void newAttempts(const QList<JobId> &jobs);
    void closeJobs(const QList<JobId> &jobs);

Q_SIGNALS:
    // One sentence for the foot of the page. A request is never worded as a result.
    void said(const QString &sentence, bool isRefusal);

private:
    [[nodiscard]] bool mayBegin() const;
    void begin(ActionDialog *dialog);
    void ask(AttemptId attempt);
    void watchRun(ActionRun *run);
    void await(RequestId request, const ActionTarget &about);
    void readAnswers();
    void warnIfUnserved(const QString &provider, const QString &asked);

    LiveDesk &m_desk;
    QWidget *m_window;
    QList<QPointer<ActionDialog>> m_dialogs;
    QHash<RequestId, ActionTarget> m_awaited; // asked, and not answered yet
    bool m_reading = false;
    int m_losses = 0; // of the link
};

} // namespace oncedesk
