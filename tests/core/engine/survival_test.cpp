// Killed workers, restarted servers, and stopping: nothing is lost and nothing is sent twice.
#include "core/db/database.h"
#include "core/db/migrator.h"
#include "tests/core/engine/desk.h"
#include "tests/support/testserver.h"

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

// A server of the test's own with this program's schema, a provider and jobs.
class OwnServer
{
public:
    OwnServer() : server(TestServer::own())
    {
        Database database(server->connection());
        auto migrated = database.run([](Session &session) { return migrate(session); });
        migrated.waitForFinished();
        EXPECT_TRUE(migrated.result().ok());
    }

    void fill(const ProviderServer &provider, int jobs)
    {
        TestConnection sql(server->connection());
        EXPECT_TRUE(sql.exec("SELECT oncedesk.add_provider('laser', 'http', $1)",
                             {QByteArray("{\"url\": \"" + provider.url("/job") + "\"}")})
                        .ok());
        EXPECT_TRUE(sql.exec("SELECT oncedesk.submit_job('alice', 'key-' || n, 'print.poster', 'laser', '{}')"
                             "  FROM generate_series(1, $1) AS n",
                             {jobs})
                        .ok());
    }
    qint64 count(const QByteArray &from)
    {
        return TestConnection(server->connection()).exec("SELECT count(*) FROM oncedesk." + from).integer();
    }

    std::unique_ptr<ThrowAwayServer> server;
};

bool emits(Worker &worker, void (Worker::*signal)(), const std::function<void()> &act)
{
    bool seen = false;
    QObject context;
    QObject::connect(&worker, signal, &context, [&] { seen = true; });
    act();
    return spinUntil([&] { return seen; });
}

} // namespace

TEST(Survival, TheAttemptsOfAKilledWorkerBecomeUnknownAndAreNotSentAgain)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return heldAnswer(); });
    desk.addHttp(u"laser"_s, server);
    const qint64 job = desk.submit(u"laser"_s, "{\"timeout_s\": 1}");
    auto killed = desk.worker();
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    killed.reset();
    EXPECT_EQ(desk.attempt(job, 1).state, u"started"_s);
    const auto other = desk.worker();
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    EXPECT_EQ(desk.attempt(job, 1).why, u"No answer within 1 s."_s);
    server.release();
    // The other one works on, and this attempt is nothing to it.
    ASSERT_TRUE(desk.becomes(desk.submit(u"laser"_s), u"succeeded"_s));
    EXPECT_EQ(desk.status(job), u"unknown"_s);
    EXPECT_EQ(server.requestCount(), 2);
}

TEST(Survival, OutcomesThatComeWhileTheServerIsAwayAreReportedOnceItIsBack)
{
    OwnServer own;
    ProviderServer provider([](const ServedRequest &) { return heldAnswer(); });
    own.fill(provider, 50);
    auto options = Desk::quick();
    Worker worker(own.server->connection(), options);
    worker.start();
    ASSERT_TRUE(spinUntil([&] { return provider.requestCount() == 50; }));
    own.server->killHard();
    provider.release();
    ASSERT_TRUE(spinUntil([&] { return !worker.isConnected() && provider.openConnections() == 0; }));
    EXPECT_EQ(worker.counters().inFlight, 50);
    own.server->start();
    ASSERT_TRUE(spinUntil([&] { return worker.counters().won == 50; }));
    EXPECT_TRUE(worker.isConnected());
    EXPECT_EQ(own.count("race_view WHERE outcome = 'won'"), 50);
    EXPECT_EQ(own.count("attempt_view WHERE state = 'succeeded'"), 50);
    EXPECT_EQ(own.count("attempt_view"), 50);
    EXPECT_EQ(provider.requestCount(), 50);
}

TEST(Survival, LinksThatAreCutAgainAndAgainLoseNothingAndSendNothingTwice)
{
    Desk desk;
    ProviderServer server;
    desk.addHttp(u"laser"_s, server);
    constexpr int jobs = 400;
    desk.submitMany(u"laser"_s, jobs);
    auto options = Desk::quick();
    options.concurrency = 10;
    const auto worker = desk.worker(options);
    int cuts = 0;
    qint64 wonAtCut = -1;
    ASSERT_TRUE(spinUntil(
        [&] {
            // Some fall between a COMMIT and its reply. The next one when something got through.
            if (const qint64 won = worker->counters().won; won > wonAtCut && worker->isConnected()) {
                wonAtCut = won;
                cuts += int(desk.sql
                                .exec("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "
                                      "usename = $1",
                                      {desk.asWorker.value(u"user"_s)})
                                .integer());
            }
            return worker->counters().won == jobs;
        },
        60s))
        << worker->counters().won << " of " << jobs << ", links cut: " << cuts;
    EXPECT_GT(cuts, 3);
    EXPECT_EQ(server.requestCount(), jobs);
    EXPECT_EQ(desk.count("attempt_view WHERE state = 'succeeded'"), jobs);
    EXPECT_EQ(desk.count("attempt_view"), jobs);
}

