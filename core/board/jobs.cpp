#include "core/board/jobs.h"

#include "core/board/field.h"
#include "core/board/scan.h"

namespace oncedesk::board {

namespace {

Result<QList<AttemptMark>> strip(const Field &field)
{
    const QStringList ordinals = field.texts("ordinals");
    const QStringList states = field.texts("states");
    const QStringList providers = field.texts("providers");
    const QStringList ids = field.texts("attempt_ids");
    QList<AttemptMark> marks;
    for (qsizetype i = 0; i < ordinals.size(); ++i) {
        const auto state = attemptStateFromString(states[i]);
        if (!state)
            return unknownWord("state of an attempt", states[i]);
        marks += {ordinals[i].toInt(), *state, providers[i], AttemptId(ids[i].toLongLong())};
    }
    return marks;
}

Result<JobRow> jobRow(const Rows &rows, int row)
{
    const Field field(rows, row);
    const auto status = jobStatusFromString(field.text("status"));
    if (!status)
        return unknownWord("job status", field.text("status"));
    auto attempts = strip(field);
    if (!attempts)
        return attempts.error();
    JobRow job;
    job.id = field.id<JobId>("id");
    job.status = *status;
    job.owner = field.text("owner_id");
    job.key = field.text("idempotency_key");
    job.intent = field.text("intent");
    job.provider = field.text("provider");
    job.version = field.integer("version");
    job.createdAt = field.moment("created_at");
    job.completedAt = field.moment("completed_at");
    job.closedAt = field.moment("closed_at");
    job.age = field.milliseconds("age_ms");
    job.isDemo = field.boolean("is_demo");
    job.attempts = std::move(attempts).value();
    return job;
}

} // namespace

Result<Page<JobRow>> jobs(Session &session, const Filter &filter, const PageRequest &request)
{
    Q_ASSERT(filter.subject() == Subject::jobs);
    return page<JobRow>(session, "jobs", filter, request, jobRow);
}

} // namespace oncedesk::board
