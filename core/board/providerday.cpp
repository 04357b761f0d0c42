#include "core/board/providerday.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

namespace oncedesk::board {

Result<ProviderDay> providerDay(Session &session, const QString &provider)
{
    const auto rows = session.exec(sqlText("board/provider_day"), {provider});
    if (!rows)
        return rows.error();
    ProviderDay day;
    for (int i = 0; i < rows->size(); ++i) {
        const Field field(*rows, i);
        day.halfHours += HalfHour{
            .at = field.moment("at"),
            .until = field.moment("until"),
            .mostInFlight = int(field.integer("in_flight")),
            .started = int(field.integer("started")),
            .unknown = int(field.integer("unknown")),
            .succeeded = int(field.integer("succeeded")),
            .p50 = field.milliseconds("p50_ms"),
            .p95 = field.milliseconds("p95_ms"),
        };
        day.openedSince = field.moment("opened_since");
    }
    return day;
}

} // namespace oncedesk::board
