// What a command's end means to the script that started it.
#pragma once

#include "core/base/error.h"

namespace oncedesk {

enum class ExitCode {
    done = 0,         // or replayed
    failed = 1,       // anything not named below
    usage = 2,        // the command line, or a text given on it, could not be understood
    refused = 3,      // understood, and refused by the contract
    conflict = 4,     // the key is taken by another payload
    disconnected = 5, // no database
    forbidden = 6,    // the login may not
    // As a shell has it when a signal ends a program.
    interrupted = 130, // by SIGINT, before it came to its end
    terminated = 143,  // by SIGTERM
};

[[nodiscard]] ExitCode exitCodeOf(const Error &error);

// "refused", "lost_race" …: the kind as --json prints it.
[[nodiscard]] QString wordOf(ErrorKind kind);

} // namespace oncedesk
