// The help texts: of the whole program, of a group of commands, of one command.
#pragma once

#include <QString>

namespace oncedesk {

struct Command;

[[nodiscard]] QString programHelp();
[[nodiscard]] QString groupHelp(const QString &group);
[[nodiscard]] QString commandHelp(const Command &command);

} // namespace oncedesk