TEST(Survival, AWorkerStartedBeforeItsDatabaseBeginsWhenItIsThere)
{
    OwnServer own;
    ProviderServer provider;
    own.fill(provider, 3);
    own.server->stop();
    Worker worker(own.server->connection(), Desk::quick());
    QStringList log;
    QObject::connect(&worker, &Worker::log, [&](const QString &line) { log.append(line); });
    worker.start();
    ASSERT_TRUE(spinUntil([&] { return !log.isEmpty(); }));
    EXPECT_TRUE(log.at(0).startsWith(u"The database is away"_s)) << qPrintable(log.at(0));
    EXPECT_FALSE(worker.isConnected());
    own.server->start();
    ASSERT_TRUE(spinUntil([&] { return worker.counters().won == 3; }));
    EXPECT_EQ(log.filter(u"The database is away"_s).size(), 1); // said once, however often it was tried
}

TEST(Survival, AWorkerThatStopsWaitsForItsCallsAndClaimsNothingMore)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return heldAnswer(); });
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    const qint64 first = desk.submit(u"laser"_s);
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    bool stopped = false;
    QObject::connect(worker.get(), &Worker::stopped, worker.get(), [&] { stopped = true; });
    const auto twoHeartbeats = [&] {
        for (int i = 0; i < 2; ++i) {
            const QString last = desk.text("SELECT last_heartbeat FROM oncedesk.worker_view");
            if (!spinUntil(
                    [&] { return desk.text("SELECT last_heartbeat FROM oncedesk.worker_view") != last; }))
                return false;
        }
        return true;
    };
    worker->stop(60s);
    ASSERT_TRUE(twoHeartbeats()); // a claim that was under way has been answered
    const qint64 second = desk.submit(u"laser"_s);
    ASSERT_TRUE(twoHeartbeats());
    EXPECT_FALSE(stopped);
    server.release();
    ASSERT_TRUE(spinUntil([&] { return stopped; }));
    EXPECT_EQ(desk.status(first), u"succeeded"_s);
    EXPECT_EQ(desk.status(second), u"waiting"_s);
    EXPECT_EQ(worker->counters().won, 1);
}

TEST(Survival, CallsThatOutlastTheGraceAreMarkedUnknownAndAborted)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"laser"_s);
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    ASSERT_TRUE(Desk::stop(*worker, 200ms));
    EXPECT_EQ(desk.status(job), u"unknown"_s);
    EXPECT_EQ(desk.attempt(job, 1).why, u"The worker was stopped while waiting for the answer."_s);
    EXPECT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    EXPECT_EQ(worker->counters().inFlight, 0);
}

TEST(Survival, StoppingTwiceEndsTheGraceAtOnce)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"laser"_s);
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    worker->stop(1h);
    ASSERT_TRUE(Desk::stop(*worker));
    EXPECT_EQ(desk.status(job), u"unknown"_s);
}

TEST(Survival, AnIdleWorkerStopsAtOnceEvenWhileItListensForLateAnswers)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    desk.submit(u"laser"_s, "{\"timeout_s\": 1}");
    ASSERT_TRUE(spinUntil([&] { return worker->counters().lingering == 1; }));
    ASSERT_TRUE(Desk::stop(*worker, 1h));
    EXPECT_EQ(worker->counters().lingering, 0);
}

TEST(Survival, StoppingWhileTheDatabaseIsAwayEndsInBoundedTimeAndSaysWhatWasNotReported)
{
    OwnServer own;
    ProviderServer provider([](const ServedRequest &) { return Reply::silence(); });
    own.fill(provider, 2);
    auto options = Desk::quick();
    options.farewell = 300ms;
    Worker worker(own.server->connection(), options);
    QStringList log;
    QObject::connect(&worker, &Worker::log, [&](const QString &line) { log.append(line); });
    worker.start();
    ASSERT_TRUE(spinUntil([&] { return provider.requestCount() == 2; }));
    own.server->stop();
    ASSERT_TRUE(emits(worker, &Worker::stopped, [&] { worker.stop(100ms); }));
    EXPECT_TRUE(log.last().startsWith(u"The database does not answer. Outcomes not reported: 2."_s))
        << qPrintable(log.join(u'\n'));
}

TEST(Survival, AWorkerThatMayNotClaimSaysSoAndDoesNotStorm)
{
    Desk desk;
    desk.addProvider(u"laser"_s, u"simulated"_s, "{}");
    desk.submit(u"laser"_s);
    desk.asWorker = desk.database.settingsAs(u"oncedesk_viewer"_s);
    const auto worker = desk.worker();
    ASSERT_TRUE(spinUntil([&] { return !desk.log.filter(u"may not"_s).isEmpty(); }))
        << qPrintable(desk.log.join(u'\n'));
    ASSERT_TRUE(Desk::stop(*worker));
    EXPECT_LE(desk.log.size(), 6) << qPrintable(desk.log.join(u'\n'));
}
