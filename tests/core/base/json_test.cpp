#include "core/base/json.h"
#include "core/base/jsonspelling.h"
#include "core/base/jsonwriter.h"

#include "tests/support/printing.h"

#include <gtest/gtest.h>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;

namespace {

std::string refusal(const QByteArray &text, const json::Limits &limits = json::paramsLimits)
{
    const auto result = json::checkObject(text, limits);
    if (result.ok())
        return {};
    EXPECT_EQ(result.error().kind, ErrorKind::invalid);
    return result.error().sentence.toStdString();
}

void expectRefused(const QByteArray &text, const char *part)
{
    const std::string sentence = refusal(text);
    EXPECT_NE(sentence.find(part), std::string::npos)
        << text.left(80).toStdString() << " gave: " << (sentence.empty() ? "accepted" : sentence);
}

void expectAccepted(const QByteArray &text)
{
    EXPECT_EQ(refusal(text), "") << text.left(80).toStdString();
}

std::optional<QByteArray> at(const char *json, const QString &pointer)
{
    return json::member(json, pointer);
}

QByteArray nested(int objects)
{
    return QByteArray("{\"a\":").repeated(objects - 1) + "{}" + QByteArray("}").repeated(objects - 1);
}

} // namespace

TEST(CheckObject, AcceptsEveryKindOfValue)
{
    expectAccepted("{}");
    expectAccepted(
        " \r\n\t{ \"a\" : [ 1 , -0 , 0.5 , 1e5 , 1E-5 , true , false , null , \"x\" , { } , [ ] ] } \n");
    expectAccepted(R"({"\"\\\/\b\f\n\r\tA":"\ud83d\ude00"})");
    expectAccepted("{\"ключ\":\"ключ\",\"\":\"\xF0\x9F\x98\x80\x7F\"}");
}

TEST(CheckObject, RefusesWhatIsNotOneObject)
{
    EXPECT_EQ(refusal(""), "params: the text is empty (line 1, column 1). Send a JSON value.");
    expectRefused(QByteArray(), "the text is empty");
    expectRefused("  ", "the text is empty");
    for (const char *text : {"[]", "1", "\"a\"", "null"})
        expectRefused(text, "this is not a JSON object (line 1, column 1)");
    expectRefused("{} {}", "something follows after the value has ended (line 1, column 4)");
    expectRefused("{}x", "something follows");
    expectRefused(QByteArray("{}\0", 3), "something follows");
    expectRefused("\xEF\xBB\xBF{}", "not the beginning of a JSON value");
}

TEST(CheckObject, RefusesBrokenGrammarAndPointsAtIt)
{
    expectRefused("{", "ends too early (line 1, column 2)");
    expectRefused("{\"a\"", "a colon after the key is missing (line 1, column 5)");
    expectRefused("{\"a\":", "ends too early");
    expectRefused("{\"a\":1", "ends too early");
    expectRefused("{\"a\":1,}", "a key in double quotes is missing (line 1, column 8)");
    expectRefused("{,}", "a key in double quotes is missing");
    expectRefused("{a:1}", "a key in double quotes is missing");
    expectRefused("{'a':1}", "a key in double quotes is missing");
    expectRefused("{1:1}", "a key in double quotes is missing");
    expectRefused("{\"a\" 1}", "a colon after the key is missing");
    expectRefused("{\"a\":[1,]}", "not the beginning of a JSON value");
    expectRefused("{\"a\":[1 2]}", "a comma or ] is missing");
    expectRefused("{\"a\":[1}", "a comma or ] is missing");
    expectRefused("{\"a\":1]", "a comma or } is missing");
    expectRefused("{\"a\":1 \"b\":2}", "a comma or } is missing");
    expectRefused("{\"a\":tru}", "this is not true, false or null");
    expectRefused("{\"a\":truex}", "a comma or } is missing");
    expectRefused("{\"a\":True}", "not the beginning of a JSON value");
    expectRefused("{/**/}", "a key in double quotes is missing");
    expectRefused("{\"é\":\n  \"ü\", x}", "(line 2, column 8)");
}

TEST(CheckObject, RefusesNumbersOutsideTheGrammar)
{
    for (const char *number : {"NaN", "Infinity", "-Infinity"})
        expectRefused(QByteArray("{\"a\":") + number + "}", "NaN and Infinity are not JSON");
    expectRefused("{\"a\":01}", "a needless zero");
    expectRefused("{\"a\":-01}", "a needless zero");
    expectRefused("{\"a\":-}", "a number has no digits");
    expectRefused("{\"a\":1.}", "no digits after its decimal point");
    expectRefused("{\"a\":1.e5}", "no digits after its decimal point");
    expectRefused("{\"a\":1e}", "no digits in its exponent");
    expectRefused("{\"a\":1e+}", "no digits in its exponent");
    for (const char *number : {"+1", ".5", "٣"})
        expectRefused(QByteArray("{\"a\":") + number + "}", "not the beginning of a JSON value");
    for (const char *number : {"0x10", "1_000", "1.2.3", "1e5.5", "--1", "1f", "1NaN"})
        EXPECT_NE(refusal(QByteArray("{\"a\":") + number + "}"), "") << number;
}

