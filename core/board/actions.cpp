#include "core/board/actions.h"

#include "core/board/field.h"
#include "core/board/scan.h"

namespace oncedesk::board {

namespace {

Result<ActionRow> actionRow(const Rows &rows, int row)
{
    const Field field(rows, row);
    return ActionRow{
        .id = field.integer("id"),
        .at = field.moment("at"),
        .actor = field.text("actor"),
        .action = field.text("action"),
        .job = field.optionalId<JobId>("job_id"),
        .attempt = field.optionalId<AttemptId>("attempt_id"),
        .ordinal = int(field.integer("ordinal")),
        .owner = field.text("owner_id"),
        .reason = field.text("reason"),
        .evidence = field.text("evidence"),
        .outcome = field.text("outcome"),
        .detail = field.utf8("detail"),
    };
}

} // namespace

Result<Page<ActionRow>> actions(Session &session, const Filter &filter, const PageRequest &request)
{
    Q_ASSERT(filter.subject() == Subject::actions);
    return page<ActionRow>(session, "actions", filter, request, actionRow);
}

} // namespace oncedesk::board
