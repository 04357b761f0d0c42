// How this run of the drill was asked for: --seed N and --seconds S, or the environment's ONCEDESK_DRILL_SEED
// and ONCEDESK_DRILL_SECONDS.
#pragma once

#include <QString>
#include <chrono>

namespace oncedesk::drill {

struct Options
{
    quint64 seed = 0;
    std::chrono::milliseconds length{};

    // Takes its own arguments out of the program's. Without a seed one is drawn. What is no number ends the
    // program with a sentence and exit code 2.
    static void take(int &argc, char **argv);
    static const Options &given();
    // The command that repeats the running test's random decisions.
    [[nodiscard]] QString howToRepeat() const;
};

} // namespace oncedesk::drill
