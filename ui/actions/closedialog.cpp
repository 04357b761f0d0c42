#include "ui/actions/closedialog.h"

#include "ui/actions/actionform.h"
#include "ui/actions/closejob.h"

#include <QPlainTextEdit>

namespace oncedesk {

CloseDialog::CloseDialog(LiveDesk &desk, const QList<qint64> &jobs, QObject *runOwner, QWidget *parent)
    : ActionDialog(desk, jobs, runOwner, parent)
{
    setObjectName(QStringLiteral("closeDialog"));
    m_reason = form().addReason(tr("Reason, kept in the history for good"));
}

std::shared_ptr<const Action> CloseDialog::action() const
{
    return std::make_shared<CloseJob>(m_reason->toPlainText().trimmed());
}

QString CloseDialog::heading(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("Close %1 jobs").arg(ids().size());
    return targets.isEmpty() ? tr("Close a job") : tr("Close %1").arg(targets.first().name());
}

QString CloseDialog::consequence(const QList<ActionTarget> & /*targets*/) const
{
    return isForMany()
               ? tr("Each is ended without a result, for good: no attempt can be opened any more, and a "
                    "result that comes later loses. Their keys stay taken. Only what is listed here is "
                    "touched, nothing that arrives later.")
               : tr("It is ended without a result, for good: no attempt can be opened any more, and a "
                    "result that comes later loses. Its key stays taken: submitting it again gives "
                    "this job back.");
}

QString CloseDialog::condition(const QList<ActionTarget> &targets) const
{
    if (isForMany())
        return tr("Applies to each only if it is still in the state shown and at the version read now.");
    const ActionTarget &target = targets.first();
    if (!target.status)
        return {};
    return tr("Applies only if %1 is still %2 at version %3.")
        .arg(target.name(), target.word(), QString::number(target.version));
}

QStringList CloseDialog::missing() const
{
    return {ActionForm::reasonFault(*m_reason, true)};
}

QString CloseDialog::verb(int count) const
{
    return isForMany() ? tr("Close %1 jobs").arg(count) : tr("Close job");
}

} // namespace oncedesk
