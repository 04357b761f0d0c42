#include "core/db/database.h"

#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

class ADatabase : public ::testing::Test
{
protected:
    TestDatabase m_own{TestDatabase::Schema::none};
    TestConnection m_plain{m_own.connect()};
};

TEST_F(ADatabase, CommitsWhatTheLambdaReturns)
{
    Database database(m_own.settings());
    const auto done =
        database
            .run([](Session &session) -> Result<qint64> {
                if (auto made = session.script("CREATE TABLE t (n int)"); !made)
                    return made.error();
                const auto rows = session.exec("INSERT INTO t VALUES ($1), ($2) RETURNING n", {1, qint64(2)});
                if (!rows)
                    return rows.error();
                return rows->affected();
            })
            .takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 2);
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 2);
}

TEST_F(ADatabase, RollsBackWhenTheLambdaReturnsAnError)
{
    Database database(m_own.settings());
    m_plain.exec("CREATE TABLE t (n int)");
    const auto done = database
                          .run([](Session &session) -> Result<Done> {
                              if (auto rows = session.exec("INSERT INTO t VALUES (1)"); !rows)
                                  return rows.error();
                              return Error{ErrorKind::refused, QStringLiteral("No."), {}};
                          })
                          .takeResult();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::refused);
    EXPECT_EQ(done.error().sentence, QStringLiteral("No."));
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 0);
}

} // namespace
} // namespace oncedesk
