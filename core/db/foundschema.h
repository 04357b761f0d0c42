// Oncedesk's schema as a database has it.
#pragma once

#include "core/db/session.h"

#include <QString>

namespace oncedesk {

struct FoundSchema
{
    bool schema = false;
    bool tables = false; // our schema_migrations is there
    QString owner;
    Rows applied; // version, name, sha256
    int version = 0;

    // Reads only. Error kind refused: there is a schema of that name which is somebody else's.
    static Result<FoundSchema> lookFor(Session &session);
};

} // namespace oncedesk
