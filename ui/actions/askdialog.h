// Ask provider, about many.
#pragma once

#include "ui/actions/actiondialog.h"

namespace oncedesk {

class AskDialog : public ActionDialog
{
    Q_OBJECT
public:
    AskDialog(LiveDesk &desk, const QList<qint64> &attempts, QObject *runOwner, QWidget *parent);

protected:
    [[nodiscard]] std::shared_ptr<const Action> action() const override;
    [[nodiscard]] QString heading(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString consequence(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QString condition(const QList<ActionTarget> &targets) const override;
    [[nodiscard]] QStringList missing() const override;
    [[nodiscard]] QString verb(int count) const override;
};

} // namespace oncedesk
