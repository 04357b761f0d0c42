#include "ui/jobs/jobsmodel.h"

#include "ui/lists/attemptstrip.h"
#include "ui/lists/celltext.h"
#include "ui/look/mark.h"
#include "ui/widgets/times.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

JobsModel::JobsModel(LiveDesk &desk, QObject *parent)
    : ListModel(desk, board::Subject::jobs,
                listReader(board::jobs, [](const board::JobRow &row) { return row.id.value(); }),
                {{.name = u"ticket"_s, .title = tr("Ticket"), .width = 80, .share = 1, .isFixed = true},
                 {.name = u"status"_s, .title = tr("Status"), .width = 116},
                 {.name = u"owner"_s, .title = tr("Owner"), .width = 130, .share = 3},
                 {.name = u"intent"_s, .title = tr("Intent"), .width = 130, .share = 3},
                 {.name = u"provider"_s, .title = tr("Provider"), .width = 100, .share = 2},
                 {.name = u"attempts"_s, .title = tr("Attempts"), .width = 110, .share = 2},
                 {.name = u"age"_s,
                  .title = tr("Age"),
                  .width = 104,
                  .isFixed = true,
                  .alignment = Qt::AlignRight | Qt::AlignVCenter},
                 {.name = u"key"_s,
                  .title = tr("Key"),
                  .width = 220,
                  .share = 4,
                  .isFixed = true,
                  .elide = Qt::ElideMiddle}},
                parent)
{
}

QVariant JobsModel::cell(int row, int column, int role) const
{
    const board::JobRow &job = this->job(row);
    if (role == CopyRole)
        return job.key;
    if (role == StripRole && column == attempts)
        return QVariant::fromValue(job.attempts);
    if (role == MarkRole && column == status)
        return int(look::markOf(job.status));
    if (role == ChipRole)
        return column == status;
    if (role == Qt::ToolTipRole && column == age)
        return tr("created %1").arg(Times::instance().full(job.createdAt));
    if (role == Qt::ToolTipRole && (column == status || column == ticket))
        return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (Column(column)) {
    case ticket:
        return ticketText(job.id);
    case status:
        return look::wordOf(look::markOf(job.status));
    case owner:
        return job.owner;
    case intent:
        return job.intent;
    case provider:
        return job.provider;
    case attempts:
        return attemptsWords(job.attempts);
    case age:
        return Times::span(job.age);
    case key:
        return job.key;
    }
    Q_UNREACHABLE();
}

} // namespace oncedesk
