#include "core/board/submissions.h"

#include "core/board/field.h"
#include "core/board/scan.h"

namespace oncedesk::board {

namespace {

Result<SubmissionRow> submissionRow(const Rows &rows, int row)
{
    const Field field(rows, row);
    return SubmissionRow{
        .id = field.integer("id"),
        .at = field.moment("at"),
        .owner = field.text("owner_id"),
        .key = field.text("idempotency_key"),
        .outcome = field.text("outcome"),
        .job = field.id<JobId>("job_id"),
        .differs = field.texts("differs"),
        .client = field.text("client"),
        .actor = field.text("actor"),
    };
}

} // namespace

Result<Page<SubmissionRow>> submissions(Session &session, const Filter &filter, const PageRequest &request)
{
    Q_ASSERT(filter.subject() == Subject::submissions);
    return page<SubmissionRow>(session, "submissions", filter, request, submissionRow);
}

} // namespace oncedesk::board
