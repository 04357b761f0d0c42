#include "app/oncectl/interrupt.h"

#include <atomic>
#include <csignal>

namespace oncedesk {

namespace {

std::atomic<bool> asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void remember(int)
{
    asked = true;
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
    return asked;
}

} // namespace oncedesk
