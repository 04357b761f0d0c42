// What a drill left in the database, held against the promises and against the callers' journals.
#pragma once

#include "core/db/connectionsettings.h"
#include "tests/support/testconnection.h"

#include <QMap>
#include <QStringList>

namespace oncedesk::drill {

// Puts the journals into the schema drill, next to what they speak of.
void loadJournals(TestConnection &database, const QStringList &files);

// Every outcome that a caller was told is in the database, and nothing is there that nobody asked for
// (compare/*.sql). Empty when all is well; otherwise each finding begins with the name of its comparison.
QStringList compareWithJournals(TestConnection &database);

// The audit's findings.
QStringList auditFindings(const ConnectionSettings &database);

// How often what was told: "submit created" and so on. After loadJournals().
QMap<QString, qint64> countTold(TestConnection &database);

} // namespace oncedesk::drill
