#include "ui/actions/askdialog.h"

#include "ui/actions/askprovider.h"

namespace oncedesk {

AskDialog::AskDialog(LiveDesk &desk, const QList<qint64> &attempts, QObject *runOwner, QWidget *parent)
    : ActionDialog(desk, attempts, runOwner, parent)
{
    setObjectName(QStringLiteral("askDialog"));
}

std::shared_ptr<const Action> AskDialog::action() const
{
    return std::make_shared<AskProvider>();
}

QString AskDialog::heading(const QList<ActionTarget> & /*targets*/) const
{
    return tr("Ask about %1 attempts").arg(ids().size());
}

QString AskDialog::consequence(const QList<ActionTarget> & /*targets*/) const
{
    return tr(
        "A worker asks each provider what became of the attempt. \"Succeeded\" or \"failed\" settles an "
        "unknown attempt by itself; any other answer is kept for you to read. Only what is listed here "
        "is asked about.");
}

QString AskDialog::condition(const QList<ActionTarget> & /*targets*/) const
{
    return {};
}

QStringList AskDialog::missing() const
{
    return {};
}

QString AskDialog::verb(int count) const
{
    return tr("Ask about %1").arg(count);
}

} // namespace oncedesk
