// Each predicate of a rule, passing and failing, with a reason that names where, what and what came.
#include "tests/core/certify/judging.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

void expectHolds(const QByteArray &rule, const QByteArray &answer, const QByteArray &params = "{}")
{
    EXPECT_EQ(ruleReason(rule, answer, params), "") << rule.constData();
}

void expectFails(const QByteArray &rule, const QByteArray &answer, const std::string &reason,
                 const QByteArray &params = "{}")
{
    EXPECT_EQ(ruleReason(rule, answer, params), reason) << rule.constData();
}

} // namespace

TEST(Equals, ComparesNumbersByValueAndKeysInAnyOrder)
{
    for (const char *one : {"1", "1.0", "1e0", "10E-1"})
        expectHolds(R"({"at": "/n", "equals": 1})", "{\"n\": " + QByteArray(one) + "}");
    expectHolds(R"({"at": "", "equals": {"a": [1, null], "b": true}})", R"({"b": true, "a": [1.00, null]})");
    expectHolds(R"({"at": "/s", "equals": "é"})", R"({"s": "\u00e9"})");
    expectFails(R"({"at": "/n", "equals": 1})", R"({"n": 2})", "/n must equal 1, got 2.");
    expectFails(R"({"at": "/n", "equals": 1})", R"({"n": "1"})", "/n must equal 1, got \"1\".");
    expectFails(R"({"at": "/n", "equals": [1, 2]})", R"({"n": [2, 1]})", "/n must equal [1, 2], got [2, 1].");
}

TEST(Equals, IsExactToTheDigitAtAnyLength)
{
    expectFails(R"({"at": "/n", "equals": 10000000000000000000001})", R"({"n": 10000000000000000000000})",
                "/n must equal 10000000000000000000001, got 10000000000000000000000.");
    expectHolds(R"({"at": "/n", "equals": 1e400})", R"({"n": 10e399})");
    expectFails(R"({"at": "/n", "equals": 0.3})", R"({"n": 0.30000000000000004})",
                "/n must equal 0.3, got 0.30000000000000004.");
}

TEST(OneOf, TakesAnyOfItsValuesAndNoOther)
{
    expectHolds(R"({"at": "/by", "one_of": ["inkjet", "laser"]})", R"({"by": "laser"})");
    expectHolds(R"({"at": "/by", "one_of": [null, 2]})", R"({"by": 2.0})");
    expectFails(R"({"at": "/by", "one_of": ["inkjet", "laser"]})", R"({"by": "toaster"})",
                "/by must be one of [\"inkjet\", \"laser\"], got \"toaster\".");
}

TEST(Matches, AppliesToTextsAndMeansTheVeryEndByDollar)
{
    expectHolds(R"({"at": "/c", "matches": "^[A-Z]{3}$"})", R"({"c": "EUR"})");
    for (const char *literal :
         {"[$]", "5 \\\\$ m", "\\\\Q5 $ m\\\\E", "[[:alpha:]$] more", "[]$] m", "[^]$]$"})
        expectHolds("{\"at\": \"/c\", \"matches\": \"" + QByteArray(literal) + "\"}", R"({"c": "5 $ more"})");
    expectFails(R"({"at": "/c", "matches": "^[A-Z]{3}$"})", R"({"c": "EUR\n"})",
                "/c must match \"^[A-Z]{3}$\", got \"EUR\\n\".");
    expectFails(R"({"at": "/c", "matches": "^[0-9]+$"})", R"({"c": 5})",
                "/c must be a text that matches \"^[0-9]+$\", got 5.");
}

TEST(Between, IsInclusiveAndExact)
{
    expectHolds(R"({"at": "/n", "between": [1, 200]})", R"({"n": 1.0})");
    expectHolds(R"({"at": "/n", "between": [1, 200]})", R"({"n": 2e2})");
    expectFails(R"({"at": "/n", "between": [1, 200]})", R"({"n": 200.00000000000000000001})",
                "/n must be between 1 and 200, got 200.00000000000000000001.");
    expectFails(R"({"at": "/n", "between": [1, 200]})", R"({"n": "5"})", "/n must be a number, got \"5\".");
    expectPart(ruleReason(R"({"at": "/n", "between": [1, 200]})", R"({"n": 1e99999999999})"),
               "too large to be judged");
}

