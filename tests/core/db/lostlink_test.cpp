// What Database promises when the link, the reply or the server is lost, on a real server behind a link that
// fails at an exact place.
#include "core/db/database.h"

#include "tests/support/printing.h"
#include "tests/support/tcpproxy.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testserver.h"

#include <QElapsedTimer>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using Fault = TcpProxy::Fault;

class ALostLink : public ::testing::Test
{
protected:
    ALostLink() { m_plain.exec("CREATE TABLE effects (what text NOT NULL)"); }

    [[nodiscard]] qint64 effects(const QString &what)
    {
        return m_plain.exec("SELECT count(*) FROM effects WHERE what = $1", {what}).integer();
    }
    void terminateOthers()
    {
        m_plain.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                     " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }

    // Inserts one row and returns which run of the lambda it was.
    auto insertOnce(Database &database, const QString &what)
    {
        return database
            .run([this, what](Session &session) -> Result<int> {
                ++m_runs;
                if (auto rows = session.exec("INSERT INTO effects VALUES ($1)", {what}); !rows)
                    return rows.error();
                return m_runs.load();
            })
            .takeResult();
    }

    TestDatabase m_own{TestDatabase::Schema::none};
    TestConnection m_plain{m_own.connect()};
    TcpProxy m_proxy{m_own.settings()};
    std::atomic<int> m_runs = 0;
};

TEST_F(ALostLink, BetweenTwoPiecesOfWorkGoesUnnoticed)
{
    Database database(m_proxy.settings());
    ASSERT_TRUE(insertOnce(database, u"first"_s).ok());
    terminateOthers();
    const auto second = insertOnce(database, u"second"_s);
    ASSERT_TRUE(second.ok()) << qPrintable(second.error().sentence);
    EXPECT_EQ(effects(u"second"_s), 1);
}

TEST_F(ALostLink, InTheMiddleOfALambdaRunsItAgainAsAWhole)
{
    Database database(m_proxy.settings());
    const auto done = database
                          .run([this](Session &session) -> Result<int> {
                              if (auto rows = session.exec("INSERT INTO effects VALUES ('half')"); !rows)
                                  return rows.error();
                              if (++m_runs == 1)
                                  terminateOthers();
                              if (auto rows = session.exec("INSERT INTO effects VALUES ('whole')"); !rows)
                                  return rows.error();
                              return m_runs.load();
                          })
                          .takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 2);
    EXPECT_EQ(effects(u"half"_s), 1);
    EXPECT_EQ(effects(u"whole"_s), 1);
}

TEST_F(ALostLink, IsSeenEvenWhenTheLambdaHidesTheError)
{
    Database database(m_proxy.settings());
    m_proxy.onClientText("SELECT 'marker'", Fault::loseRequest);
    const auto done = database
                          .run([this](Session &session) -> Result<int> {
                              ++m_runs;
                              (void)session.exec("INSERT INTO effects VALUES ('hidden')");
                              (void)session.exec("SELECT 'marker'");
                              return m_runs.load();
                          })
                          .takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 2);
    EXPECT_EQ(effects(u"hidden"_s), 1);
}

TEST_F(ALostLink, AfterTheServerCommittedIsLookedUpAndTheValueReturned)
{
    Database database(m_proxy.settings());
    m_proxy.onClientText("COMMIT", Fault::loseReply);
    const auto done = insertOnce(database, u"committed"_s);
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_TRUE(m_proxy.struck());
    EXPECT_EQ(*done, 1);
    EXPECT_EQ(effects(u"committed"_s), 1);
}

TEST_F(ALostLink, BeforeTheCommitArrivedRunsTheLambdaAgain)
{
    Database database(m_proxy.settings());
    m_proxy.onClientText("COMMIT", Fault::loseRequest);
    const auto done = insertOnce(database, u"again"_s);
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_TRUE(m_proxy.struck());
    EXPECT_EQ(*done, 2);
    EXPECT_EQ(effects(u"again"_s), 1);
}

TEST_F(ALostLink, ThatTheServerDoesNotNoticeIsEndedThere)
{
    Database database(m_proxy.settings());
    m_proxy.onClientText("COMMIT", Fault::loseRequestQuietly);
    QElapsedTimer elapsed;
    elapsed.start();
    const auto done = insertOnce(database, u"quiet"_s);
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 2);
    EXPECT_EQ(effects(u"quiet"_s), 1);
    EXPECT_LT(elapsed.elapsed(), 8000);
}

