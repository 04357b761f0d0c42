#include "core/db/database.h"

#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <atomic>
#include <gtest/gtest.h>
#include <thread>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

Result<qint64> number(const Result<Rows> &rows)
{
    if (!rows)
        return rows.error();
    return rows->size() > 0 ? rows->integer(0, 0) : 0;
}

class ADatabase : public ::testing::Test
{
protected:
    ADatabase() { m_plain.exec("CREATE TABLE t (n int)"); }

    // One statement as one transaction.
    Result<qint64> run(const QByteArray &sql, const QList<Param> &params = {})
    {
        return m_database.run([sql, params](Session &session) { return number(session.exec(sql, params)); })
            .takeResult();
    }

    TestDatabase m_own{TestDatabase::Schema::none};
    TestConnection m_plain{m_own.connect()};
    Database m_database{m_own.settings()};
};

TEST_F(ADatabase, CommitsWhatTheLambdaReturns)
{
    const auto done = run("INSERT INTO t VALUES ($1), ($2) RETURNING n", {1, qint64(2)});
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 1);
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 2);
}

TEST_F(ADatabase, RollsBackWhenTheLambdaReturnsAnError)
{
    const auto done = m_database
                          .run([](Session &session) -> Result<Done> {
                              if (auto rows = session.exec("INSERT INTO t VALUES (1)"); !rows)
                                  return rows.error();
                              return Error{ErrorKind::refused, u"No."_s, {}};
                          })
                          .takeResult();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::refused);
    EXPECT_EQ(done.error().sentence, u"No."_s);
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 0);
    EXPECT_TRUE(run("SELECT 1").ok());
}

TEST_F(ADatabase, AnswersTheFirstErrorOfATransactionEvenWhenTheLambdaHidesIt)
{
    const auto done = m_database
                          .run([](Session &session) -> Result<int> {
                              (void)session.exec("INSERT INTO t VALUES (1)");
                              (void)session.exec("SELECT 1 / 0");
                              (void)session.exec("INSERT INTO t VALUES (2)");
                              return 5;
                          })
                          .takeResult();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().sqlState, u"22012"_s);
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 0);
}

TEST_F(ADatabase, DoesNotHoldAnErrorAgainstAnyoneWhoGotOverIt)
{
    const auto done = m_database
                          .run([](Session &session) -> Result<qint64> {
                              (void)session.script("SAVEPOINT s");
                              EXPECT_FALSE(session.exec("SELECT 1 / 0").ok());
                              (void)session.script("ROLLBACK TO SAVEPOINT s");
                              return number(session.exec("INSERT INTO t VALUES (1) RETURNING n"));
                          })
                          .takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    const auto later = m_database
                           .run([](Session &session) -> Result<int> {
                               (void)session.script("SAVEPOINT s");
                               (void)session.exec("SELECT 1 / 0");
                               (void)session.script("ROLLBACK TO SAVEPOINT s");
                               (void)session.exec("SELECT 'x'::int");
                               return 1;
                           })
                           .takeResult();
    ASSERT_FALSE(later.ok());
    EXPECT_EQ(later.error().sqlState, u"22P02"_s);
}

TEST_F(ADatabase, AnswersWhatOnlyTheCommitFindsOut)
{
    m_plain.exec("ALTER TABLE t ADD CONSTRAINT once UNIQUE (n) DEFERRABLE INITIALLY DEFERRED");
    const auto done = run("INSERT INTO t VALUES (1), (1)");
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::refused);
    EXPECT_EQ(done.error().sqlState, u"23505"_s);
    EXPECT_TRUE(run("INSERT INTO t VALUES (1)").ok());
}

TEST_F(ADatabase, RefusesALambdaThatEndsItsOwnTransaction)
{
    const auto ended =
        m_database.run([](Session &session) { return session.script("ROLLBACK"); }).takeResult();
    ASSERT_FALSE(ended.ok());
    EXPECT_EQ(ended.error().kind, ErrorKind::internal);
    const auto opened =
        m_database.call([](Session &session) { return session.script("BEGIN"); }).takeResult();
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().kind, ErrorKind::internal);
    EXPECT_TRUE(run("INSERT INTO t VALUES (1)").ok());
}

