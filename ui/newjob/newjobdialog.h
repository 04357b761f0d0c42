// One new job: what is sent, what will happen, and what the database answered.
#pragma once

#include "core/contract/ledger.h"
#include "ui/desk/livedesk.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace oncedesk {

class ParamsEditor;
class PlainLabel;
class PolicyForm;

// Window-modal, never nested, gone when it is closed.
class NewJobDialog : public QDialog
{
    Q_OBJECT
public:
    NewJobDialog(LiveDesk &desk, QWidget *window);

    // The latest answer in words; empty before there is one.
    [[nodiscard]] QString answer() const;

Q_SIGNALS:
    // What is to be said where the job is shown; empty when it is simply there.
    void jobWanted(oncedesk::JobId job, const QString &sentence);
    // What came of a submission whose window was closed before the answer.
    void said(const QString &sentence, bool isRefusal);

private:
    void arrange();
    void readProviders();
    void onEdit();
    void showPlan();
    void submit();
    void leave();
    void answered(const NewJob &job, const Result<Submission> &submission);
    void concluded(JobId job, const QString &sentence);
    void openReplayed(JobId job);
    void say(const QString &sentence, bool isRefusal);
    void setSending(bool isSending);
    [[nodiscard]] QString missing() const;

    LiveDesk &m_desk;
    QLineEdit *m_owner;
    QLineEdit *m_key;
    QLineEdit *m_intent;
    QComboBox *m_provider;
    PlainLabel *m_providerNote;
    ParamsEditor *m_params;
    PlainLabel *m_paramsNote;
    QPushButton *m_startOver;
    PolicyForm *m_policy;
    PlainLabel *m_plan;
    PlainLabel *m_answer;
    QPushButton *m_openOther;
    QPushButton *m_submit;
    std::optional<JobId> m_other; // the job that holds the key
    bool m_isSending = false;
    bool m_isReadingProviders = false;
};

} // namespace oncedesk
