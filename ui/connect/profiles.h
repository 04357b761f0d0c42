// The named connections of this user, kept in the settings file, and the one used last.
#pragma once

#include "ui/connect/profile.h"

#include <QStringList>
#include <optional>

namespace oncedesk {

// GUI thread. Reads and writes the settings file each time: two consoles may run.
class Profiles
{
public:
    [[nodiscard]] static QStringList names();
    [[nodiscard]] static std::optional<Profile> find(const QString &name);
    // Replaces the one of that name. Passwords are left out, wherever they stand.
    static void save(const Profile &profile);
    static void remove(const QString &name);
    // Whether its password may go into the keychain; yes unless it was said otherwise.
    [[nodiscard]] static bool keepsPassword(const QString &name);
    static void setKeepsPassword(const QString &name, bool keeps);

    // The private desk unless a profile that is still there was used last.
    [[nodiscard]] static Target lastUsed();
    // What was given is not remembered: it is given again or not.
    static void setLastUsed(const Target &target);
};

} // namespace oncedesk