TEST_F(ALostLink, WhileTheServerIsCommittingIsWaitedFor)
{
    m_plain.exec("CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS"
                 " $$ BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$;"
                 "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON effects DEFERRABLE INITIALLY DEFERRED"
                 " FOR EACH ROW EXECUTE FUNCTION slow()");
    Database database(m_proxy.settings());
    m_proxy.onClientText("COMMIT", Fault::cutAtOnce);
    const auto done = insertOnce(database, u"slow"_s);
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 1);
    EXPECT_EQ(effects(u"slow"_s), 1);
}

TEST_F(ALostLink, OfWorkThatOnlyReadsNeedsNoLookUp)
{
    Database database(m_proxy.settings());
    m_proxy.onClientText("COMMIT", Fault::loseReply);
    const auto done =
        database
            .run([](Session &session) -> Result<qint64> {
                const auto rows = session.exec("SELECT 7");
                return rows ? Result<qint64>(rows->integer(0, 0)) : Result<qint64>(rows.error());
            })
            .takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 7);
}

TEST_F(ALostLink, ByteByByteHasEachEffectExactlyOnce)
{
    Database database(m_proxy.settings(), {.patience = 20s});
    ASSERT_TRUE(insertOnce(database, u"warm"_s).ok());
    int struck = 0;
    for (int bytes = 1; bytes <= 121; bytes += 4) {
        for (const bool fromServer : {true, false}) {
            if (fromServer)
                m_proxy.cutAfterFromServer(bytes);
            else
                m_proxy.cutAfterFromClient(bytes);
            const QString what = u"%1-%2"_s.arg(fromServer).arg(bytes);
            const auto done = insertOnce(database, what);
            ASSERT_TRUE(done.ok()) << qPrintable(what) << qPrintable(done.error().sentence);
            EXPECT_EQ(effects(what), 1) << qPrintable(what);
            struck += m_proxy.struck();
        }
    }
    EXPECT_GE(struck, 50);
}

TEST_F(ALostLink, OfASingleCallCallsItAgain)
{
    m_plain.exec("CREATE SEQUENCE calls");
    Database database(m_proxy.settings());
    const auto call = [&] {
        return database
            .call([](Session &session) -> Result<qint64> {
                const auto rows = session.exec("SELECT nextval('calls')");
                return rows ? Result<qint64>(rows->integer(0, 0)) : Result<qint64>(rows.error());
            })
            .takeResult();
    };
    ASSERT_EQ(call().value(), 1);
    m_proxy.cutAfterFromServer(1); // the reply: the server has carried it out
    const auto second = call();
    ASSERT_TRUE(second.ok()) << qPrintable(second.error().sentence);
    EXPECT_EQ(*second, 3);
}

TEST_F(ALostLink, WithEachTryIsGivenUpInTheEnd)
{
    Database database(m_proxy.settings(), {.patience = 1500ms});
    const auto done = database
                          .run([this](Session &session) -> Result<Done> {
                              ++m_runs;
                              const auto rows = session.exec("SELECT pg_terminate_backend(pg_backend_pid())");
                              return rows ? Result<Done>(Done{}) : Result<Done>(rows.error());
                          })
                          .takeResult();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::disconnected);
    EXPECT_GE(m_runs, 2);
    EXPECT_LE(m_runs, 8);
}

TEST_F(ALostLink, IsNotWaitedForByADatabaseThatGoes)
{
    QElapsedTimer elapsed;
    QFuture<Result<Done>> underWay;
    QFuture<Result<Done>> waiting;
    {
        Database database(m_proxy.settings());
        ASSERT_TRUE(insertOnce(database, u"before"_s).ok());
        m_proxy.onClientText("black hole", Fault::blackHole);
        const auto work = [](Session &session) -> Result<Done> {
            const auto rows = session.exec("SELECT 'black hole'");
            return rows ? Result<Done>(Done{}) : Result<Done>(rows.error());
        };
        underWay = database.run(work);
        waiting = database.run(work);
        while (!m_proxy.struck())
            std::this_thread::yield();
        elapsed.start();
    }
    EXPECT_LT(elapsed.elapsed(), 15000);
    ASSERT_TRUE(underWay.isFinished());
    ASSERT_TRUE(waiting.isFinished());
    EXPECT_EQ(underWay.takeResult().error().kind, ErrorKind::disconnected);
    EXPECT_EQ(waiting.takeResult().error().kind, ErrorKind::disconnected);
}

