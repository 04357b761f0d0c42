// Ctrl+C and SIGTERM for work that has something to put away before it ends.
#pragma once

namespace oncedesk {

// From now on the first SIGINT or SIGTERM only sets interrupted(); the second ends the process as usual.
void catchInterrupts();
[[nodiscard]] bool interrupted();

} // namespace oncedesk
