// What decided a race: the compare-and-swap with its values, and which of its conditions did not hold.
#pragma once

#include "core/board/jobdetail.h"

#include <QList>
#include <QString>

namespace oncedesk {

struct Decision
{
    struct Line
    {
        QString sql;
        QString comment; // what was found
        bool failed = false;
    };
    QString sentence;
    QList<Line> lines;
    int rows = 0; // that the UPDATE changed
};

[[nodiscard]] Decision decisionOf(const board::JobDetail &job, const board::RaceRow &race);

} // namespace oncedesk
