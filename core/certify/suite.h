// A contract suite: what the business needs of the answers to an intent, and cases to try a provider with.
// The format is told in docs/suites.md.
#pragma once

#include "core/base/result.h"
#include "core/certify/rule.h"
#include "core/certify/schema.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <chrono>
#include <optional>

namespace oncedesk {

struct SuiteCase
{
    QString name;      // unique in its suite
    QByteArray params; // exact JSON text of an object
    int repeat = 3;
    int mustPass = 3; // of `repeat`
    std::optional<std::chrono::milliseconds> latency;

    // All that applies to it, the suite's own first.
    QList<certify::Schema> schemas;
    QList<certify::Rule> rules; // on the answer
    QList<certify::Rule> wire;  // on the request
};

struct Suite
{
    QString intent;
    QString about;
    double temperature = 0;
    int validDays = 30; // of a certificate that it earns
    QList<SuiteCase> cases;
};

// Error kind: invalid, with a sentence that names the place and says what to do. A suite is at most 1 MiB,
// and asks something of the answer to each of its 1 to 100 cases.
[[nodiscard]] Result<Suite> parseSuite(const QByteArray &json);

} // namespace oncedesk
