// Who is at the desk, and what the database lets them do.
#pragma once

#include "core/base/result.h"
#include "core/db/session.h"

#include <QString>

namespace oncedesk::board {

struct Access
{
    QString login;
    bool mayLook = false;       // viewer, administrator
    bool mayOperate = false;    // open, cancel, close, ask
    bool maySubmit = false;     // new jobs
    bool mayWork = false;       // run an engine
    bool mayAdminister = false; // providers

    friend bool operator==(const Access &, const Access &) = default;
};

Result<Access> access(Session &session);

} // namespace oncedesk::board