// The server itself goes away and comes back.
class ALostServer : public ::testing::Test
{
protected:
    ALostServer() { plain().exec("CREATE TABLE effects (what text NOT NULL)"); }
    [[nodiscard]] TestConnection plain() const { return TestConnection(m_server->connection()); }

    auto insertOnce(Database &database, const QString &what)
    {
        return database.run([this, what](Session &session) -> Result<int> {
            ++m_runs;
            if (auto rows = session.exec("INSERT INTO effects VALUES ($1)", {what}); !rows)
                return rows.error();
            return m_runs.load();
        });
    }

    std::unique_ptr<ThrowAwayServer> m_server = TestServer::own();
    std::atomic<int> m_runs = 0;
};

TEST_F(ALostServer, IsWaitedForWithPatienceAndReportedWithout)
{
    Database patient(m_server->connection(), {.patience = 60s});
    Database impatient(m_server->connection());
    ASSERT_TRUE(insertOnce(patient, u"a"_s).takeResult().ok());
    ASSERT_TRUE(insertOnce(impatient, u"b"_s).takeResult().ok());
    m_server->stop();
    auto later = insertOnce(patient, u"c"_s);
    const auto refused = insertOnce(impatient, u"d"_s).takeResult();
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::disconnected);
    EXPECT_FALSE(later.isFinished());
    m_server->start();
    const auto done = later.takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_TRUE(insertOnce(impatient, u"e"_s).takeResult().ok());
    EXPECT_EQ(plain().exec("SELECT string_agg(what, '' ORDER BY what) FROM effects").text(), u"abce"_s);
}

TEST_F(ALostServer, ThatRestartsInOrderStillTellsWhetherItCommitted)
{
    TcpProxy proxy(m_server->connection());
    Database database(proxy.settings(), {.patience = 60s});
    proxy.onClientText("COMMIT", Fault::holdReply);
    auto future = insertOnce(database, u"once"_s);
    while (plain().exec("SELECT count(*) FROM effects").integer() == 0) {
    }
    m_server->stop();
    m_server->start();
    const auto done = future.takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 1);
    EXPECT_EQ(plain().exec("SELECT count(*) FROM effects").integer(), 1);
}

// After a crash a transaction number may be given out again, so "committed" may be somebody else's.
TEST_F(ALostServer, ThatCrashedAfterCommitLeavesItOpenRatherThanGuess)
{
    TcpProxy proxy(m_server->connection());
    Database database(proxy.settings(), {.patience = 60s});
    proxy.onClientText("COMMIT", Fault::holdReply);
    auto future = insertOnce(database, u"once"_s);
    while (plain().exec("SELECT count(*) FROM effects").integer() == 0) {
    }
    m_server->killHard();
    m_server->start();
    const auto done = future.takeResult();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, ErrorKind::disconnected);
    EXPECT_TRUE(done.error().sentence.contains(u"whether it took effect is open"_s))
        << qPrintable(done.error().sentence);
    EXPECT_EQ(m_runs, 1);
}

TEST_F(ALostServer, ThatCrashedBeforeCommitHasTheWorkRunAgain)
{
    TcpProxy proxy(m_server->connection());
    Database database(proxy.settings(), {.patience = 60s});
    proxy.onClientText("COMMIT", Fault::blackHole);
    auto future = insertOnce(database, u"once"_s);
    while (!proxy.struck())
        std::this_thread::yield();
    m_server->killHard();
    proxy.cutAll();
    m_server->start();
    const auto done = future.takeResult();
    ASSERT_TRUE(done.ok()) << qPrintable(done.error().sentence);
    EXPECT_EQ(*done, 2);
    EXPECT_EQ(plain().exec("SELECT count(*) FROM effects").integer(), 1);
}

} // namespace
} // namespace oncedesk
