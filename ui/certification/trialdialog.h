// A trial: a suite that need not be saved, one case of it, or a request of one's own, put to a provider with
// its settings, saved or not. A worker carries it out; it proves nothing.
#pragma once

#include "core/board/certification.h"
#include "ui/desk/livedesk.h"

#include <QDialog>
#include <QTimer>

class QPushButton;

namespace oncedesk {

class CasesView;
class PlainLabel;
class TrialForm;

class TrialDialog : public QDialog
{
    Q_OBJECT
public:
    // A provider with these settings: what is sent is chosen here.
    static TrialDialog *ofSettings(LiveDesk &desk, const QString &provider, const QByteArray &settings,
                                   QWidget *parent);
    // This suite: the provider is chosen here.
    static TrialDialog *ofSuite(LiveDesk &desk, const QByteArray &suite, QWidget *parent);

    void reject() override; // cancels what is under way

private:
    struct Reading
    {
        std::optional<board::CertificationRunRow> run;
        QList<board::CertificationCaseRow> cases;
    };

    TrialDialog(LiveDesk &desk, const QString &title, QWidget *parent);
    void arrange();
    void showWhatWouldHappen();
    void send();
    void stop();
    void read();
    void take(const Reading &reading);
    void end();
    void say(const QString &sentence, bool isRefusal);

    LiveDesk &m_desk;
    TrialForm *m_form;
    PlainLabel *m_meaning;
    PlainLabel *m_said;
    CasesView *m_cases;
    QPushButton *m_stop;
    QPushButton *m_send;
    std::optional<CertificationRunId> m_run; // under way
    bool m_isSending = false;
    QTimer m_soon;
};

} // namespace oncedesk
