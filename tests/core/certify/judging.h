// Suites in a few words, and what becomes of answers.
#pragma once

#include "core/certify/verdict.h"

#include "tests/support/printing.h"

#include <gtest/gtest.h>

namespace oncedesk {

// A suite of one case. `more` goes beside the case's name and params: "\"answer\": {…}".
inline QByteArray suiteText(const QByteArray &more, const QByteArray &params = "{}")
{
    return "{\"intent\": \"print.poster\", \"cases\": [{\"name\": \"one\", \"params\": " + params + ", " +
           more + "}]}";
}

inline QByteArray withRule(const QByteArray &rule)
{
    return "\"answer\": {\"rules\": [" + rule + "]}";
}

inline QByteArray withSchema(const QByteArray &schema)
{
    return "\"answer\": {\"schema\": " + schema + "}";
}

inline Suite parsed(const QByteArray &json)
{
    auto suite = parseSuite(json);
    EXPECT_TRUE(suite.ok()) << (suite.ok() ? "" : suite.error().sentence.toStdString());
    return suite ? std::move(suite).value() : Suite{{}, {}, 0, 30, {SuiteCase()}};
}

// The sentence of the refusal, empty when it was taken.
inline std::string refusal(const QByteArray &json)
{
    const auto suite = parseSuite(json);
    if (suite)
        return {};
    EXPECT_EQ(suite.error().kind, ErrorKind::invalid);
    return suite.error().sentence.toStdString();
}

inline std::string schemaRefusal(const QByteArray &schema)
{
    return refusal(suiteText(withSchema(schema)));
}

inline RunObservation answered(const QByteArray &body)
{
    WireRequest wire;
    wire.method = "POST";
    wire.url = "https://laser.example/v1/print";
    wire.headers = {{"Content-Type", "application/json"}, {"Idempotency-Key", "alice/1"}};
    wire.body = "{\"model\": \"m\", \"amount\": 450}";
    return {Finished{body}, 10ms, wire};
}

inline Verdict judged(const QByteArray &more, const RunObservation &seen, const QByteArray &params = "{}")
{
    const Suite suite = parsed(suiteText(more, params));
    return judge(suite.cases.first(), seen);
}

// The reason an answer fails one rule, or one schema; empty when it passes.
inline std::string ruleReason(const QByteArray &rule, const QByteArray &answer,
                              const QByteArray &params = "{}")
{
    const Verdict verdict = judged(withRule(rule), answered(answer), params);
    EXPECT_EQ(verdict.kind, verdict.passed ? QStringLiteral("passed") : QStringLiteral("rule"));
    return verdict.reason.toStdString();
}

inline std::string schemaReason(const QByteArray &schema, const QByteArray &answer)
{
    const Verdict verdict = judged(withSchema(schema), answered(answer));
    EXPECT_EQ(verdict.kind, verdict.passed ? QStringLiteral("passed") : QStringLiteral("schema"));
    return verdict.reason.toStdString();
}

inline void expectPart(const std::string &sentence, const std::string &part)
{
    EXPECT_NE(sentence.find(part), std::string::npos) << "\"" << sentence << "\" does not say " << part;
}

} // namespace oncedesk
