#include "core/board/races.h"

#include "core/board/field.h"
#include "core/board/scan.h"

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;

namespace {

Result<RaceRow> raceRow(const Rows &rows, int row)
{
    const Field field(rows, row);
    return RaceRow{
        .id = field.integer("id"),
        .at = field.moment("at"),
        .attempt = field.id<AttemptId>("attempt_id"),
        .ordinal = int(field.integer("ordinal")),
        .provider = field.text("provider"),
        .job = field.id<JobId>("job_id"),
        .owner = field.text("owner_id"),
        .key = field.text("idempotency_key"),
        .intent = field.text("intent"),
        .won = field.text("outcome") == u"won"_s,
        .lostBecause = field.text("lost_because"),
        .versionRead = field.integer("version_read"),
        .versionFound = field.integer("version_found"),
        .winner = field.optionalId<AttemptId>("winner"),
        .winnerOrdinal = int(field.integer("winner_ordinal")),
        .winnerProvider = field.text("winner_provider"),
        .resultSha256 = field.text("result_sha256"),
        .resultSize = field.integer("result_size"),
        .actor = field.text("actor"),
    };
}

} // namespace

Result<Page<RaceRow>> races(Session &session, const Filter &filter, const PageRequest &request)
{
    Q_ASSERT(filter.subject() == Subject::races);
    return page<RaceRow>(session, "races", filter, request, raceRow);
}

} // namespace oncedesk::board
