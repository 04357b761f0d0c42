// Reads the whole history of a database and tells where a promise of the contract does not hold. Changes
// nothing.
#pragma once

#include "core/base/result.h"
#include "core/db/session.h"

#include <QByteArray>
#include <QList>
#include <QStringList>
#include <functional>

namespace oncedesk {

struct AuditCheck
{
    QByteArray name; // resources/sql/audit/<name>.sql
    QString promise; // as a sentence
};

struct AuditResult
{
    AuditCheck check;
    QStringList findings; // each names its rows; none when the promise holds
    bool isCut = false;   // there were more
};

[[nodiscard]] const QList<AuditCheck> &auditChecks();

// All checks on one snapshot; call it inside Database::run, as the only work of that transaction. A login
// that may read the views is enough (else: error kind forbidden). `progress` is told the number of checks
// done before each one, and may end the audit by returning false (error kind internal). At most `most`
// findings of each check are kept.
Result<QList<AuditResult>> audit(Session &session, int most, const std::function<bool(int done)> &progress);

} // namespace oncedesk
