#include "ui/jobs/jobspage.h"

#include "ui/jobs/jobactions.h"
#include "ui/jobs/jobsmodel.h"
#include "ui/lists/celltext.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

JobsPage::JobsPage(LiveDesk &desk, DeskActions &actions, QWidget *parent)
    : JobsPage(desk, actions, new JobsModel(desk), parent)
{
}

JobsPage::JobsPage(LiveDesk &desk, DeskActions &actions, JobsModel *model, QWidget *parent)
    : ListPage(desk, u"jobs"_s,
               {.title = tr("Jobs"),
                .what = tr("one for each intent, however often it was submitted"),
                .none = tr("There is no job yet. New job… (Ctrl+N) submits one."),
                .example = u"state:unknown,stalled owner:alice age:>10m params.amount:450"_s},
               model, parent),
      m_jobs(model)
{
    new JobActions(desk, actions, table(), *model, *titleRow());
}

QString JobsPage::reached(qint64 id) const
{
    return ticketText(JobId(id));
}

void JobsPage::open(int row)
{
    Q_EMIT jobWanted(m_jobs->job(row).id);
}

} // namespace oncedesk
