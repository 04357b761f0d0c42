// What the console shows first: the first pages of ten filters, and the counts.
#pragma once

#include "core/db/connectionsettings.h"

#include <QList>
#include <QString>

namespace oncedesk::bench {

struct Read
{
    QString name;
    double milliseconds = 0; // 95 of 100 are quicker
    double median = 0;       // milliseconds
    double psql = 0;         // the same SELECT in psql, the median; 0: not measured
    qsizetype rows = 0;
    bool isCut = false; // the search went on beyond what one answer may take
};

QList<Read> firstPages(const ConnectionSettings &settings);

} // namespace oncedesk::bench
