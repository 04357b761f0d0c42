// Ctrl+C and SIGTERM for work that has something to put away before it ends.
#pragma once

#include "app/oncectl/exitcode.h"

namespace oncedesk {

// From now on the first SIGINT or SIGTERM only sets interrupted(); the second ends the process as usual.
void catchInterrupts();
[[nodiscard]] bool interrupted();
// The exit code of a command that did not come to its end: of the signal that interrupted it, else this one.
[[nodiscard]] ExitCode unlessInterrupted(ExitCode code);

} // namespace oncedesk
