// How long a drill goes on and with which dice, from the environment: ONCEDESK_DRILL_SEED,
// ONCEDESK_DRILL_SECONDS, ONCEDESK_DRILL_ATTEMPTS (main.cpp takes them as options, too).
#pragma once

#include <QtGlobal>
#include <chrono>

namespace oncedesk {

// The given one, else a new one in each process. It repeats every choice, not the timing of other processes.
[[nodiscard]] quint64 drillSeed();
[[nodiscard]] std::chrono::milliseconds drillTime(std::chrono::milliseconds usual);
[[nodiscard]] qint64 drillAttempts(qint64 usual);
// What is no number ends the program with a sentence and exit code 2.
void checkDrillOptions();

} // namespace oncedesk
