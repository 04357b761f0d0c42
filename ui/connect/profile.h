// A connection with a name: where a shared desk is. Never its password.
#pragma once

#include "core/db/connectionsettings.h"

#include <QList>
#include <QString>

namespace oncedesk {

struct Profile
{
    QString name;
    ConnectionSettings settings; // without password

    // Under which the keychain holds the password: another server or login has another.
    [[nodiscard]] QString passwordKey() const { return settings.describe(); }
};

// Takes the secrets out of settings that somebody typed or pasted, and gives the password.
[[nodiscard]] QString takePassword(ConnectionSettings &settings);

// What the console opens: its private desk, a profile, or what the command line or the environment named.
struct Target
{
    enum class Kind { privateDesk, profile, given };
    Kind kind = Kind::privateDesk;
    Profile profile; // its name is empty when given

    [[nodiscard]] QString describe() const;
};

} // namespace oncedesk
