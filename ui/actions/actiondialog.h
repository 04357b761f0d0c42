// What will and will not happen, to what exactly, on which condition; then what the database answered.
#pragma once

#include "ui/actions/actionrun.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace oncedesk {

class ActionForm;
class PlainLabel;
class TargetList;

// The targets are frozen when they are first read, and watched from then on.
class ActionDialog : public QDialog
{
    Q_OBJECT
public:
    static constexpr int mostWithoutCount = 10; // for more than these the count is typed

    // Runs are the owner's: they outlive the dialog.
    ActionDialog(LiveDesk &desk, QList<qint64> ids, QObject *runOwner, QWidget *parent);

    // Reads what is there, and shows itself.
    void begin();

Q_SIGNALS:
    void runBegan(oncedesk::ActionRun *run);
    void leftBeforeItsAnswer(const QString &words);

protected:
    // As the form is filled in.
    [[nodiscard]] virtual std::shared_ptr<const Action> action() const = 0;
    [[nodiscard]] virtual QString heading(const QList<ActionTarget> &targets) const = 0;
    [[nodiscard]] virtual QString consequence(const QList<ActionTarget> &targets) const = 0;
    // "Applies only if …"
    [[nodiscard]] virtual QString condition(const QList<ActionTarget> &targets) const = 0;
    // What is not filled in yet: "a reason".
    [[nodiscard]] virtual QStringList missing() const = 0;
    // They were read, again too.
    virtual void onTargets(const QList<ActionTarget> & /*now*/) {}
    // The word on the button.
    [[nodiscard]] virtual QString verb(int count) const = 0;

    [[nodiscard]] LiveDesk &desk() const { return m_desk; }
    [[nodiscard]] bool isForMany() const { return m_ids.size() > 1; }
    [[nodiscard]] const QList<qint64> &ids() const { return m_ids; }
    [[nodiscard]] ActionForm &form() const { return *m_form; }
    // Something was filled in.
    void check();
    void setConsequence();

    void done(int result) override;

private:
    void build();
    void read();
    void take(const QList<ActionTarget> &now);
    void noteTargets();
    void send();
    void showAnswer(int index);
    void showEnd();
    void say(const QString &words, bool isRefusal);
    void fit();
    [[nodiscard]] QList<int> able() const;

    LiveDesk &m_desk;
    QList<qint64> m_ids;
    QObject *m_runOwner;
    QList<ActionTarget> m_frozen;
    QList<ActionTarget> m_now;
    QList<int> m_sent; // the places of the run's targets
    QPointer<ActionRun> m_run;
    int m_wanted = 0; // how many could be acted on when they were frozen
    bool m_reading = false;
    bool m_again = false;
    bool m_isOver = false;

    PlainLabel *m_heading;
    PlainLabel *m_consequence;
    TargetList *m_list = nullptr;
    ActionForm *m_form;
    PlainLabel *m_countCaption;
    QLineEdit *m_count;
    PlainLabel *m_condition;
    QProgressBar *m_progress;
    PlainLabel *m_verdict;
    PlainLabel *m_missing;
    QPushButton *m_send;
    QPushButton *m_back;
};

} // namespace oncedesk
