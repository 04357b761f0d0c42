// Which of several faults a verdict names: the first in the order that is written down.
#include "tests/core/certify/judging.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

// Everything about the answer, the request and the time is wrong.
const auto strict = QByteArrayLiteral(R"("latency_ms": 100, "wire": [{"header": "X", "present": true}],
    "answer": {"schema": {"required": ["a"]}, "rules": [{"at": "/b", "equals": 1}]})");

} // namespace

TEST(AVerdict, NamesTheFirstFaultInTheOrderWrittenDown)
{
    RunObservation seen = answered("prose");
    seen.took = 101ms;

    seen.outcome = FailedForSure{u"http_422"_s, u"No bleed margin."_s, false, {}};
    EXPECT_EQ(judged(strict, seen).kind, u"failed_call"_s);
    EXPECT_EQ(judged(strict, seen).reason, u"The call failed (http_422): No bleed margin."_s);
    seen.outcome = Doubtful{u"no answer by the deadline"_s};
    EXPECT_EQ(judged(strict, seen).kind, u"doubtful"_s);
    seen.outcome = Finished{"Here is your JSON: {}"};
    EXPECT_EQ(judged(strict, seen).kind, u"not_json"_s);
    seen.outcome = Finished{"{}"};
    EXPECT_EQ(judged(strict, seen).kind, u"wire"_s);
    seen.wire.headers.emplaceBack("x", "1");
    EXPECT_EQ(judged(strict, seen).kind, u"schema"_s);
    seen.outcome = Finished{"{\"a\": 1}"};
    EXPECT_EQ(judged(strict, seen).kind, u"rule"_s);
    seen.outcome = Finished{"{\"a\": 1, \"b\": 1}"};
    EXPECT_EQ(judged(strict, seen).kind, u"latency"_s);
    EXPECT_EQ(judged(strict, seen).reason, u"The answer took 101 ms, at most 100 are allowed."_s);
    seen.took = 100ms;
    const Verdict verdict = judged(strict, seen);
    EXPECT_TRUE(verdict.passed);
    EXPECT_EQ(verdict.kind, u"passed"_s);
    EXPECT_EQ(verdict.reason, QString());
    EXPECT_TRUE(verdict.allFaults.isEmpty());
}

TEST(AVerdict, ShowsWhatElseIsWrong)
{
    RunObservation seen = answered("{}");
    seen.took = 1s;
    const Verdict verdict = judged(strict, seen);
    EXPECT_EQ(verdict.allFaults, (QStringList{u"In the request: No header X reached the wire."_s,
                                              u"The answer must have the key \"a\"."_s, u"Nothing at /b."_s,
                                              u"The answer took 1000 ms, at most 100 are allowed."_s}));
}

TEST(AVerdict, HoldsAnAnswerToStrictJson)
{
    const QByteArray more = withRule(R"({"at": "", "present": true})");
    for (const char *body : {"", "{\"a\": 1, \"a\": 2}", "{\"a\": 1} trailing", "\"\\ud800\"", "\"\\u0000\"",
                             "\"\xff\"", "NaN", "```json\n{}\n```"})
        EXPECT_EQ(judged(more, answered(body)).kind, u"not_json"_s) << body;
    for (const char *body : {"null", " 1 ", "\"text\"", "[]"})
        EXPECT_TRUE(judged(more, answered(body)).passed) << body;
}
