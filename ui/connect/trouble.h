// Why a desk could not be opened, in words that say what to do.
#pragma once

#include "core/base/error.h"
#include "core/db/connectionsettings.h"

#include <QString>

namespace oncedesk {

struct Trouble
{
    QString headline; // "The password is wrong."
    QString advice;   // what to do
    QString detail;   // what was reported, word for word
    bool wantsPassword = false;
};

[[nodiscard]] Trouble troubleOf(const Error &error, const ConnectionSettings &settings);
[[nodiscard]] Trouble troubleOfPrivateDesk(const Error &error);

} // namespace oncedesk
