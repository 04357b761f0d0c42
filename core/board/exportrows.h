// Jobs with everything that a spreadsheet or another program wants of them, page by page.
#pragma once

#include "core/base/id.h"
#include "core/board/filter.h"
#include "core/board/jobs.h"
#include "core/board/page.h"
#include "core/db/session.h"

#include <QByteArray>
#include <optional>

namespace oncedesk::board {

struct ExportRow
{
    JobRow job;
    QByteArray params; // JSON text, exact
    QByteArray policy;
    QByteArray result;      // JSON text; null when there is none or it is bytes
    QByteArray resultBytes; // a result that JSON cannot hold; null when there is none
    std::optional<AttemptId> completedBy;
    QString closedBy;
    QString closeReason;
};

// The jobs of a page already read, so many from the front of `jobs` as hold about 8 MiB of JSON:
// at least one, and what memory they take is bounded however large single jobs are.
Result<QList<ExportRow>> exportRows(Session &session, const QList<JobRow> &jobs);

} // namespace oncedesk::board
