// Numbers are what their digits say.
#include "core/certify/decimal.h"

#include "tests/support/printing.h"

#include <gtest/gtest.h>

using oncedesk::certify::Decimal;

namespace {

Decimal number(const QByteArray &text)
{
    const auto read = Decimal::read(text);
    EXPECT_TRUE(read) << text.constData();
    return read.value_or(Decimal());
}

QByteArray sum(const QByteArray &a, const QByteArray &b)
{
    const auto result = Decimal::sum(number(a), number(b));
    return result ? result->text() : QByteArray("none");
}

std::optional<bool> isMultiple(const QByteArray &a, const QByteArray &b)
{
    return number(a).isMultipleOf(number(b));
}

} // namespace

TEST(ADecimal, IsEqualHoweverItIsSpelled)
{
    for (const char *one : {"1", "1.0", "1e0", "10e-1", "0.1E+1", "1.000", "0.001e3"})
        EXPECT_EQ(number(one), number("1")) << one;
    for (const char *zero : {"0", "-0", "0.00", "0e99999999999", "-0.0e-5"})
        EXPECT_EQ(number(zero), number("0")) << zero;
    EXPECT_EQ(number("1e400"), number("10e399"));
    EXPECT_EQ(number("1.50").canonical(), number("15e-1").canonical());
}

TEST(ADecimal, DiffersInItsLastDigitAtAnyLength)
{
    EXPECT_FALSE(number("10000000000000000000001") == number("10000000000000000000000"));
    EXPECT_FALSE(number("9007199254740993") == number("9007199254740992"));
    const QByteArray long1 = '1' + QByteArray(100000, '0') + '1';
    const QByteArray long2 = '1' + QByteArray(100000, '0') + '2';
    EXPECT_TRUE(number(long1) < number(long2));
    EXPECT_FALSE(number(long1) == number(long2));
}

TEST(ADecimal, IsOrderedAcrossSignsAndSizes)
{
    const QByteArrayList rising{"-1e400", "-10", "-9.99", "-0.1", "-1e-400", "0",
                                "1e-400", "0.1", "0.11",  "9",    "10",      "1e400"};
    for (qsizetype i = 0; i < rising.size(); ++i)
        for (qsizetype j = 0; j < rising.size(); ++j)
            EXPECT_EQ(number(rising[i]) < number(rising[j]), i < j)
                << rising[i].constData() << rising[j].constData();
}

TEST(ADecimal, SumsExactly)
{
    EXPECT_EQ(sum("0.1", "0.2"), "0.3");
    EXPECT_EQ(sum("10000000000000000000001", "-10000000000000000000000"), "1");
    EXPECT_EQ(sum("999.99", "0.01"), "1000");
    EXPECT_EQ(sum("-5", "5"), "0");
    EXPECT_EQ(sum("5", "-7.5"), "-2.5");
    EXPECT_EQ(sum("0", "1e-3"), "0.001");
    EXPECT_EQ(number("1e400"), *Decimal::sum(number("9e399"), number("1e399")));
}

TEST(ADecimal, GivesNoSumThatIsLongerThanAThousandDigits)
{
    EXPECT_EQ(sum("1e999", "1").size(), 1000);
    EXPECT_EQ(sum("1e1000", "1"), "none");
    EXPECT_EQ(sum("1e999999999", "1e-999999999"), "none");
}

TEST(ADecimal, KnowsItsMultiples)
{
    EXPECT_EQ(isMultiple("1234567.89", "0.01"), true);
    EXPECT_EQ(isMultiple("1234567.891", "0.01"), false);
    EXPECT_EQ(isMultiple("2.5", "2"), false);
    EXPECT_EQ(isMultiple("0", "7"), true);
    EXPECT_EQ(isMultiple("-21", "7"), true);
    EXPECT_EQ(isMultiple("1e999999", "3"), false);
    EXPECT_EQ(isMultiple("3e999999", "3"), true);
    EXPECT_EQ(isMultiple("999999999999999999999999999999", "999999999999999999"), false);
    EXPECT_EQ(isMultiple("999999999999999999000000", "999999999999999999"), true);
    EXPECT_EQ(isMultiple("1", "0"), std::nullopt);
    EXPECT_EQ(isMultiple("1", "-1"), std::nullopt);
    EXPECT_EQ(isMultiple("1", "1234567890123456789"), std::nullopt);
}

TEST(ADecimal, IsRefusedBeyondAThousandMillionPlaces)
{
    EXPECT_TRUE(Decimal::read("1e1000000000"));
    EXPECT_FALSE(Decimal::read("1e1000000001"));
    EXPECT_FALSE(Decimal::read("1e-99999999999999999999999"));
}

TEST(ADecimal, IsWholeByValue)
{
    for (const char *whole : {"1", "1.0", "1.5e1", "1e400", "0"})
        EXPECT_TRUE(number(whole).isWhole()) << whole;
    for (const char *broken : {"1.5", "1e-1", "0.0001"})
        EXPECT_FALSE(number(broken).isWhole()) << broken;
}