TEST(CheckObject, BoundsTheDigitsOfANumberAsItIsWrittenOut)
{
    const auto object = [](const QByteArray &number) -> QByteArray { return "{\"a\":" + number + "}"; };
    expectAccepted(object("1234567890123456789012345678901234567890"));
    expectAccepted(object(QByteArray("9").repeated(308)));
    expectAccepted(object("0." + QByteArray("9").repeated(308)));
    expectAccepted(object("1e307"));
    expectAccepted(object("-1e307"));
    expectAccepted(object("1e-308"));
    expectAccepted(object("10e-308"));
    expectAccepted(object("0.001e310")); // 308 digits: the zeros in front do not count
    expectAccepted(object("1.000e-305"));
    expectAccepted(object("0e400"));
    expectAccepted(object("0.000e400"));
    expectAccepted(object(QByteArray("9").repeated(400) + "e-200"));
    for (const QByteArray &number :
         {QByteArray("1e400"), QByteArray("1e-400"), QByteArray("1e308"), QByteArray("1e-309"),
          QByteArray("1.0e-308"), QByteArray("0.001e311"), QByteArray("0e-400"), QByteArray("-1e400"),
          QByteArray("9").repeated(309), QByteArray("0." + QByteArray("9").repeated(309)),
          QByteArray("0e1073741823"), QByteArray("1e99999999999999999999999"),
          QByteArray("1e-99999999999999999999999")}) {
        expectRefused(object(number),
                      "more than 308 digits before or after its decimal point (line 1, column 6)");
    }
}

TEST(CheckObject, RefusesAKeyThatAppearsTwiceHoweverItIsEscaped)
{
    EXPECT_EQ(refusal(R"({"amount": 450,    "amount": 450})"),
              "params: the key \"amount\" appears twice (line 1, column 20). Keep one of them.");
    expectRefused(R"({"a":1,"\u0061":2})", "the key \"a\" appears twice");
    expectRefused(R"({"\/":1,"/":2})", "the key \"/\" appears twice");
    expectRefused("{\"\\ud83d\\ude00\":1,\"\xF0\x9F\x98\x80\":2}", "appears twice");
    expectRefused(R"({"":1,"":2})", "the key \"\" appears twice");
    expectRefused(R"({"x":[{"a":1},{"b":{"c":1,"c":2}}]})", "the key \"c\" appears twice");
    expectRefused(R"({"a":{"a":1},"b":2,"a":3})", "the key \"a\" appears twice (line 1, column 20)");
    // An attack by the sentence: a long key or a line break stays short and on one line.
    const QByteArray longKey = "\"" + QByteArray("k\\n").repeated(5000) + "\":1";
    const std::string sentence = refusal("{" + longKey + "," + longKey + "}");
    EXPECT_LT(sentence.size(), 300u);
    EXPECT_EQ(sentence.find('\n'), std::string::npos);

    expectAccepted(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}],"A":1})");
    // Composed and decomposed forms are different keys to PostgreSQL, too.
    expectAccepted("{\"\xC3\xA9\":1,\"e\xCC\x81\":2}");
}

TEST(CheckObject, RefusesTextThatJsonbCannotHold)
{
    expectRefused(R"({"a":"x\u0000"})", "\\u0000 cannot be stored (line 1, column 8). Remove it.");
    expectRefused(R"({"\u0000":1})", "\\u0000 cannot be stored");
    for (const char *text :
         {R"({"a":"\ud83d"})", R"({"a":"\ude00"})", R"({"a":"\ud83dx"})", R"({"a":"\ud83d\n"})",
          R"({"a":"\ud83d\ud83d\ude00"})", R"({"a":"\ude00\ud83d"})", R"({"\uDBFF":1})"}) {
        expectRefused(text, "half of a surrogate pair stands alone");
    }
    expectRefused("{\"a\":\"\n\"}", "a control character stands in a string");
    expectRefused(QByteArray("{\"a\":\"\0\"}", 9), "a control character stands in a string");
    expectRefused("{\"a\":\"\\x\"}", "JSON has no such escape");
    expectRefused("{\"a\":\"\\u12g4\"}", "not followed by four hexadecimal digits");
    expectRefused("{\"a\":\"\\u12", "not followed by four hexadecimal digits");
    expectRefused("{\"a\":\"\\", "JSON has no such escape");
    expectRefused("{\"a\":\"b", "the text ends inside a string");
}

