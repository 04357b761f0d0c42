#include "core/board/exportrows.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

#include <QHash>

namespace oncedesk::board {

Result<QList<ExportRow>> exportRows(Session &session, const QList<JobRow> &jobs)
{
    QList<qint64> ids;
    QHash<qint64, const JobRow *> byId;
    for (const JobRow &job : jobs) {
        ids += job.id.value();
        byId.insert(job.id.value(), &job);
    }
    constexpr qint64 mostBytes = 8 * 1024 * 1024;
    const auto rows = session.exec(sqlText("board/export_rows"), {Param::array(ids), mostBytes});
    if (!rows)
        return rows.error();
    QList<ExportRow> result;
    result.reserve(rows->size());
    for (int row = 0; row < rows->size(); ++row) {
        const Field field(*rows, row);
        result += ExportRow{*byId.value(field.integer("id")),
                            field.utf8("params"),
                            field.utf8("policy"),
                            field.utf8("result"),
                            field.bytea("result_bytes"),
                            field.optionalId<AttemptId>("completed_by"),
                            field.text("closed_by"),
                            field.text("close_reason")};
    }
    return result;
}

} // namespace oncedesk::board
