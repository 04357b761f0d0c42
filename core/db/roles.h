// The five NOLOGIN groups of the contract. They belong to the whole server, not to one database.
#pragma once

#include "core/base/result.h"
#include "core/db/session.h"

#include <QStringList>

namespace oncedesk {

[[nodiscard]] QStringList contractRoles();

// What is missing, as the statements that an administrator of the server would run; empty when all is there.
Result<QStringList> missingRoleStatements(Session &session);

// Makes what is missing, inside the transaction under way. Error kind refused when the login may not; the
// sentence holds the statements.
Result<Done> ensureRoles(Session &session);

} // namespace oncedesk