TEST(SumTo, AddsDecimals)
{
    expectHolds(R"({"at": "/parts/*", "sum_to": "/total"})", R"({"parts": [0.1, 0.2], "total": 0.3})");
    expectHolds(R"({"at": "/parts/*", "sum_to": "params:/total"})",
                R"({"parts": [10000000000000000000000, 1]})", R"({"total": 10000000000000000000001})");
    expectFails(R"({"at": "/parts/*", "sum_to": "/total"})", R"({"parts": [0.1, 0.2], "total": 0.31})",
                "/parts/* must sum to 0.31 at /total, got 0.3.");
    expectFails(R"({"at": "/parts/*", "sum_to": "/total"})", R"({"parts": [0.1]})",
                "Nothing at /total, which /parts/* must sum to.");
    expectFails(R"({"at": "/parts/*", "sum_to": "/total"})", R"({"parts": [0.1, "0.2"], "total": 0.3})",
                "/parts/1 must be a number, got \"0.2\".");
    expectFails(R"({"at": "/parts/*", "sum_to": "/total"})", R"({"parts": [1e1000, 1], "total": 1})",
                "/parts/1 makes the sum longer than 1000 digits.");
    expectFails(R"({"at": "/parts/*", "sum_to": "/total"})", R"({"parts": [1], "total": "1"})",
                "/total must be a number, got \"1\".");
}

TEST(IdsIn, TakesOnlyWhatTheInputHolds)
{
    const QByteArray rule = R"({"at": "/items/*/id", "ids_in": "params:/items/*/id"})";
    const QByteArray params = R"({"items": [{"id": "a"}, {"id": "b"}, {"id": 3}]})";
    expectHolds(rule, R"({"items": [{"id": "b"}, {"id": "b"}, {"id": 3.0}]})", params);
    expectFails(rule, R"({"items": [{"id": "a"}, {"id": "x"}]})",
                "/items/1/id must be among the 3 values at params:/items/*/id, got \"x\".", params);
    expectFails(rule, R"({"items": [{"id": "a"}]})",
                "/items/0/id must be among the 0 values at params:/items/*/id, got \"a\".", "{}");
}

