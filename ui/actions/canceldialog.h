// Cancel attempt…
#pragma once

#include "ui/actions/actiondialog.h"

class QButtonGroup;
class QPlainTextEdit;

namespace oncedesk {

class CancelDialog : public ActionDialog
{
    Q_OBJECT
public:
    CancelDialog(LiveDesk &desk, const QList<qint64> &attempts, QObject *runOwner, QWidget *parent);

protected:
    [[nodiscard]] std::shared_ptr<const Action> action() const override;
    [[nodiscard]] QString heading(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString consequence(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString condition(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QStringList missing() const override;
    void onTargets(const QList<ActionTarget> &now) override;
    [[nodiscard]] QString verb(int count) const override;

private:
    bool eventFilter(QObject *watched, QEvent *event) override;
    [[nodiscard]] QString evidence() const;
    // What the provider last answered, beside what is chosen.
    void showLastAnswer();
    QButtonGroup *m_evidence;
    PlainLabel *m_lastAnswer;
    ActionTarget m_target; // of one attempt
    QPlainTextEdit *m_reason;
};

} // namespace oncedesk
