#include "core/board/overdue.h"

#include "core/board/field.h"
#include "core/board/providers.h"
#include "core/db/sqltext.h"

#include <algorithm>

namespace oncedesk::board {

const OverdueAttempt *Overdue::find(AttemptId attempt) const
{
    const auto found = std::find_if(attempts.begin(), attempts.end(),
                                    [attempt](const OverdueAttempt &one) { return one.id == attempt; });
    return found == attempts.end() ? nullptr : &*found;
}

bool Overdue::holds(JobId job) const
{
    return std::any_of(attempts.begin(), attempts.end(),
                       [job](const OverdueAttempt &one) { return one.job == job; });
}

Result<Overdue> overdue(Session &session, const QList<JobId> &jobs)
{
    QList<qint64> ids;
    for (const JobId job : jobs)
        ids += job.value();
    const auto rows = session.exec(sqlText("board/overdue"), {Param::array(ids)});
    if (!rows)
        return rows.error();
    Overdue result;
    for (int row = 0; row < rows->size(); ++row) {
        const Field field(*rows, row);
        result.attempts +=
            OverdueAttempt{field.id<AttemptId>("id"), field.id<JobId>("job_id"), field.moment("deadline_at")};
    }
    if (result.attempts.isEmpty())
        return result;
    const auto everyone = workers(session);
    if (!everyone)
        return everyone.error();
    result.workerIsAlive =
        std::any_of(everyone->begin(), everyone->end(), [](const WorkerRow &worker) { return worker.alive; });
    return result;
}

} // namespace oncedesk::board
