// JSON Schema: what is supported is exact, what is not supported is refused and never ignored.
#include "tests/core/certify/judging.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

void expectFits(const QByteArray &schema, const QByteArray &answer)
{
    EXPECT_EQ(schemaReason(schema, answer), "") << schema.constData() << " on " << answer.constData();
}

void expectMisfit(const QByteArray &schema, const QByteArray &answer, const std::string &part)
{
    expectPart(schemaReason(schema, answer), part);
}

const auto draft4 = QByteArrayLiteral(R"("$schema": "http://json-schema.org/draft-04/schema#")");

} // namespace

TEST(ASchema, IsOfDraft4OrDraft7AndOthersAreRefused)
{
    expectFits(R"({"$schema": "http://json-schema.org/draft-07/schema#", "const": 1})", "1");
    expectFits(R"({"$schema": "http://json-schema.org/draft-07/schema", "const": 1})", "1");
    expectFits("{" + draft4 + R"(, "enum": [1]})", "1");
    for (const char *other :
         {"http://json-schema.org/draft-03/schema#", "http://json-schema.org/draft-06/schema#",
          "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema", ""})
        expectPart(schemaRefusal("{\"$schema\": \"" + QByteArray(other) + "\", \"type\": \"null\"}"),
                   "Draft 4 and Draft 7");
    expectPart(schemaRefusal("{" + draft4 + R"(, "const": 1})"), "no keyword of Draft 4");
    expectPart(schemaRefusal("{" + draft4 + R"(, "exclusiveMinimum": 1})"), "must be true or false");
    expectPart(schemaRefusal(R"({"minimum": 1, "exclusiveMinimum": true})"), "belong to Draft 4");
    expectMisfit("{" + draft4 + R"(, "minimum": 1, "exclusiveMinimum": true})", "1",
                 "must be above 1, got 1");
    expectMisfit(R"({"exclusiveMinimum": 1})", "1", "must be above 1, got 1");
}

TEST(ASchema, RefusesWhatWouldBeIgnored)
{
    for (const char *schema : {R"({"requird": ["a"]})", R"({"$defs": {}})", R"({"prefixItems": []})",
                               R"({"unevaluatedProperties": false})", R"({"dependentRequired": {}})",
                               R"({"minContains": 1})", R"({"nullable": true})"})
        expectPart(schemaRefusal(schema), "no keyword of Draft 7");
    expectPart(schemaRefusal(R"({"format": "email"})"), "must be date, time, date-time or uuid");
    expectPart(schemaRefusal(R"({"additionalItems": false})"), "needs \"items\"");
    expectPart(schemaRefusal(R"({"then": false})"), "needs \"if\"");
    expectPart(schemaRefusal(
                   R"({"$ref": "#/definitions/a", "type": "null", "definitions": {"a": {"type": "null"}}})"),
               "beside \"$ref\"");
    EXPECT_EQ(
        schemaRefusal(
            R"({"title": "t", "description": "d", "examples": [1], "default": 1, "x-note": 1, "$comment": "c", "type": "null"})"),
        "");
}

TEST(ASchema, FetchesNothing)
{
    for (const char *ref :
         {"https://example.com/schema.json", "other.json#/a", "file:///etc/passwd", "//host/x", ""})
        expectPart(schemaRefusal("{\"$ref\": \"" + QByteArray(ref) + "\"}"), "nothing is fetched");
    expectPart(schemaRefusal(R"({"$ref": "#/definitions/none"})"), "points at no schema");
    expectPart(schemaRefusal(R"({"$ref": "#name"})"), "points at no schema");
    expectPart(schemaRefusal(R"({"enum": [{"type": "null"}], "items": {"$ref": "#/enum/0"}})"),
               "points at no schema");
    expectPart(schemaRefusal(R"({"items": {"$id": "https://example.com/", "type": "null"}})"), "at the top");
    expectFits(
        R"({"definitions": {"a/b %": {"type": "null"}}, "items": {"$ref": "#/definitions/a~1b%20%25"}})",
        "[null]");
}

TEST(ASchema, NamesEachMalformedKeyword)
{
    for (const char *schema : {R"(5)",
                               R"({"type": "strin"})",
                               R"({"type": []})",
                               R"({"type": [1]})",
                               R"({"enum": []})",
                               R"({"enum": 1})",
                               R"({"minLength": -1})",
                               R"({"maxItems": 1.5})",
                               R"({"minItems": "1"})",
                               R"({"pattern": "("})",
                               R"({"pattern": 1})",
                               R"({"patternProperties": {"(": true}})",
                               R"({"minimum": "1"})",
                               R"({"multipleOf": 0})",
                               R"({"multipleOf": -1})",
                               R"({"multipleOf": 1.2345678901234567891})",
                               R"({"required": "a"})",
                               R"({"required": [1]})",
                               R"({"properties": []})",
                               R"({"properties": {"a": 1}})",
                               R"({"items": 1})",
                               R"({"allOf": []})",
                               R"({"anyOf": {}})",
                               R"({"not": 1})",
                               R"({"dependencies": {"a": 1}})",
                               R"({"uniqueItems": 1})",
                               R"({"$ref": 1})"})
        expectPart(schemaRefusal(schema), "In the suite, \"cases/0/answer/schema");
}

TEST(ASchema, JudgesNumbersByTheirDigits)
{
    expectMisfit(R"({"multipleOf": 2})", "2.5", "must be a multiple of 2, got 2.5");
    expectFits(R"({"multipleOf": 0.01})", "1234567.89");
    expectFits(R"({"multipleOf": 0.1})", "0.3");
    expectMisfit(R"({"maximum": 9007199254740992})", "9007199254740993", "at most 9007199254740992");
    expectMisfit(R"({"const": 9007199254740993})", "9007199254740992", "must be 9007199254740993");
    expectMisfit(R"({"maximum": 5})", "18446744073709551615", "at most 5");
    expectFits(R"({"type": "integer"})", "100000000000000000000000");
    expectFits(R"({"type": "integer"})", "1.0");
    expectFits(R"({"type": "number", "minimum": 1e399})", "1e400");
    expectFits(R"({"enum": [1.0]})", "1");
    expectMisfit(R"({"uniqueItems": true})", "[1, 1.0]", "must not hold a value twice, got 1.0 again");
    expectMisfit(R"({"maximum": 5})", "1e99999999999", "too large to be judged");
}

TEST(ASchema, NamesThePlaceWhatWasExpectedAndWhatCame)
{
    const QByteArray schema =
        R"({"type": "object", "required": ["id", "items"], "additionalProperties": false,
        "properties": {"id": {"type": "string", "pattern": "^p-"}, "when": {"format": "date"},
                       "items": {"type": "array", "items": {"type": "integer", "minimum": 1}}}})";
    expectFits(schema, R"({"id": "p-1", "items": [1, 2], "when": "2026-02-28"})");
    expectMisfit(schema, R"([])", "The answer must be an object, got [].");
    expectMisfit(schema, R"({"id": "p-1"})", "The answer must have the key \"items\".");
    expectMisfit(schema, R"({"id": "p-1", "items": [], "card": 1})", "The answer must have no key \"card\".");
    expectMisfit(schema, R"({"id": "q", "items": []})", "/id must be a match of ^p-, got \"q\".");
    expectMisfit(schema, R"({"id": "p-", "items": [1, 0]})", "/items/1 must be at least 1, got 0.");
    expectMisfit(schema, R"({"id": "p-", "items": ["1"]})", "/items/0 must be a whole number, got \"1\".");
    expectMisfit(schema, R"({"id": "p-", "items": [], "when": "2026-02-30"})", "/when must be a date");
}

TEST(ASchema, KnowsItsFormats)
{
    expectFits(R"({"format": "date"})", "5");
    expectFits(R"({"format": "date"})", R"("2024-02-29")");
    expectMisfit(R"({"format": "date"})", R"("2023-02-29")", "a date");
    expectFits(R"({"format": "time"})", R"("16:52:45.5+02:00")");
    expectMisfit(R"({"format": "time"})", R"("16:52:45")", "a time");
    expectFits(R"({"format": "date-time"})", R"("2026-02-28t16:52:45z")");
    expectMisfit(R"({"format": "date-time"})", R"("2026-02-28 16:52:45Z")", "a moment");
    expectFits(R"({"format": "uuid"})", R"("123e4567-e89b-12d3-a456-426614174000")");
    expectMisfit(R"({"format": "uuid"})", R"("123e4567")", "a UUID");
    expectMisfit(R"({"format": "date"})", "\"" + QByteArray(1000000, '1') + "\"", "a date");
}

TEST(ASchema, MayLeadBackToItselfThroughTheValue)
{
    const QByteArray tree =
        R"({"type": "object", "properties": {"below": {"type": "array", "items": {"$ref": "#"}}},
                                "additionalProperties": false})";
    expectFits(tree, R"({"below": [{}, {"below": [{}]}]})");
    expectMisfit(tree, R"({"below": [{}, {"below": [{"x": 1}]}]})",
                 "/below/1/below/0 must have no key \"x\".");
}

TEST(ASchema, ShowsUpToTwentyFaults)
{
    QByteArray answer = "[\"a\"";
    for (int i = 0; i < 30; ++i)
        answer += ",\"a\"";
    const Verdict verdict = judged(withSchema(R"({"items": {"type": "number"}})"), answered(answer + ']'));
    EXPECT_EQ(verdict.allFaults.size(), 20);
    EXPECT_EQ(verdict.allFaults[0], verdict.reason);
    EXPECT_EQ(verdict.allFaults[19], u"/19 must be a number, got \"a\"."_s);
}
