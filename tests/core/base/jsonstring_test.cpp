#include "core/base/json.h"

#include <QByteArrayList>
#include <gtest/gtest.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(JsonString, IsTheCharactersWithTheirEscapesResolved)
{
    EXPECT_EQ(json::string(R"({"a": ["x", "\"\\\/\n\ud83d\ude00\u0041"]})", u"/a/1"_s), u"\"\\/\n😀A"_s);
    EXPECT_EQ(json::string("\"ä\"", QString()), u"ä"_s);
    EXPECT_EQ(json::string("\"\"", QString()), u""_s);
}

TEST(JsonString, IsNoneWhereSomethingElseOrNothingStands)
{
    for (const QByteArray &value : QByteArrayList{"1", "null", "true", "{}", "[\"a\"]"})
        EXPECT_FALSE(json::string("{\"a\": " + value + "}", u"/a"_s)) << value.data();
    EXPECT_FALSE(json::string("{}", u"/a"_s));
    EXPECT_FALSE(json::string("\"a", QString()));
}

TEST(JsonString, ShowsHalfOfASurrogatePairAsNoCharacter)
{
    const QString half = json::string(R"("a\ud800b")", QString()).value_or(QString());
    EXPECT_TRUE(half.startsWith(u'a') && half.endsWith(u'b'));
    EXPECT_TRUE(half.contains(QChar::ReplacementCharacter));
    EXPECT_TRUE(half.isValidUtf16());
}
