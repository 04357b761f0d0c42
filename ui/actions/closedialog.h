// Close job…
#pragma once

#include "ui/actions/actiondialog.h"

class QPlainTextEdit;

namespace oncedesk {

class CloseDialog : public ActionDialog
{
    Q_OBJECT
public:
    CloseDialog(LiveDesk &desk, const QList<qint64> &jobs, QObject *runOwner, QWidget *parent);

protected:
    [[nodiscard]] std::shared_ptr<const Action> action() const override;
    [[nodiscard]] QString heading(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString consequence(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString condition(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QStringList missing() const override;
    [[nodiscard]] QString verb(int count) const override;

private:
    QPlainTextEdit *m_reason;
};

} // namespace oncedesk
