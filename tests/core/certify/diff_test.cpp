// What is shown of the difference between two answers.
#include "core/certify/diff.h"

#include "tests/support/printing.h"

#include <gtest/gtest.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

using Kind = Difference::Kind;

TEST(Differences, NameEachPlaceWithBothExactTexts)
{
    const auto found = differences(R"({"a": 1.50, "b": [1, 2, {"c": "x"}], "d": null, "e/f": 1})",
                                   R"({"b": [1, 3, {"c": "y", "g": true}, 4], "a": 1.51, "e/f": [1]})");
    const QList<Difference> expected{{u"/a"_s, Kind::changed, "1.50", "1.51"},
                                     {u"/b/1"_s, Kind::changed, "2", "3"},
                                     {u"/b/2/c"_s, Kind::changed, "\"x\"", "\"y\""},
                                     {u"/b/2/g"_s, Kind::added, {}, "true"},
                                     {u"/b/3"_s, Kind::added, {}, "4"},
                                     {u"/d"_s, Kind::removed, "null", {}},
                                     {u"/e~1f"_s, Kind::changed, "1", "[1]"}};
    ASSERT_EQ(found.size(), expected.size());
    for (qsizetype i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].pointer, expected[i].pointer);
        EXPECT_EQ(found[i].kind, expected[i].kind) << i;
        EXPECT_EQ(found[i].expected, expected[i].expected);
        EXPECT_EQ(found[i].got, expected[i].got);
    }
}

TEST(Differences, AreNoneBetweenEqualValues)
{
    EXPECT_TRUE(differences(R"({"a": 1, "b": "é"})", R"({ "b":"\u00e9", "a": 1.0 })").isEmpty());
    EXPECT_TRUE(differences("prose", "prose").isEmpty());
    EXPECT_EQ(differences("[9007199254740993]", "[9007199254740992]").size(), 1);
}

TEST(Differences, AreOfTheWholeWhereOneIsNotJson)
{
    const auto found = differences("{}", "Here is your JSON: {}");
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].pointer, QString());
    EXPECT_EQ(found[0].got, "Here is your JSON: {}");
}

TEST(Differences, AreAtMostTwoHundred)
{
    QByteArray zeros = "[0";
    QByteArray ones = "[1";
    for (int i = 0; i < 100000; ++i) {
        zeros += ",0";
        ones += ",1";
    }
    EXPECT_EQ(differences(zeros + ']', ones + ']').size(), mostDifferences);
}
