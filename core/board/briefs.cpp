#include "core/board/briefs.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;

Result<std::optional<JobBrief>> jobBrief(Session &session, JobId job)
{
    const auto may = session.exec("SELECT has_table_privilege('oncedesk.job_view', 'SELECT')");
    if (!may)
        return may.error();
    const auto rows =
        session.exec(sqlText(may->boolean(0, 0) ? "board/job_brief" : "board/my_job_brief"), {job});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<JobBrief>();
    const Field field(*rows, 0);
    const auto status = jobStatusFromString(field.text("status"));
    if (!status)
        return unknownWord("job status", field.text("status"));
    return std::optional(JobBrief{job, *status, field.integer("version"), field.moment("created_at"),
                                  int(field.integer("attempts"))});
}

Result<std::optional<AttemptBrief>> attemptBrief(Session &session, AttemptId attempt)
{
    const auto rows = session.exec(sqlText("board/attempt_brief"), {attempt});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<AttemptBrief>();
    const Field field(*rows, 0);
    const auto state = attemptStateFromString(field.text("state"));
    if (!state)
        return unknownWord("state of an attempt", field.text("state"));
    return std::optional(AttemptBrief{attempt, field.id<JobId>("job_id"), int(field.integer("ordinal")),
                                      field.text("provider"), *state, field.boolean("was_started"),
                                      field.text("unknown_why"), field.text("last_answer"),
                                      field.moment("last_answer_at")});
}

Result<std::optional<RequestBrief>> requestBrief(Session &session, RequestId request)
{
    const auto rows = session.exec(sqlText("board/request_brief"), {request});
    if (!rows)
        return rows.error();
    if (rows->size() == 0)
        return std::optional<RequestBrief>();
    const Field field(*rows, 0);
    const auto state = attemptStateFromString(field.text("state"));
    if (!state)
        return unknownWord("state of an attempt", field.text("state"));
    return std::optional(
        RequestBrief{field.text("worker"), field.text("answer"), field.utf8("payload"), *state});
}

Result<bool> hasWork(Session &session, const QStringList &providers)
{
    const auto rows = session.exec(sqlText("board/has_work"), {Param::array(providers)});
    if (!rows)
        return rows.error();
    return rows->boolean(0, 0);
}

} // namespace oncedesk::board
