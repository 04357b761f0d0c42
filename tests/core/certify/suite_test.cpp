// What a suite may say, its defaults, and each mistake named with its place.
#include "tests/core/certify/judging.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

const auto aRule = withRule(R"({"at": "", "present": true})");

// A suite with one case and `more` at its top.
QByteArray top(const QByteArray &more)
{
    return "{\"intent\": \"i\", " + more + ", \"cases\": [{\"name\": \"one\", \"params\": {}, " + aRule +
           "}]}";
}

} // namespace

TEST(ASuite, HasTheDocumentedDefaults)
{
    const Suite suite = parsed(suiteText(aRule, R"({"n": 1.50e0})"));
    EXPECT_EQ(suite.intent, u"print.poster"_s);
    EXPECT_EQ(suite.temperature, 0);
    EXPECT_EQ(suite.validDays, 30);
    const SuiteCase &only = suite.cases.first();
    EXPECT_EQ(only.name, u"one"_s);
    EXPECT_EQ(only.params, R"({"n": 1.50e0})");
    EXPECT_EQ(only.repeat, 3);
    EXPECT_EQ(only.mustPass, 3);
    EXPECT_FALSE(only.latency);
}

TEST(ASuite, IsWhatItSaysAndACaseSaysItForItself)
{
    const Suite suite =
        parsed(R"({"intent": "i", "about": "why", "repeat": 10, "must_pass": 9, "latency_ms": 5000,
        "temperature": 0.7, "valid_days": 365, "answer": {"rules": [{"at": "/a", "present": true}]},
        "cases": [{"name": "as all", "params": {}},
                  {"name": "own", "params": {}, "repeat": 4, "latency_ms": 1, "wire": [{"header": "X", "present": true}],
                   "answer": {"schema": {"type": "object"}, "rules": [{"at": "/b", "equals": 1}]}},
                  {"name": "fewer", "params": {}, "must_pass": 2}]})");
    EXPECT_EQ(suite.about, u"why"_s);
    EXPECT_EQ(suite.temperature, 0.7);
    EXPECT_EQ(suite.validDays, 365);
    EXPECT_EQ(suite.cases[0].repeat, 10);
    EXPECT_EQ(suite.cases[0].mustPass, 9);
    EXPECT_EQ(suite.cases[0].latency, 5000ms);
    EXPECT_EQ(suite.cases[0].rules.size(), 1);
    EXPECT_EQ(suite.cases[1].repeat, 4);
    EXPECT_EQ(suite.cases[1].mustPass, 4) << "a repeat of its own asks for all of them";
    EXPECT_EQ(suite.cases[1].latency, 1ms);
    EXPECT_EQ(suite.cases[1].rules.size(), 2) << "the suite's and its own";
    EXPECT_EQ(suite.cases[1].schemas.size(), 1);
    EXPECT_EQ(suite.cases[1].wire.size(), 1);
    EXPECT_EQ(suite.cases[2].repeat, 10);
    EXPECT_EQ(suite.cases[2].mustPass, 2);
}

TEST(ASuite, ThatWouldProveNothingIsRefused)
{
    expectPart(refusal(R"({"intent": "i", "cases": []})"), "at least one case");
    expectPart(refusal(R"({"intent": "i"})"), "at least one case");
    expectPart(refusal(suiteText(R"("answer": {})")), "asks nothing of the answer");
    expectPart(refusal(suiteText(R"("wire": [{"header": "X", "present": true}])")),
               "asks nothing of the answer");
    expectPart(refusal(suiteText(withSchema("{}"))), "\"cases/0/answer/schema\" asks nothing");
    expectPart(refusal(suiteText(withSchema("true"))), "asks nothing");
    EXPECT_EQ(refusal(suiteText(withSchema("false"))), "");
}

TEST(ASuite, IsStrictJson)
{
    for (const char *text : {"", "null", "[]", "{", R"({"intent": "i", "intent": "j"})", "{\"a\": \"\xff\"}"})
        expectPart(refusal(text), "suite: ");
    expectPart(refusal(QByteArray(1024 * 1024 + 1, ' ')), "1048576");
    expectPart(refusal("{\"a\": 1e1000}"), "1000 digits");
}

TEST(ASuite, RefusesUnknownKeysByNameAndPlace)
{
    expectPart(refusal(top(R"("repeats": 3)")), "\"repeats\" is not known");
    expectPart(refusal(suiteText(aRule + ", \"retry\": 1")), "\"cases/0/retry\" is not known");
    expectPart(refusal(suiteText(R"("answer": {"rule": []})")), "\"cases/0/answer/rule\" is not known");
    expectPart(refusal(suiteText(withRule(R"({"at": "", "equal": 1})"))),
               "\"cases/0/answer/rules/0/equal\" is not known");
    expectPart(refusal(suiteText(withRule(R"({"header": "X", "present": true})"))), "needs \"at\"");
}

