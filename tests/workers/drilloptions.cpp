#include "tests/workers/drilloptions.h"

#include <QString>
#include <random>

namespace oncedesk {

namespace {

// Fails the program on what is no number: a drill that quietly ran with another seed would repeat nothing.
double number(const char *name, double otherwise)
{
    if (!qEnvironmentVariableIsSet(name))
        return otherwise;
    bool fits = false;
    const double value = qEnvironmentVariable(name).toDouble(&fits);
    if (!fits || value < 0)
        qFatal("%s must be a number.", name);
    return value;
}

} // namespace

quint64 drillSeed()
{
    static const auto seed = quint64(number("ONCEDESK_DRILL_SEED", double(std::random_device()())));
    return seed;
}

std::chrono::milliseconds drillTime(std::chrono::milliseconds usual)
{
    return std::chrono::milliseconds(
        qint64(1000 * number("ONCEDESK_DRILL_SECONDS", double(usual.count()) / 1000)));
}

qint64 drillAttempts(qint64 usual)
{
    return qint64(number("ONCEDESK_DRILL_ATTEMPTS", double(usual)));
}

} // namespace oncedesk