TEST(SameAs, ComparesWithOneValueOrStepByStep)
{
    expectHolds(R"({"at": "/amount", "same_as": "params:/amount"})", R"({"amount": 4.50})",
                R"({"amount": 4.5})");
    expectFails(R"({"at": "/amount", "same_as": "params:/amount"})", R"({"amount": 4.51})",
                "/amount must be the same as at params:/amount, got 4.51.", R"({"amount": 4.5})");
    expectFails(R"({"at": "/amount", "same_as": "/other"})", R"({"amount": 1})",
                "/amount must be the same as at /other, where nothing stands for it, got 1.");
    expectHolds(R"({"at": "/*/id", "same_as": "params:/ids/*"})", R"([{"id": 1}, {"id": 2}])",
                R"({"ids": [1, 2]})");
    expectFails(R"({"at": "/*/id", "same_as": "params:/ids/*"})", R"([{"id": 2}, {"id": 1}])",
                "/0/id must be the same as at params:/ids/*, got 2.", R"({"ids": [1, 2]})");
    expectFails(R"({"at": "/*/id", "same_as": "params:/ids/*"})", R"([{"id": 1}])",
                "/*/id must hold as many values as params:/ids/*: 2, got 1.", R"({"ids": [1, 2]})");
}

TEST(OnlyKeys, RefusesEveryOtherKey)
{
    expectHolds(R"({"at": "", "only_keys": ["a", "b"]})", R"({"a": 1})");
    expectHolds(R"({"at": "/*", "only_keys": []})", R"([{}, {}])");
    expectFails(R"({"at": "", "only_keys": ["a", "b"]})", R"({"a": 1, "card": 4})",
                "The whole must have no key but [\"a\", \"b\"], got \"card\".");
    expectFails(R"({"at": "/a", "only_keys": ["x"]})", R"({"a": 1})", "/a must be an object, got 1.");
}

TEST(Present, AsksWhetherSomethingIsThere)
{
    expectHolds(R"({"at": "/a", "present": true})", R"({"a": null})");
    expectHolds(R"({"at": "/a", "present": false})", R"({"b": null})");
    expectFails(R"({"at": "/a", "present": true})", "{}", "Nothing at /a.");
    expectFails(R"({"at": "/a/*", "present": false})", R"({"a": [1]})", "/a/* must not be there.");
}

TEST(ARule, FailsWhereItFindsNothing)
{
    for (const char *predicate :
         {"\"equals\": 1", "\"one_of\": [1]", "\"matches\": \"a\"", "\"between\": [0, 1]",
          "\"sum_to\": \"/b\"", "\"ids_in\": \"/b\"", "\"same_as\": \"/b\"", "\"only_keys\": [\"a\"]"})
        expectFails("{\"at\": \"/x/*\", " + QByteArray(predicate) + "}", R"({"b": 1, "x": []})",
                    "Nothing at /x/*.");
}

TEST(ARule, SaysWhyTheBusinessNeedsIt)
{
    expectFails(R"({"at": "/n", "equals": 1, "because": "the ledger counts from one"})", R"({"n": 0})",
                "/n must equal 1, got 0 (because: the ledger counts from one).");
}

TEST(ARule, ShowsAtMostTwoHundredCharactersOfWhatCame)
{
    const std::string reason =
        ruleReason(R"({"at": "/n", "equals": 1})", "{\"n\": \"" + QByteArray(1000000, 'a') + "\"}");
    EXPECT_LT(reason.size(), 240u);
    expectPart(reason, "…");
}

TEST(APointer, FindsEveryElementAndMemberByAStar)
{
    expectHolds(R"({"at": "/*/n", "equals": 1})", R"({"a": {"n": 1}, "b": {"n": 1}, "c": 5})");
    expectFails(R"({"at": "/*/*/n", "equals": 1})", R"({"a": [{"n": 1}, {"n": 2}]})",
                "/a/1/n must equal 1, got 2.");
    expectFails(R"({"at": "/a~1b/~0", "equals": 1})", R"({"a/b": {"~": 2}})",
                "/a~1b/~0 must equal 1, got 2.");
    expectFails(R"({"at": "/00", "present": true})", "[1]", "Nothing at /00.");
    expectHolds(R"({"at": "/0", "present": true})", R"({"0": 1})");
    expectHolds(R"({"at": "/", "equals": 1})", R"({"": 1})");
}

TEST(WireRules, LookAtTheRequestThatLeft)
{
    const QByteArray answer = withRule(R"({"at": "", "equals": 1})");
    const auto reason = [&](const QByteArray &rule, const RunObservation &seen = answered("1")) {
        return judged(answer + ", \"wire\": [" + rule + "]", seen, R"({"amount": 450.0})")
            .reason.toStdString();
    };
    EXPECT_EQ(reason(R"({"header": "idempotency-KEY", "present": true})"), "");
    EXPECT_EQ(reason(R"({"header": "Idempotency-Key", "equals": "alice/1"})"), "");
    EXPECT_EQ(reason(R"({"header": "Content-Type", "matches": "^application/json"})"), "");
    EXPECT_EQ(reason(R"({"header": "X", "present": false})"), "");
    EXPECT_EQ(reason(R"({"at": "/amount", "same_as": "params:/amount"})"), "");
    EXPECT_EQ(reason(R"({"header": "X", "present": true})"), "In the request: No header X reached the wire.");
    EXPECT_EQ(reason(R"({"header": "X", "equals": "a"})"), "In the request: No header X reached the wire.");
    EXPECT_EQ(
        reason(R"({"header": "Content-Type", "one_of": ["text/plain"]})"),
        "In the request: The header Content-Type must be one of [\"text/plain\"], got application/json.");
    EXPECT_EQ(reason(R"({"at": "/temperature", "equals": 0})"), "In the request: Nothing at /temperature.");
    RunObservation seen = answered("1");
    seen.wire.body = "file=poster.pdf";
    EXPECT_EQ(reason(R"({"at": "/amount", "equals": 450})", seen),
              "In the request: /amount was not found: the request's body is not JSON.");
    seen.wire = {};
    expectPart(reason(R"({"header": "X", "present": false})", seen), "Nothing reached the wire");
}
