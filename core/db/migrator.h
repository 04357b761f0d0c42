// Brings a database to this program's schema: numbered migrations forward only, functions and views whole.
#pragma once

#include "core/base/result.h"
#include "core/db/schemasource.h"
#include "core/db/session.h"

namespace oncedesk {

struct MigrationReport
{
    int from = 0; // schema version found, 0 for an empty database
    int to = 0;
    bool functionsReplaced = false;
};

// The schema version this program was built with.
[[nodiscard]] int programSchemaVersion();

// The version found in the database, 0 when the schema is not there. Reads only. Error kind refused: there is
// a schema of that name which is somebody else's.
Result<int> databaseSchemaVersion(Session &session);

// One transaction's work (call it inside Database::run), under an advisory lock: all of it or nothing.
// Errors: refused when the schema is somebody else's or newer than the program, or roles are missing and this
// login may not create them (SQLSTATE 42501; the sentence names the statements, missingRoleStatements() of
// roles.h lists them); forbidden when it may not create the schema.
Result<MigrationReport> migrate(Session &session);
Result<MigrationReport> migrate(Session &session, const SchemaSource &source);

} // namespace oncedesk
