// No suite and no answer crashes, hangs, or takes memory without bound: each is judged, or given up with a
// reason.
#include "tests/core/certify/judging.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

QByteArray text(qsizetype size, const QByteArray &end = {})
{
    return '"' + QByteArray(size, 'a') + end + '"';
}

} // namespace

TEST(ACatastrophicPattern, IsGivenUpInARule)
{
    for (const char *pattern : {"^(a+)+$", "^(a|aa)+$", "^(a*)*$", "^(a|a?)+$"})
        expectPart(
            ruleReason("{\"at\": \"\", \"matches\": \"" + QByteArray(pattern) + "\"}", text(5000, "b")),
            "given up");
}

TEST(ACatastrophicPattern, IsGivenUpInASchema)
{
    expectPart(schemaReason(R"({"pattern": "^(a+)+$"})", text(5000, "b")), "given up");
    expectPart(schemaReason(R"({"patternProperties": {"^(a+)+$": true}})", "{" + text(5000, "b") + ": 1}"),
               "given up");
    expectPart(schemaReason(R"({"propertyNames": {"pattern": "^(a+)+$"}})", "{" + text(5000, "b") + ": 1}"),
               "given up");
    // Given up is no "does not match" that a "not" could turn into a pass.
    expectPart(schemaReason(R"({"not": {"pattern": "^(a+)+$"}})", text(5000, "b")), "given up");
}

TEST(APattern, IsNotAppliedToATextOfAMillionCharacters)
{
    expectPart(schemaReason(R"({"pattern": "^(a|b)*$"})", text(1000000)), "longer than 10000 characters");
    expectPart(ruleReason(R"({"at": "", "matches": "^(a|b)*$"})", text(1000000)),
               "longer than 10000 characters");
    expectPart(schemaReason(R"({"patternProperties": {"^(a|b)*$": true}})", "{" + text(1000000) + ": 1}"),
               "longer than 10000 characters");
    EXPECT_EQ(schemaReason(R"({"pattern": "^(a|b)*$"})", text(10000)), "");
}

TEST(Patterns, MayNotTakeTooLongForAllThatTheAnswerHolds)
{
    QByteArray answer = "[" + text(9000);
    for (int i = 0; i < 450; ++i)
        answer += "," + text(9000);
    expectPart(schemaReason(R"({"items": {"pattern": "a$"}})", answer + ']'), "took too long");
}

