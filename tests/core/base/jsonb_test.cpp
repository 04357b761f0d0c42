// The judgement of core/base/json.h against the real jsonb.
#include "core/base/json.h"
#include "core/base/jsonspelling.h"
#include "tests/core/base/nastyjson.h"
#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class JsonbItself : public ::testing::Test
{
protected:
    TestConnection::Answer store(const QByteArray &text)
    {
        return m_database.exec("SELECT octet_length($1::jsonb::text)", {text});
    }

    TestDatabase m_own{TestDatabase::Schema::none};
    TestConnection m_database{m_own.connect()};
};

TEST_F(JsonbItself, StoresAndReturnsWhateverFits)
{
    test::NastyJson nasty(20240229);
    int fitting = 0;
    int refused = 0;
    for (int i = 0; i < 6000; ++i) {
        const QByteArray text = nasty.next();
        if (!json::fitsJsonb(text)) {
            ++refused;
            continue;
        }
        ++fitting;
        const auto answer = store(text);
        ASSERT_TRUE(answer.ok()) << text.left(300).toStdString() << "\n" << answer.message.toStdString();
    }
    // The generator must keep both sides busy.
    EXPECT_GT(fitting, 1000);
    EXPECT_GT(refused, 500);
}

TEST_F(JsonbItself, SpellsAnObjectInAsManyBytesAsTheCheckCounts)
{
    test::NastyJson nasty(17);
    json::Limits wide;
    wide.depth = 1000;
    wide.digits = 20000;
    int compared = 0;
    for (int i = 0; i < 6000; ++i) {
        const QByteArray text = "{\"a\":" + nasty.next() + "}";
        if (!json::fitsJsonb(text) || !json::checkObject(text, wide).ok())
            continue;
        const auto answer = store(text);
        ASSERT_TRUE(answer.ok()) << answer.message.toStdString();
        wide.bytes = std::max<qsizetype>(text.size(), answer.integer());
        EXPECT_TRUE(json::checkObject(text, wide).ok()) << text.left(300).toStdString();
        if (answer.integer() > text.size()) {
            wide.bytes = answer.integer() - 1;
            EXPECT_FALSE(json::checkObject(text, wide).ok()) << text.left(300).toStdString();
            ++compared;
        }
        wide.bytes = json::Limits().bytes;
    }
    EXPECT_GT(compared, 500);
}

TEST_F(JsonbItself, TakesTheEdgesOfNumeric)
{
    for (const QByteArray &number :
         {QByteArray("1e131071"), QByteArray("-9.99e131071"), QByteArray("1e-16383"), QByteArray("0e-16383"),
          QByteArray("0e1073741822"), QByteArray("0.001e131074"),
          QByteArray(QByteArray("9").repeated(140000) + "e-10000")}) {
        EXPECT_TRUE(json::fitsJsonb(number)) << number.left(40).toStdString();
        EXPECT_TRUE(store(number).ok()) << number.left(40).toStdString();
    }
    for (const QByteArray &number : {QByteArray("1e131072"), QByteArray("1e-16384"), QByteArray("0e-16384"),
                                     QByteArray("0e1073741823"), QByteArray("1e99999999999")}) {
        EXPECT_FALSE(json::fitsJsonb(number)) << number.toStdString();
        EXPECT_FALSE(store(number).ok()) << number.toStdString();
    }
}

TEST_F(JsonbItself, TakesAnArrayOfSixteenMegabytes)
{
    const QByteArray elements = "[" + QByteArray("1,").repeated(8 * 1024 * 1024 - 1) + "1]";
    const QByteArray smaller = "[" + QByteArray("1,").repeated(8 * 1024 * 1024 - 2) + "1]";
    EXPECT_FALSE(json::fitsJsonb(elements));
    ASSERT_TRUE(json::fitsJsonb(smaller));
    EXPECT_TRUE(store(smaller).ok());
}

TEST_F(JsonbItself, KeepsTheLastOfARepeatedKeyAsMemberDoes)
{
    const QByteArray text = R"({"a":{"b":1},"c":0,"a":{"b":2},"\u0061":{"b":3}})";
    const auto answer = m_database.exec("SELECT $1::jsonb #>> '{a,b}'", {text});
    EXPECT_EQ(answer.text().toUtf8(), json::member(text, u"/a/b"_s).value_or("none"));
}

} // namespace
} // namespace oncedesk
