// Whether one run of a case was as its suite wants it, and if not, why.
#pragma once

#include "core/certify/suite.h"
#include "core/providers/provider.h"

#include <QString>
#include <QStringList>
#include <chrono>

namespace oncedesk {

// What was seen of one run.
struct RunObservation
{
    Outcome outcome;
    std::chrono::milliseconds took{0};
    WireRequest wire; // without method when nothing reached the wire
};

struct Verdict
{
    static constexpr int mostFaults = 20;

    bool passed = false;
    // passed, failed_call, doubtful, not_json, wire, schema, rule, latency: the first that applies, in this
    // order.
    QString kind;
    // One sentence for people, empty when passed: where, what was expected, what came (cut to 200
    // characters).
    QString reason;
    QStringList allFaults; // the reason and what else is wrong, at most mostFaults
};

// Pure: the same answer, the same verdict (but for the seconds that patterns may take at most).
[[nodiscard]] Verdict judge(const SuiteCase &suiteCase, const RunObservation &seen);

} // namespace oncedesk
