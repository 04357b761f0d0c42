#include "app/oncectl/interrupt.h"

#include <atomic>
#include <csignal>

namespace oncedesk {

namespace {

std::atomic<int> asked{0};
static_assert(std::atomic<int>::is_always_lock_free);

void remember(int signal)
{
    asked = signal;
}

} // namespace

void catchInterrupts()
{
    struct sigaction action
    {
    };
    action.sa_handler = &remember;
    action.sa_flags = int(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted()
{
    return asked != 0;
}

ExitCode unlessInterrupted(ExitCode code)
{
    switch (asked) {
    case SIGINT:
        return ExitCode::interrupted;
    case SIGTERM:
        return ExitCode::terminated;
    default:
        return code;
    }
}

} // namespace oncedesk
