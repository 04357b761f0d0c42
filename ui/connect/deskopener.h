// Opens a desk without making the window wait: starts the private server, looks at the schema, then hands it
// over.
#pragma once

#include "core/board/access.h"
#include "core/db/connectionsettings.h"
#include "core/db/localserver.h"

#include <QFuture>
#include <memory>
#include <optional>

namespace oncedesk {

struct OpenedDesk
{
    ConnectionSettings settings;
    std::shared_ptr<LocalServer> server; // of the private desk only
    board::Access access;
};

// None: the private desk, whose schema is brought up to date. A shared one is only looked at; one sentence
// says what is wrong with it (no connection, no schema, an older or newer one, a login without any role). A
// helper thread does the waiting; the program may end before a shared server has answered.
QFuture<Result<OpenedDesk>> openDesk(const std::optional<ConnectionSettings> &shared);

} // namespace oncedesk