TEST(Rules, MayNotLookAtMoreThanTwoMillionValuesInAll)
{
    const QByteArray answer = "{\"a\": [1" + QByteArray(",1").repeated(99'999) + "]}";
    QByteArrayList rules;
    for (int i = 0; i < 8; ++i)
        rules += R"({"at": "/a/*", "ids_in": "/a/*"})";
    EXPECT_EQ(ruleReason(rules.join(','), answer), "");
    rules += rules + rules;
    expectPart(ruleReason(rules.join(','), answer), "the rules look at more than 2000000 values in all");
}

TEST(ASchema, ThatLeadsBackToItselfInPlaceIsRefused)
{
    for (
        const char *schema :
        {R"({"$ref": "#"})", R"({"allOf": [{"$ref": "#"}]})", R"({"not": {"$ref": "#"}})",
         R"({"if": {"$ref": "#"}})", R"({"dependencies": {"a": {"$ref": "#"}}})",
         R"({"$ref": "#/definitions/a", "definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"anyOf": [{"$ref": "#/definitions/a"}]}}})",
         R"({"type": "null", "definitions": {"a": {"$ref": "#/definitions/a"}}})"})
        expectPart(schemaRefusal(schema), "leads back to itself");
}

TEST(ASchema, ThatChainsTooManyReferencesIsRefused)
{
    QByteArray definitions = "\"d0\": {\"type\": \"null\"}";
    for (int i = 1; i <= 300; ++i)
        definitions += ",\"d" + QByteArray::number(i) + "\": {\"$ref\": \"#/definitions/d" +
                       QByteArray::number(i - 1) + "\"}";
    expectPart(schemaRefusal("{\"$ref\": \"#/definitions/d300\", \"definitions\": {" + definitions + "}}"),
               "one through another");
    expectPart(schemaRefusal("{\"$ref\": \"#/definitions/d0\", \"definitions\": {" + definitions + "}}"),
               "one through another");
}

TEST(ASchema, ThatMultipliesItselfIsGivenUp)
{
    for (const char *combining : {"allOf", "oneOf"}) {
        QByteArray definitions = "\"d0\": {\"minimum\": 0}";
        for (int i = 1; i <= 40; ++i) {
            const QByteArray ref = "{\"$ref\": \"#/definitions/d" + QByteArray::number(i - 1) + "\"}";
            definitions += ",\"d" + QByteArray::number(i) + "\": {\"" + QByteArray(combining) + "\": [" +
                           ref + "," + ref + "]}";
        }
        expectPart(
            schemaReason("{\"$ref\": \"#/definitions/d40\", \"definitions\": {" + definitions + "}}", "1"),
            "given up");
    }
    const QByteArray twice = R"({"allOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]})";
    expectPart(schemaReason(twice, QByteArray(60, '[') + QByteArray(60, ']')), "given up");
}

TEST(ASchema, ThatGoesTooDeepIntoADeepAnswerIsGivenUp)
{
    QByteArray definitions = R"("d0": {"items": {"$ref": "#/definitions/d45"}})";
    for (int i = 1; i <= 45; ++i)
        definitions += ",\"d" + QByteArray::number(i) + "\": {\"allOf\": [{\"$ref\": \"#/definitions/d" +
                       QByteArray::number(i - 1) + "\"}]}";
    const QByteArray schema = "{\"$ref\": \"#/definitions/d45\", \"definitions\": {" + definitions + "}}";
    EXPECT_EQ(schemaReason(schema, "[[[1]]]"), "");
    expectPart(schemaReason(schema, QByteArray(64, '[') + QByteArray(64, ']')), "given up");
}

TEST(ASchema, OfTooManySchemasIsRefused)
{
    expectPart(schemaRefusal("{\"anyOf\": [{}" + QByteArray(",{}").repeated(1000) + "]}"),
               "over 1000 schemas");
}

TEST(ASchema, FindsTheOneRepeatedValueAmongAHundredThousand)
{
    QByteArray answer = "[0";
    for (int i = 1; i < 150000; ++i)
        answer += ',' + QByteArray::number(i);
    EXPECT_EQ(schemaReason(R"({"uniqueItems": true})", answer + ']'), "");
    expectPart(schemaReason(R"({"uniqueItems": true})", answer + ", 7]"), "got 7 again");
}

TEST(AnAnswer, NestedTooDeeplyIsNotJudged)
{
    for (const qsizetype depth : {65, 1000000}) {
        const Verdict verdict = judged(withSchema(R"({"type": "array"})"),
                                       answered(QByteArray(depth, '[') + QByteArray(depth, ']')));
        EXPECT_EQ(verdict.kind, u"not_json"_s);
        expectPart(verdict.reason.toStdString(), "nested too deeply");
    }
    EXPECT_EQ(schemaReason(R"({"type": "array", "items": {"$ref": "#"}})",
                           QByteArray(64, '[') + QByteArray(64, ']')),
              "");
}

TEST(AnAnswer, ThatIsHugeIsNotJudged)
{
    const QByteArray more = withSchema(R"({"type": "array"})");
    expectPart(judged(more, answered(text(5 * 1024 * 1024))).reason.toStdString(),
               "at most 4194304 are judged");
    expectPart(judged(more, answered("[0" + QByteArray(",0").repeated(1000000) + "]")).reason.toStdString(),
               "over 200000 values");
}

TEST(AnAnswer, WithAnExponentBeyondReasonIsNotMisjudged)
{
    expectPart(ruleReason(R"({"at": "/*", "sum_to": "/0"})", "[1e999999999, 1e-999999999]"),
               "longer than 1000 digits");
    expectPart(ruleReason(R"({"at": "", "between": [0, 1]})", "1e-99999999999999999999"),
               "too large to be judged");
}
