#include "core/board/statuscondition.h"

namespace oncedesk::board {

namespace {

constexpr char openJob[] = "j.completed_by IS NULL AND j.closed_at IS NULL";

// The status of an open job as oncedesk.job_status_view derives it. One look into an index by the job's id:
// an EXISTS might be turned into a join that reads all live attempts for each job.
constexpr char openStatus[] =
    "(SELECT CASE WHEN bool_or(l.state = 'unknown') THEN 'unknown'"
    " WHEN bool_or(l.state = 'started') THEN 'running'"
    " WHEN bool_or(l.state = 'pending') THEN 'waiting' ELSE 'stalled' END"
    " FROM oncedesk.attempt_view l WHERE l.job_id = j.id AND l.state IN ('pending', 'started', 'unknown'))";

bool isOpen(JobStatus status)
{
    return status != JobStatus::succeeded && status != JobStatus::closed;
}

// Open jobs in any of these statuses.
QByteArray openIn(const QList<JobStatus> &statuses)
{
    const QByteArray open = openJob;
    if (statuses.size() == 4)
        return open; // whatever their attempts
    QByteArray words;
    for (const JobStatus status : statuses)
        words += (words.isEmpty() ? "'" : ", '") + toString(status).toUtf8() + "'";
    const QByteArray status = QByteArray(openStatus) + " IN (" + words + ")";
    const auto jobsWith = [](const char *state) -> QByteArray {
        return QByteArray(
                   "j.id = ANY (ARRAY(SELECT f.job_id FROM oncedesk.attempt_view f WHERE f.state = '") +
               state + "'))";
    };
    if (areFew(statuses) && statuses.first() == JobStatus::unknown)
        return open + " AND " + jobsWith("unknown");
    if (areFew(statuses))
        return open + " AND " + jobsWith("started") + " AND " + status;
    return open + " AND " + status;
}

} // namespace

bool areFew(const QList<JobStatus> &statuses)
{
    return statuses == QList{JobStatus::unknown} || statuses == QList{JobStatus::running};
}

QByteArray statusCondition(const QList<JobStatus> &statuses)
{
    QList<JobStatus> open;
    QList<QByteArray> any;
    for (const JobStatus status : statuses) {
        if (isOpen(status))
            open += status;
        else if (status == JobStatus::succeeded)
            any += "j.completed_by IS NOT NULL";
        else
            any += "j.completed_by IS NULL AND j.closed_at IS NOT NULL";
    }
    if (!open.isEmpty())
        any += openIn(open);
    return any.isEmpty() ? QByteArray("false") : QByteArray("(" + any.join(") OR (") + ")");
}

} // namespace oncedesk::board