TEST_F(ADatabase, CarriesWorkOutInTheOrderItWasGiven)
{
    m_plain.exec("ALTER TABLE t ADD COLUMN at bigint GENERATED ALWAYS AS IDENTITY");
    QList<QFuture<Result<qint64>>> futures;
    for (int i = 0; i < 50; ++i) {
        const auto work = [i](Session &session) {
            return number(session.exec("INSERT INTO t (n) VALUES ($1) RETURNING n", {i}));
        };
        futures.append(i % 2 ? m_database.run(work) : m_database.call(work));
    }
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(futures[i].takeResult().value(), i);
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t WHERE n = at - 1").integer(), 50);
}

TEST_F(ADatabase, TakesWorkFromManyThreads)
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([this] {
            for (int j = 0; j < 25; ++j)
                EXPECT_TRUE(run("INSERT INTO t VALUES (1)").ok());
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 200);
}

TEST_F(ADatabase, IsReadCommittedWhateverTheServersDefault)
{
    m_plain.exec(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable',"
        " current_database()); END $$");
    ASSERT_EQ(m_own.connect().exec("SHOW transaction_isolation").text(), u"serializable"_s);
    const auto level =
        m_database
            .run([](Session &session) -> Result<QString> {
                const auto rows = session.exec("SHOW transaction_isolation");
                return rows ? Result<QString>(rows->text(0, 0)) : Result<QString>(rows.error());
            })
            .takeResult();
    EXPECT_EQ(level.value(), u"read committed"_s);
}

TEST_F(ADatabase, RunsTheWholeLambdaAgainAfterASerializationFailure)
{
    m_plain.exec("CREATE SEQUENCE tries");
    const auto done = m_database
                          .run([](Session &session) -> Result<qint64> {
                              if (auto rows = session.exec("INSERT INTO t VALUES (1)"); !rows)
                                  return rows.error();
                              const auto tries = session.exec("SELECT nextval('tries')");
                              if (!tries)
                                  return tries.error();
                              if (tries->integer(0, 0) < 4) {
                                  const auto failed = session.script(
                                      "DO $$ BEGIN RAISE EXCEPTION 'race' USING ERRCODE = '40001'; END $$");
                                  return failed.error();
                              }
                              return tries->integer(0, 0);
                          })
                          .takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 4);
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 1);
}

TEST_F(ADatabase, GivesARaceUpAfterTenTries)
{
    std::atomic<int> runs = 0;
    const auto done =
        m_database
            .run([&](Session &session) {
                ++runs;
                return session.script("DO $$ BEGIN RAISE EXCEPTION 'race' USING ERRCODE = '40P01'; END $$");
            })
            .takeResult();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::lostRace);
    EXPECT_EQ(done.error().sqlState, u"40P01"_s);
    EXPECT_EQ(runs, 10);
}

TEST_F(ADatabase, GetsOverARealDeadlock)
{
    m_plain.exec("INSERT INTO t VALUES (1), (2)");
    Database other(m_own.settings());
    const auto lockBoth = [](int first, int second) {
        return [first, second](Session &session) -> Result<Done> {
            for (const int n : {first, second}) {
                if (auto rows = session.exec("UPDATE t SET n = n WHERE n = $1", {n}); !rows)
                    return rows.error();
                // Long enough for the other to have its first row.
                if (auto rows = session.exec("SELECT pg_sleep(0.05)"); !rows)
                    return rows.error();
            }
            return Done{};
        };
    };
    auto one = m_database.run(lockBoth(1, 2));
    auto two = other.run(lockBoth(2, 1));
    EXPECT_TRUE(one.takeResult().ok());
    EXPECT_TRUE(two.takeResult().ok());
}

TEST_F(ADatabase, CallsASingleStatementAgainAfterASerializationFailure)
{
    m_plain.exec("CREATE SEQUENCE tries; CREATE FUNCTION third_time() RETURNS bigint LANGUAGE plpgsql AS $$"
                 " DECLARE n bigint := nextval('tries'); BEGIN"
                 " IF n < 3 THEN RAISE EXCEPTION 'race' USING ERRCODE = '40001'; END IF; RETURN n; END $$");
    const auto done =
        m_database.call([](Session &session) { return number(session.exec("SELECT third_time()")); })
            .takeResult();
    EXPECT_EQ(done.value(), 3);
}