TEST(ASuite, NamesEachMistake)
{
    const struct
    {
        QByteArray text;
        const char *part;
    } mistakes[] = {
        {R"({"cases": []})", "\"intent\" is missing"},
        {R"({"intent": "", "cases": []})", "\"intent\" must be a text of 1 to 200"},
        {R"({"intent": 5, "cases": []})", "\"intent\" must be a text"},
        {top(R"("about": 1)"), "\"about\" must be a text"},
        {top(R"("repeat": 0)"), "\"repeat\" must be a whole number from 1 to 20"},
        {top(R"("repeat": 2.5)"), "\"repeat\" must be"},
        {top(R"("repeat": "3")"), "\"repeat\" must be"},
        {top(R"("repeat": 2, "must_pass": 3)"), "\"must_pass\" is more than \"repeat\", which is 2"},
        {top(R"("latency_ms": -1)"), "\"latency_ms\" must be"},
        {top(R"("temperature": 3)"), "\"temperature\" must be a number from 0 to 2"},
        {top(R"("valid_days": 366)"), "\"valid_days\" must be a whole number from 1 to 365"},
        {top(R"("answer": [])"), "\"answer\" must be an object"},
        {top(R"("wire": {})"), "\"wire\" must be a list"},
        {R"({"intent": "i", "cases": {}})", "\"cases\" must be a list"},
        {R"({"intent": "i", "cases": [5]})", "\"cases/0\" must be an object"},
        {R"({"intent": "i", "cases": [{"params": {}}]})", "\"cases/0/name\" is missing"},
        {R"({"intent": "i", "cases": [{"name": "a"}]})", "\"cases/0/params\" is missing"},
        {R"({"intent": "i", "cases": [{"name": "a", "params": []}]})",
         "\"cases/0/params\" must be an object"},
        {"{\"intent\": \"i\", \"cases\": [{\"name\": \"" + QByteArray(101, 'n') + "\", \"params\": {}}]}",
         "\"cases/0/name\" must be a text of 1 to 100"},
        {R"({"intent": "i", "answer": {"schema": false}, "cases": [{"name": "a", "params": {}}, {"name": "a", "params": {}}]})",
         "\"cases/1/name\" is the name of another case"},
    };
    for (const auto &[text, part] : mistakes)
        expectPart(refusal(text), part);
}

TEST(ASuite, NamesEachMistakeInARule)
{
    const struct
    {
        const char *rule;
        const char *part;
    } mistakes[] = {
        {R"([])", "rules/0\" must be an object"},
        {R"({"equals": 1})", "needs \"at\""},
        {R"({"at": ""})", "asks nothing; give it one of equals, one_of, matches"},
        {R"({"at": "", "equals": 1, "present": true})", "present\" is a second predicate"},
        {R"({"at": "a", "equals": 1})", "at\" must be a JSON pointer"},
        {R"({"at": "/~2", "equals": 1})", "at\" must be a JSON pointer"},
        {R"({"at": 5, "equals": 1})", "at\" must be a text"},
        {R"({"at": "params:/a", "equals": 1})", "looks into the params"},
        {R"({"at": "", "one_of": []})", "one_of\" must be a list of at least one"},
        {R"({"at": "", "one_of": 1})", "one_of\" must be a list"},
        {R"({"at": "", "matches": 1})", "matches\" must be a text"},
        {R"({"at": "", "matches": "a("})",
         "matches\" is not a regular expression: missing closing parenthesis at character 3"},
        {R"({"at": "", "matches": "(*LIMIT_MATCH=9999999)a"})", "must not begin with \"(*\""},
        {R"({"at": "", "between": [1]})", "between\" must be two numbers"},
        {R"({"at": "", "between": [2, 1]})", "the smaller one first"},
        {R"({"at": "", "between": ["1", 2]})", "between\" must be two numbers"},
        {R"({"at": "", "sum_to": 5})", "sum_to\" must be a JSON pointer"},
        {R"({"at": "", "sum_to": "/a/*"})", "must point at one number"},
        {R"({"at": "", "ids_in": "a"})", "ids_in\" must be a JSON pointer"},
        {R"({"at": "", "same_as": null})", "same_as\" must be a JSON pointer"},
        {R"({"at": "", "only_keys": "a"})", "only_keys\" must be a list of keys"},
        {R"({"at": "", "only_keys": [1]})", "only_keys\" must be a list of keys"},
        {R"({"at": "", "present": 1})", "present\" must be true or false"},
        {R"({"at": "", "present": true, "because": ""})", "because\" must be a text"},
    };
    for (const auto &[rule, part] : mistakes)
        expectPart(refusal(suiteText(withRule(rule))), part);
    for (const auto &[rule, part] :
         {std::pair(R"({"header": "X", "between": [1, 2]})", "between\" is not known"),
          std::pair(R"({"header": "X", "equals": 1})", "a header is text"),
          std::pair(R"({"header": "X", "at": "", "present": true})", "keep one of them"),
          std::pair(R"({"present": true})", "\"at\" or \"header\"")})
        expectPart(refusal(suiteText(aRule + ", \"wire\": [" + rule + "]")), part);
}

TEST(ASuite, IsBounded)
{
    QByteArray cases;
    for (int i = 0; i <= 100; ++i)
        cases += (i > 0 ? "," : "") + ("{\"name\": \"" + QByteArray::number(i) + "\", \"params\": {}}");
    expectPart(refusal("{\"intent\": \"i\", \"answer\": {\"schema\": false}, \"cases\": [" + cases + "]}"),
               "at most 100");
    expectPart(refusal(suiteText(withRule(R"({"at": "", "present": true},)" +
                                          QByteArray(R"({"at": "", "present": true},)").repeated(199) +
                                          R"({"at": "", "present": true})"))),
               "at most 200 rules");
    expectPart(refusal(suiteText(withSchema(QByteArray(70, '[') + QByteArray(70, ']')))),
               "nested too deeply");
}
