// The ledger of keys: every call of submit_job and what came of it.
#pragma once

#include "core/base/id.h"
#include "core/board/filter.h"
#include "core/board/moment.h"
#include "core/board/page.h"
#include "core/db/session.h"

#include <QStringList>

namespace oncedesk::board {

struct SubmissionRow
{
    qint64 id = 0;
    Moment at;
    QString owner;
    QString key;
    QString outcome; // created, replayed, conflict
    JobId job;       // the one that holds the key, on a conflict too
    QStringList differs;
    QString client; // null: not said
    QString actor;
};

// The filter's subject is submissions.
Result<Page<SubmissionRow>> submissions(Session &session, const Filter &filter, const PageRequest &request);

} // namespace oncedesk::board
