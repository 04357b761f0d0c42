#include "ui/jobs/jobactions.h"

#include "ui/actions/deskactions.h"
#include "ui/attention/keybutton.h"
#include "ui/jobs/jobsmodel.h"
#include "ui/lists/listtable.h"

#include <QHBoxLayout>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

JobActions::JobActions(LiveDesk &desk, DeskActions &actions, ListTable &table, const JobsModel &model,
                       QHBoxLayout &buttons)
    : QObject(&table),
      m_desk(desk),
      m_actions(actions),
      m_table(table),
      m_model(model),
      m_open(tr("New attempt…")),
      m_cancel(tr("Cancel attempt…")),
      m_close(tr("Close job…")),
      m_ask(tr("Ask provider"))
{
    const auto on = [this](QAction &action, const QString &name, const QKeySequence &key, auto work) {
        action.setObjectName(name);
        action.setShortcut(key);
        action.setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_table.addAction(&action);
        connect(&action, &QAction::triggered, this, work);
    };
    on(m_open, u"new-attempt"_s, Qt::Key_N, [this] { m_actions.newAttempts(stalledJobs()); });
    on(m_cancel, u"cancel-attempt"_s, Qt::Key_C, [this] { m_actions.cancelAttempts(liveAttempts()); });
    on(m_close, u"close-job"_s, Qt::Key_X, [this] { m_actions.closeJobs(stalledJobs()); });
    // It asks at once, so it has no letter.
    on(m_ask, u"ask-provider"_s, {}, [this] { m_actions.askProvider(askableAttempts()); });
    addButton(buttons, m_open, false);
    addButton(buttons, m_cancel, true);
    addButton(buttons, m_close, false);
    connect(&desk, &LiveDesk::accessChanged, this, &JobActions::showOffer);
    connect(&table, &ListTable::selectionMoved, this, &JobActions::showOffer);
    connect(&model, &ListModel::stateChanged, this, &JobActions::showOffer);
    showOffer();
}

void JobActions::addButton(QHBoxLayout &buttons, QAction &action, bool isDanger)
{
    auto *button = new KeyButton(action.text(), action.shortcut().toString(),
                                 isDanger ? ButtonKind::danger : ButtonKind::plain);
    button->setObjectName(action.objectName());
    button->setFocusPolicy(Qt::TabFocus); // a click leaves the focus with the rows
    buttons.addWidget(button);
    connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    const auto show = [button, &action] {
        button->setVisible(action.isVisible());
        button->setEnabled(action.isEnabled());
        button->setToolTip(action.isEnabled() ? QString() : action.toolTip());
    };
    connect(&action, &QAction::changed, button, show);
    show();
}

void JobActions::showOffer()
{
    const bool mayOperate = m_desk.isAccessKnown() && m_desk.access().mayOperate;
    const bool hasStalled = mayOperate && !stalledJobs().isEmpty();
    for (QAction *action : {&m_open, &m_cancel, &m_close, &m_ask})
        action->setVisible(mayOperate);
    const QString blocked = tr("Choose stalled jobs: a live or unknown attempt stands in its way.");
    m_open.setToolTip(hasStalled ? QString() : blocked);
    m_close.setToolTip(hasStalled ? QString() : blocked);
    m_open.setEnabled(hasStalled);
    m_close.setEnabled(hasStalled);
    m_cancel.setToolTip(tr("Choose jobs with a live or unknown attempt."));
    m_cancel.setEnabled(mayOperate && !liveAttempts().isEmpty());
    m_ask.setEnabled(mayOperate && !askableAttempts().isEmpty());
}

QList<JobId> JobActions::stalledJobs() const
{
    QList<JobId> jobs;
    for (const int row : m_table.selectedRows()) {
        if (m_model.job(row).status == board::JobStatus::stalled)
            jobs += m_model.job(row).id;
    }
    return jobs;
}

QList<AttemptId> JobActions::liveAttempts() const
{
    QList<AttemptId> attempts;
    for (const int row : m_table.selectedRows()) {
        for (const board::AttemptMark &attempt : m_model.job(row).attempts) {
            if (isLive(attempt.state))
                attempts += attempt.id;
        }
    }
    return attempts;
}

// A pending one has not been sent to anybody yet.
QList<AttemptId> JobActions::askableAttempts() const
{
    QList<AttemptId> attempts;
    for (const int row : m_table.selectedRows()) {
        for (const board::AttemptMark &attempt : m_model.job(row).attempts) {
            if (attempt.state == AttemptState::started || attempt.state == AttemptState::unknown)
                attempts += attempt.id;
        }
    }
    return attempts;
}

} // namespace oncedesk