TEST_F(ADatabase, GetsOverAChangeOfTheSchemaUnderItsStatements)
{
    m_plain.exec("INSERT INTO t VALUES (1)");
    ASSERT_EQ(run("SELECT * FROM t").value(), 1);
    m_plain.exec("ALTER TABLE t ALTER COLUMN n TYPE text");
    EXPECT_EQ(run("SELECT * FROM t").value(), 1);
    m_plain.exec("ALTER TABLE t ADD COLUMN other int");
    const auto called =
        m_database.call([](Session &session) { return number(session.exec("SELECT * FROM t")); })
            .takeResult();
    EXPECT_EQ(called.value(), 1);
}

TEST_F(ADatabase, GetsOverStatementsThatSomebodyDeallocated)
{
    ASSERT_TRUE(run("SELECT 1").ok());
    ASSERT_TRUE(
        m_database.call([](Session &session) { return session.script("DEALLOCATE ALL"); }).takeResult().ok());
    EXPECT_EQ(run("SELECT 1").value(), 1);
}

TEST_F(ADatabase, KeepsABoundedNumberOfStatements)
{
    const auto kept = m_database
                          .call([](Session &session) -> Result<qint64> {
                              for (int i = 0; i < 1000; ++i) {
                                  const auto rows = session.exec("SELECT " + QByteArray::number(i));
                                  if (!rows)
                                      return rows.error();
                                  if (rows->integer(0, 0) != i)
                                      return Error{ErrorKind::internal, u"wrong row"_s, {}};
                              }
                              return number(session.exec("SELECT count(*) FROM pg_prepared_statements"));
                          })
                          .takeResult();
    ASSERT_TRUE(kept.ok()) << qPrintable(kept.error().sentence);
    EXPECT_LE(*kept, 301);
}

TEST_F(ADatabase, RefusesTextThatPostgresWouldSilentlyCutOrReplace)
{
    for (const Param &param :
         {Param(QByteArray("a\0b", 3)), Param(QString(u"a\0b"_s)), Param(QString(QChar(0xD800))),
          Param::array(QStringList{u"x"_s, QString(QChar(0xDC00))}),
          Param::array(QList<QByteArray>{QByteArray("\0", 1)})}) {
        const auto done = run("SELECT length($1::text)", {param});
        ASSERT_FALSE(done.ok());
        EXPECT_EQ(done.error().kind, ErrorKind::invalid);
    }
    const auto notUtf8 = run("SELECT length($1::text)", {QByteArray("\xff\xfe")});
    ASSERT_FALSE(notUtf8.ok());
    EXPECT_EQ(notUtf8.error().kind, ErrorKind::invalid);
}

TEST_F(ADatabase, HandsOutNotices)
{
    const auto notices = m_database
                             .run([](Session &session) -> Result<QStringList> {
                                 if (auto done = session.script("DO $$ BEGIN RAISE NOTICE 'first';"
                                                                " RAISE NOTICE 'second'; END $$");
                                     !done)
                                     return done.error();
                                 return session.takeNotices();
                             })
                             .takeResult();
    EXPECT_EQ(notices.value(), (QStringList{u"first"_s, u"second"_s}));
}

TEST_F(ADatabase, AnswersTheFirstFailureOfAScript)
{
    const auto done = m_database
                          .run([](Session &session) {
                              return session.script("INSERT INTO t VALUES (1); SELECT 1/0; SELECT 2");
                          })
                          .takeResult();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().sqlState, u"22012"_s);
    EXPECT_EQ(m_plain.exec("SELECT count(*) FROM t").integer(), 0);
}

TEST_F(ADatabase, RunsOnConnectedBeforeAnyWorkOfEachConnection)
{
    std::atomic<int> connections = 0;
    Database database(m_own.settings(), {.onConnected = [&](Session &session) {
                          ++connections;
                          return session.script("SET application_name = 'greeted'");
                      }});
    const auto name = [&] {
        return database
            .run([](Session &session) -> Result<QString> {
                const auto rows = session.exec("SHOW application_name");
                return rows ? Result<QString>(rows->text(0, 0)) : Result<QString>(rows.error());
            })
            .takeResult();
    };
    EXPECT_EQ(name().value(), u"greeted"_s);
    m_plain.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'greeted'"
                 " AND datname = current_database()");
    EXPECT_EQ(name().value(), u"greeted"_s);
    EXPECT_EQ(connections, 2);
}

TEST_F(ADatabase, AnswersWithTheErrorOfOnConnected)
{
    Database database(m_own.settings(), {.onConnected = [](Session &) -> Result<Done> {
                          return Error{ErrorKind::refused, u"Too old."_s, {}};
                      }});
    const auto done = database.run([](Session &session) { return session.script("SELECT 1"); }).takeResult();
    EXPECT_EQ(done.error().sentence, u"Too old."_s);
}

