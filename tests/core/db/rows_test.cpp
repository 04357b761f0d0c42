#include "core/db/rows.h"

#include "core/db/param.h"
#include "tests/support/printing.h"
#include "tests/support/testconnection.h"
#include "tests/support/testserver.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class Values : public ::testing::Test
{
protected:
    // What PostgreSQL makes of a parameter of that type, read back.
    Rows roundTrip(const Param &param, const char *type)
    {
        const auto answer = m_connection.exec("SELECT $1::"_ba + type + " AS value", {param});
        EXPECT_TRUE(answer.ok()) << qPrintable(answer.message);
        return answer.rows;
    }

    TestConnection m_connection{TestServer::shared()};
};

TEST_F(Values, KeepNullApartFromEmpty)
{
    EXPECT_TRUE(roundTrip(QString(), "text").isNull(0, "value"));
    EXPECT_TRUE(roundTrip(QByteArray(), "text").isNull(0, 0));
    EXPECT_TRUE(roundTrip(nullptr, "bigint").isNull(0, 0));
    EXPECT_TRUE(roundTrip(QString(), "text").text(0, 0).isNull());
    const Rows empty = roundTrip(u""_s, "text");
    EXPECT_FALSE(empty.isNull(0, 0));
    EXPECT_FALSE(empty.text(0, 0).isNull());
    EXPECT_EQ(empty.text(0, 0), u""_s);
}

TEST_F(Values, ComeBackAsTheyWent)
{
    EXPECT_EQ(roundTrip(qint64(9223372036854775807), "bigint").integer(0, "value"), 9223372036854775807);
    EXPECT_EQ(roundTrip(-42, "int").integer(0, 0), -42);
    EXPECT_TRUE(roundTrip(true, "boolean").boolean(0, 0));
    EXPECT_FALSE(roundTrip(false, "boolean").boolean(0, 0));
    EXPECT_EQ(roundTrip("0.1", "double precision").real(0, 0), 0.1);
    EXPECT_EQ(roundTrip(u"ஒரு முறை 🖨"_s, "text").text(0, 0),
              u"ஒரு முறை 🖨"_s);
    EXPECT_EQ(roundTrip(JobId(7), "bigint").integer(0, 0), 7);
    EXPECT_EQ(roundTrip(QByteArray("1234567890123456789012345678901234567890"), "jsonb").utf8(0, 0),
              "1234567890123456789012345678901234567890"_ba);
}

TEST_F(Values, OfBytesHoldEveryByte)
{
    QByteArray all;
    for (int i = 0; i < 256; ++i)
        all.append(char(i));
    EXPECT_EQ(roundTrip(Param::bytea(all), "bytea").bytea(0, 0), all);
    m_connection.exec("SET bytea_output = 'escape'");
    EXPECT_EQ(roundTrip(Param::bytea(all), "bytea").bytea(0, 0), all);
    EXPECT_FALSE(roundTrip(Param::bytea(""), "bytea").bytea(0, 0).isNull());
    EXPECT_TRUE(roundTrip(Param::bytea(QByteArray()), "bytea").bytea(0, 0).isNull());
}

TEST_F(Values, OfArraysKeepQuotesBracesCommasAndNulls)
{
    const QStringList hard{u"plain"_s, u""_s,           u"NULL"_s,        QString(),     u"a,b"_s,
                           u"{x}"_s,   u"say \"hi\""_s, u"back\\slash"_s, u" spaces "_s, u"line\nbreak"_s,
                           u"முறை"_s};
    const Rows rows = roundTrip(Param::array(hard), "text[]");
    const QStringList read = rows.textArray(0, 0);
    EXPECT_EQ(read, hard);
    EXPECT_TRUE(read[3].isNull());
    EXPECT_FALSE(read[1].isNull());
    EXPECT_EQ(roundTrip(Param::array(QStringList()), "text[]").textArray(0, 0), QStringList());
    EXPECT_EQ(roundTrip(Param::array(QList<qint64>{1, -2, 3}), "bigint[]").textArray(0, 0),
              (QStringList{u"1"_s, u"-2"_s, u"3"_s}));
    EXPECT_EQ(
        roundTrip(Param::array(QList<QByteArray>{"{\"a\": \"b\"}", QByteArray()}), "jsonb[]").textArray(0, 0),
        (QStringList{u"{\"a\": \"b\"}"_s, QString()}));
    EXPECT_EQ(m_connection.exec("SELECT '[2:3]={x,y}'::text[]").rows.textArray(0, 0),
              (QStringList{u"x"_s, u"y"_s}));
}

TEST_F(Values, CountTheRowsThatChanged)
{
    m_connection.exec("CREATE TEMP TABLE t (n int)");
    EXPECT_EQ(m_connection.exec("INSERT INTO t SELECT generate_series(1, 5)").rows.affected(), 5);
    EXPECT_EQ(m_connection.exec("UPDATE t SET n = n WHERE n > 2 RETURNING n").rows.affected(), 3);
    EXPECT_EQ(m_connection.exec("DELETE FROM t WHERE n = 99").rows.affected(), 0);
    EXPECT_EQ(m_connection.exec("SELECT * FROM t").rows.affected(), 0);
    EXPECT_EQ(Rows().affected(), 0);
    EXPECT_EQ(Rows().size(), 0);
}

TEST_F(Values, AreFoundByTheirColumnsExactName)
{
    const auto answer = m_connection.exec("SELECT 1 AS \"Owner\", 2 AS owner");
    EXPECT_EQ(answer.rows.column("Owner"), 0);
    EXPECT_EQ(answer.rows.column("owner"), 1);
    EXPECT_EQ(answer.rows.columns(), 2);
    EXPECT_EQ(answer.rows.columnName(0), u"Owner"_s);
}

} // namespace
} // namespace oncedesk
