#include "tests/workers/drilloptions.h"

#include <QString>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

namespace oncedesk {

namespace {

// Ends the program on what is no number: a drill that quietly ran with another seed would repeat nothing.
[[noreturn]] void refuse(const char *option, const QString &text, const char *wanted)
{
    std::fprintf(stderr, "%s is %s, not '%s'.\n", option, wanted, qUtf8Printable(text));
    std::exit(2);
}

quint64 wholeNumber(const char *option, const char *variable, quint64 otherwise)
{
    if (!qEnvironmentVariableIsSet(variable))
        return otherwise;
    const QString text = qEnvironmentVariable(variable);
    bool fits = false;
    const quint64 value = text.toULongLong(&fits);
    if (!fits)
        refuse(option, text, "a whole number from 0 on");
    return value;
}

} // namespace

quint64 drillSeed()
{
    static const auto seed = wholeNumber("--seed", "ONCEDESK_DRILL_SEED", std::random_device()());
    return seed;
}

std::chrono::milliseconds drillTime(std::chrono::milliseconds usual)
{
    if (!qEnvironmentVariableIsSet("ONCEDESK_DRILL_SECONDS"))
        return usual;
    const QString text = qEnvironmentVariable("ONCEDESK_DRILL_SECONDS");
    bool fits = false;
    const double seconds = text.toDouble(&fits);
    if (!fits || !(seconds >= 0 && seconds <= 1e6)) // nor is nan
        refuse("--seconds", text, "a number of seconds from 0 to 1000000");
    return std::chrono::milliseconds(qint64(1000 * seconds));
}

qint64 drillAttempts(qint64 usual)
{
    const quint64 attempts = wholeNumber("--attempts", "ONCEDESK_DRILL_ATTEMPTS", quint64(usual));
    return qint64(qMin<quint64>(attempts, std::numeric_limits<qint64>::max()));
}

void checkDrillOptions()
{
    (void)drillSeed();
    (void)drillTime({});
    (void)drillAttempts(0);
}

} // namespace oncedesk