TEST_F(ADatabase, FinishesTheWorkUnderWayAndAnswersTheRestWhenItGoes)
{
    QFuture<Result<qint64>> underWay;
    QFuture<Result<qint64>> waiting;
    {
        Database database(m_own.settings());
        std::atomic<bool> begun = false;
        underWay = database.run([&](Session &session) {
            begun = true;
            return number(session.exec("INSERT INTO t SELECT 1 FROM pg_sleep(0.2) RETURNING n"));
        });
        waiting =
            database.run([](Session &session) { return number(session.exec("INSERT INTO t VALUES (2)")); });
        while (!begun)
            std::this_thread::yield();
    }
    EXPECT_EQ(underWay.takeResult().value(), 1);
    EXPECT_EQ(waiting.takeResult().error().kind, ErrorKind::disconnected);
    EXPECT_EQ(m_plain.exec("SELECT string_agg(n::text, ',') FROM t").text(), u"1"_s);
}

TEST_F(ADatabase, CancelsAStatementThatTakesTooLongWhenItGoes)
{
    QElapsedTimer elapsed;
    QFuture<Result<qint64>> underWay;
    {
        Database database(m_own.settings());
        std::atomic<bool> begun = false;
        underWay = database.run([&](Session &session) {
            begun = true;
            return number(session.exec("SELECT 1 FROM pg_sleep(600)"));
        });
        while (!begun)
            std::this_thread::yield();
        elapsed.start();
    }
    EXPECT_LT(elapsed.elapsed(), 15000);
    EXPECT_FALSE(underWay.takeResult().ok());
}

TEST_F(ADatabase, EndsTheStatementUnderWayAtOnceWhenItIsClosed)
{
    Database database(m_own.settings());
    std::atomic<bool> begun = false;
    // The first cancel may well come before the statement.
    auto underWay = database.run([&](Session &session) {
        begun = true;
        return number(session.exec("SELECT 1 FROM pg_sleep(600)"));
    });
    const auto one = [](Session &session) { return number(session.exec("SELECT 1")); };
    auto waiting = database.run(one);
    while (!begun)
        std::this_thread::yield();
    QElapsedTimer elapsed;
    elapsed.start();
    database.close(std::chrono::seconds(0), std::chrono::seconds(60));
    EXPECT_LT(elapsed.elapsed(), 15000);
    ASSERT_TRUE(underWay.isFinished() && waiting.isFinished());
    EXPECT_EQ(underWay.takeResult().error().sqlState, u"57014");
    EXPECT_EQ(waiting.takeResult().error().kind, ErrorKind::disconnected);
    EXPECT_EQ(database.run(one).takeResult().error().kind, ErrorKind::disconnected);
}

TEST(ADatabaseBeforeASilentServer, LetsGoOfItQuickly)
{
    QTcpServer silent; // the connect succeeds, the answer never comes
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    ConnectionSettings settings;
    settings.set(u"host"_s, u"127.0.0.1"_s);
    settings.set(u"port"_s, QString::number(silent.serverPort()));
    settings.set(u"sslmode"_s, u"disable"_s);
    QElapsedTimer elapsed;
    QFuture<Result<Done>> future;
    {
        Database database(settings);
        future = database.run([](Session &) -> Result<Done> { return Done{}; });
        ASSERT_TRUE(silent.waitForNewConnection(10000));
        elapsed.start();
    }
    EXPECT_LT(elapsed.elapsed(), 5000);
    ASSERT_TRUE(future.isFinished());
    EXPECT_EQ(future.takeResult().error().kind, ErrorKind::disconnected);
}

TEST(ADatabaseBeforeASilentServer, GivesUpAfterTheConnectTimeout)
{
    QTcpServer silent;
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    ConnectionSettings settings;
    settings.set(u"host"_s, u"127.0.0.1"_s);
    settings.set(u"port"_s, QString::number(silent.serverPort()));
    settings.set(u"connect_timeout"_s, u"2"_s);
    QElapsedTimer elapsed;
    elapsed.start();
    Database database(settings);
    const auto done = database.run([](Session &) -> Result<Done> { return Done{}; }).takeResult();
    EXPECT_EQ(done.error().kind, ErrorKind::disconnected);
    EXPECT_LT(elapsed.elapsed(), 9000);
}

} // namespace
} // namespace oncedesk