TEST(CheckObject, RefusesBytesThatAreNotUtf8)
{
    for (const char *bytes :
         {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF",
          "\xED\xA0\x80", "\xED\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80", "\xBF", "\xFF",
          "\xFE", "\xC3", "\xE2\x82", "\xE2(\xA1", "\xF0\x9F\x98", "\xC3\xC3"}) {
        expectRefused(QByteArray("{\"a\":\"") + bytes + "\"}",
                      "a byte is not valid UTF-8 (line 1, column 7)");
    }
    for (const char *bytes : {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                              "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
        expectAccepted(QByteArray("{\"a\":\"") + bytes + "\"}");
}

TEST(CheckObject, BoundsNestingAndSize)
{
    expectAccepted(nested(64));
    expectRefused(nested(65), "nested too deeply");
    expectRefused(nested(10000), "nested too deeply");

    const QByteArray frame = R"({"a": ""})";
    const auto sized = [&](qsizetype bytes) -> QByteArray {
        return R"({"a": ")" + QByteArray(bytes - frame.size(), 'x') + R"("})";
    };
    expectAccepted(sized(1048576));
    expectRefused(sized(1048577), "the text is 1048577 bytes long as the database spells it, at most 1048576 "
                                  "are allowed. Send less.");
    expectAccepted(sized(1048576) + QByteArray(15 * 1024 * 1024, ' ')); // jsonb keeps no space
    expectRefused(sized(16 * 1024 * 1024 + 1), "the text is over 16777216 bytes long");
}

TEST(CheckObject, BoundsTheSizeAsJsonbSpellsIt)
{
    // 60 KB as sent, 3 MB as stored.
    const QByteArray numbers = QByteArray("1e307,").repeated(10000) + "1";
    expectRefused("{\"a\":[" + numbers + "]}", "bytes long as the database spells it, at most 1048576");
    expectRefused("{\"a\":[" + QByteArray("1,").repeated(360000) + "1]}", "as the database spells it");
    EXPECT_TRUE(json::fitsJsonb("[" + numbers + "]"));
    EXPECT_FALSE(json::fitsJsonb("[" + QByteArray("1e131071,").repeated(600) + "1]"));
}

TEST(CheckObject, NamesItsSubject)
{
    EXPECT_EQ(refusal("[]", json::policyLimits).substr(0, 8), "policy: ");
}

TEST(CheckObject, SurvivesTenMegabytesOfBrackets)
{
    json::Limits wide;
    wide.textBytes = 64 * 1024 * 1024;
    wide.depth = 20'000'000;
    const QByteArray brackets = "{\"a\":" + QByteArray(10 * 1024 * 1024, '[');
    EXPECT_NE(refusal(brackets, wide).find("ends too early"), std::string::npos);
    EXPECT_FALSE(json::fitsJsonb(brackets));
    EXPECT_FALSE(json::member(brackets, u"/a"_s).has_value());
    expectRefused(brackets, "nested too deeply");
}

TEST(FitsJsonb, FollowsTheLimitsOfNumericAndItsOwn)
{
    EXPECT_TRUE(json::fitsJsonb("1"));
    EXPECT_TRUE(json::fitsJsonb(R"({"a":1,"a":2})"));
    EXPECT_TRUE(json::fitsJsonb("1e131071"));
    EXPECT_FALSE(json::fitsJsonb("1e131072"));
    EXPECT_TRUE(json::fitsJsonb("1e-16383"));
    EXPECT_FALSE(json::fitsJsonb("1e-16384"));
    EXPECT_FALSE(json::fitsJsonb("0e-16384"));
    EXPECT_FALSE(json::fitsJsonb(R"("\u0000")"));
    EXPECT_FALSE(json::fitsJsonb(R"({"\ud800":1})"));
    EXPECT_FALSE(json::fitsJsonb(""));
    EXPECT_FALSE(json::fitsJsonb("\"\xC0\x80\""));
    EXPECT_TRUE(json::fitsJsonb(QByteArray(1000, '[') + QByteArray(1000, ']')));
    EXPECT_FALSE(json::fitsJsonb(QByteArray(1001, '[') + QByteArray(1001, ']')));
    const qsizetype limit = 16 * 1024 * 1024;
    EXPECT_TRUE(json::fitsJsonb('"' + QByteArray(limit - 2, 'x') + '"'));
    EXPECT_FALSE(json::fitsJsonb('"' + QByteArray(limit - 1, 'x') + '"'));
}

TEST(Member, GivesTheExactText)
{
    const char *text =
        R"( {"a": {"b": [10, {"c": 1.50e+0}, "x\u0041"]}, "": 7, "m~n": 8, "p/q": 9, "0": null} )";
    EXPECT_EQ(at(text, u""_s), QByteArray(text).trimmed());
    EXPECT_EQ(at(text, u"/a/b/0"_s), "10");
    EXPECT_EQ(at(text, u"/a/b/1"_s), R"({"c": 1.50e+0})");
    EXPECT_EQ(at(text, u"/a/b/1/c"_s), "1.50e+0");
    EXPECT_EQ(at(text, u"/a/b/2"_s), R"("x\u0041")");
    EXPECT_EQ(at(text, u"/"_s), "7");
    EXPECT_EQ(at(text, u"/m~0n"_s), "8");
    EXPECT_EQ(at(text, u"/p~1q"_s), "9");
    EXPECT_EQ(at(text, u"/0"_s), "null");
    EXPECT_EQ(at(R"([[1,2],[3,[4]]])", u"/1/1/0"_s), "4");
    EXPECT_EQ(at(R"({"\u0061":1})", u"/a"_s), "1");
    EXPECT_EQ(at("5", u""_s), "5");
}

TEST(Member, IsNoneWhenAbsent)
{
    const char *text = R"({"a": {"b": [10]}, "s": "b"})";
    for (const QString &pointer :
         {u"/b"_s, u"/a/c"_s, u"/a/b/1"_s, u"/a/b/-"_s, u"/a/b/00"_s, u"/a/b/+0"_s, u"/a/b/-1"_s,
          u"/a/b/99999999999999999999"_s, u"/a/b/0/0"_s, u"/s/b"_s, u"/s/0"_s})
        EXPECT_FALSE(at(text, pointer).has_value()) << pointer.toStdString();
    EXPECT_FALSE(at(R"({"0":1})", u"/1"_s).has_value());
    EXPECT_FALSE(at(R"([{"x":1}])", u"/x"_s).has_value());
}

TEST(Member, IsNoneForAMalformedPointerOrText)
{
    for (const QString &pointer : {u"a"_s, u"/a~"_s, u"/a~2"_s, QString(QChar(0xD800))})
        EXPECT_FALSE(at(R"({"a":1,"a~":1,"a~2":1})", pointer).has_value()) << pointer.toStdString();
    for (const char *text : {"{\"a\":1", "{\"a\":1}}", "{\"a\":1,\"b\":\"\xFF\"}", "", "{\"a\":1}x"})
        EXPECT_FALSE(at(text, u"/a"_s).has_value()) << text;
}

TEST(Member, TakesTheLastOfARepeatedKey)
{
    EXPECT_EQ(at(R"({"a":1,"a":2})", u"/a"_s), "2");
    EXPECT_EQ(at(R"({"a":{"b":1},"a":{"b":2}})", u"/a/b"_s), "2");
    EXPECT_FALSE(at(R"({"a":{"b":1},"a":3})", u"/a/b"_s).has_value());
}

TEST(Member, CarriesWhatJsonbRefuses)
{
    EXPECT_EQ(at(R"({"a":"\u0000\ud800"})", u"/a"_s), R"("\u0000\ud800")");
}

TEST(Quote, RoundTripsThroughTheTokenizer)
{
    const QString text = u"a\"b\\c/\n\r\t\u0001\u007f ключ 😀"_s;
    const QByteArray quoted = json::quote(text);
    json::Tokenizer tokenizer(quoted, 1);
    const json::Token token = tokenizer.next();
    ASSERT_EQ(token.kind, json::Token::Kind::string);
    EXPECT_EQ(json::unescaped(quoted, token), text.toUtf8());
    EXPECT_TRUE(json::fitsJsonb(quoted));

    EXPECT_EQ(json::quote(QString()), "\"\"");
    EXPECT_EQ(json::quote(QString(QChar(0xD800)) + u'x'), R"("\ud800x")");
    EXPECT_FALSE(json::fitsJsonb(json::quote(QString(QChar(0)))));
}

TEST(JsonWriter, PlacesCommasAndKeepsNumbersExact)
{
    JsonWriter writer;
    writer.beginObject();
    writer.member(u"name"_s, u"a\"b"_s);
    writer.rawMember(u"params"_s, "{\"n\":1234567890123456789012345678901234567890}");
    writer.member(u"nothing"_s, QString());
    writer.rawMember(u"missing"_s, QByteArray());
    writer.key(u"list"_s);
    writer.beginArray();
    writer.value(1);
    writer.value(true);
    writer.null();
    writer.beginObject();
    writer.endObject();
    writer.endArray();
    writer.member(u"id"_s, Q_INT64_C(9223372036854775807));
    writer.endObject();
    EXPECT_EQ(writer.text(),
              R"({"name":"a\"b","params":{"n":1234567890123456789012345678901234567890},)"
              R"("nothing":null,"missing":null,"list":[1,true,null,{}],"id":9223372036854775807})");
    EXPECT_EQ(refusal(writer.text()), "");
}
