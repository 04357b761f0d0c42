// New attempt…
#pragma once

#include "core/board/jobdetail.h"
#include "core/board/providers.h"
#include "ui/actions/actiondialog.h"

class QComboBox;
class QPlainTextEdit;

namespace oncedesk {

class NewAttemptDialog : public ActionDialog
{
    Q_OBJECT
public:
    NewAttemptDialog(LiveDesk &desk, const QList<qint64> &jobs, QObject *runOwner, QWidget *parent);

protected:
    [[nodiscard]] std::shared_ptr<const Action> action() const override;
    [[nodiscard]] QString heading(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString consequence(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString condition(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QStringList missing() const override;
    [[nodiscard]] QString verb(int count) const override;

private:
    struct Choice
    {
        QList<board::ProviderRow> providers;
        std::optional<board::JobDetail> job; // of one
    };
    void readChoice();
    void offer(const Choice &choice);
    void showRisk();
    [[nodiscard]] const board::ProviderRow *chosen() const;

    std::optional<Choice> m_choice;
    QComboBox *m_provider;
    QPlainTextEdit *m_reason;
    PlainLabel *m_why;
    bool m_readingChoice = false;
};

} // namespace oncedesk
