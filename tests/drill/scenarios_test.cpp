// The promises of the contract while everything around them breaks.
#include "tests/drill/drill.h"
#include "tests/drill/options.h"
#include "tests/support/printing.h"
#include "tests/support/tcpproxy.h"
#include "tests/support/testconnection.h"
#include "tests/support/testserver.h"

#include <gtest/gtest.h>

namespace oncedesk::drill {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class SixteenCallersAtOnce : public ::testing::Test
{
protected:
    void SetUp() override { say(u"to repeat it: "_s + Options::given().howToRepeat()); }

    void say(const QString &line)
    {
        std::printf("[  drill   ] %s\n", qUtf8Printable(line));
        std::fflush(stdout);
    }

    // Nothing was lost, and enough happened for that to mean something.
    void expectNothingLost(Drill &drill, const ConnectionSettings &desk, const QString &faults)
    {
        const QStringList findings = drill.judge(desk);
        say(drill.summary() + u"; "_s + faults + u"; findings: "_s +
            (findings.isEmpty() ? u"none"_s : QString::number(findings.size())));
        if (!drill.deadlocks().isEmpty())
            say(u"callers were in each other's way:\n"_s + drill.deadlocks());
        if (!findings.isEmpty())
            say(u"the journals are kept in "_s + drill.keepJournals());
        EXPECT_EQ(findings, QStringList())
            << "To repeat it: " << qUtf8Printable(Options::given().howToRepeat());
        const struct
        {
            QString what;
            int least;
        } enough[]{{u"submit created"_s, 60},  {u"submit replayed"_s, 20},
                   {u"submit conflict"_s, 20}, {u"open opened"_s, 5},
                   {u"open refused"_s, 20},    {u"claimed"_s, 60},
                   {u"finish won"_s, 50},      {u"finish lost"_s, 20},
                   {u"fail failed"_s, 10},     {u"unknown unknown"_s, 5},
                   {u"swept"_s, 10},           {u"hedged"_s, 5},
                   {u"cancel cancelled"_s, 5}, {u"cancel cancel_requested"_s, 5},
                   {u"close closed"_s, 3},     {u"answer"_s, 10},
                   {u"refused"_s, 5}};
        for (const auto &[what, least] : enough)
            EXPECT_GE(drill.told(what), least)
                << qUtf8Printable(what)
                << ": too little happened. To repeat it: " << qUtf8Printable(Options::given().howToRepeat());
    }

    const std::chrono::milliseconds m_length = Options::given().length;
};

TEST_F(SixteenCallersAtOnce, FindEveryOutcomeTheyWereTold)
{
    const auto server = TestServer::own(durableServer());
    Drill drill(server->connection());
    drill.start(server->connection(), m_length);
    drill.waitForTheEnd();
    expectNothingLost(drill, server->connection(), u"no faults"_s);
    EXPECT_EQ(drill.told(u"doubts"_s), 0);
}

TEST_F(SixteenCallersAtOnce, LoseNothingWhenTheServerIsStoppedInImmediateModeAndRestartedTenTimes)
{
    const auto server = TestServer::own(durableServer());
    Drill drill(server->connection());
    drill.start(server->connection(), m_length);
    int restarts = 0;
    for (; restarts < 10 || drill.left() > 0s; ++restarts) {
        const auto lap = std::min<std::chrono::milliseconds>(m_length / 12, 1s);
        drill.scene().waitUntil(Drill::Clock::now() + lap / 2 + lap * roll(drill.dice(), 100) / 100);
        ASSERT_TRUE(drill.scene().waitForAnswers(20 + roll(drill.dice(), 60), 60s))
            << drill.scene().faults().join(u'\n').toStdString();
        server->killHard();
        server->start();
        drill.scene().serverIsBack();
    }
    drill.waitForTheEnd();
    expectNothingLost(drill, server->connection(),
                      u"the server was stopped in immediate mode and restarted %1 times"_s.arg(restarts));
    EXPECT_GE(drill.told(u"doubts told later"_s), 10);
}

TEST_F(SixteenCallersAtOnce, LoseNothingWhenBackendsAreTerminatedAtRandom)
{
    const auto server = TestServer::own(durableServer());
    Drill drill(server->connection());
    drill.start(server->connection(), m_length);
    TestConnection admin(server->connection());
    qint64 terminated = 0;
    while (drill.left() > 0s || terminated < 20) {
        (void)drill.scene().waitForAnswers(roll(drill.dice(), 150), 200ms);
        ASSERT_TRUE(drill.scene().waitForAnswers(3, 60s)) << drill.scene().faults().join(u'\n').toStdString();
        // Most of them in the midst of a statement.
        const auto answer = admin.exec(
            "SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity"
            " WHERE application_name = 'drill' ORDER BY ($1 AND state = 'active') DESC, md5(pid::text || $2) "
            "LIMIT $3) AS x",
            {roll(drill.dice(), 5) > 0, QByteArray::number(roll(drill.dice(), 1'000'000)),
             1 + roll(drill.dice(), 3)});
        ASSERT_TRUE(answer.ok()) << answer.message.toStdString();
        terminated += answer.integer();
    }
    drill.waitForTheEnd();
    expectNothingLost(drill, server->connection(), u"%1 backends were terminated"_s.arg(terminated));
    EXPECT_GE(terminated, 20);
    EXPECT_GE(drill.told(u"doubts told later"_s), 10);
}

TEST_F(SixteenCallersAtOnce, LoseNothingWhenTheirLinksAreCutAtAnyByteInEitherDirection)
{
    const auto server = TestServer::own(durableServer());
    Drill drill(server->connection());
    TcpProxy proxy(server->connection());
    // Some end while connecting, some in the first call, some after many.
    proxy.giveEachLink([dice = Dice(Options::given().seed)]() mutable {
        const auto direction =
            roll(dice, 2) == 0 ? TcpProxy::Direction::fromClient : TcpProxy::Direction::fromServer;
        const int magnitude = 6 + roll(dice, 10);
        return TcpProxy::Lifetime(direction, 1 + roll(dice, 1 << magnitude));
    });
    drill.start(proxy.settings(), m_length);
    drill.waitForTheEnd();
    const int requests = proxy.linksEnded(TcpProxy::Direction::fromClient);
    const int replies = proxy.linksEnded(TcpProxy::Direction::fromServer);
    expectNothingLost(
        drill, server->connection(),
        u"%1 links were cut on the way to the server, %2 on the way back"_s.arg(requests).arg(replies));
    EXPECT_GE(requests, 20);
    EXPECT_GE(replies, 20);
    EXPECT_GE(drill.told(u"doubts told later"_s), 20);
}

// From here on no commit is acknowledged before the standby has it.
void waitForTheStandby(ThrowAwayServer &primary)
{
    {
        TestConnection admin(primary.connection());
        ASSERT_TRUE(admin.exec("ALTER SYSTEM SET synchronous_standby_names = '*'").ok());
        ASSERT_TRUE(admin.exec("SELECT pg_reload_conf()").ok());
    }
    // A session that begins with the setting began after the server had told its checkpointer, and a
    // checkpoint comes after that one has taken note: commits wait from then on.
    while (TestConnection(primary.connection()).exec("SHOW synchronous_standby_names").text() != u"*")
        continue;
    TestConnection admin(primary.connection());
    ASSERT_TRUE(admin.exec("CHECKPOINT").ok());
    while (admin.exec("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'").integer() == 0)
        ASSERT_TRUE(admin.exec("SELECT pg_sleep(0.01)").ok());
}

TEST_F(SixteenCallersAtOnce, LoseNothingWhenThePrimaryIsKilledAndItsSynchronousStandbyPromoted)
{
    ThrowAwayServer::Options options = durableServer();
    options.tcp = true;
    const QString commit = Options::given().seed % 2 == 0 ? u"on"_s : u"remote_apply"_s;
    options.settings += u"synchronous_commit="_s + commit;
    auto primary = TestServer::own(options);
    Drill drill(primary->connection());
    options.primary = primary.get();
    auto standby = TestServer::own(options);
    ASSERT_NO_FATAL_FAILURE(waitForTheStandby(*primary));

    ConnectionSettings both = primary->tcpConnection();
    both.set(u"host"_s, u"127.0.0.1,127.0.0.1"_s);
    both.set(u"port"_s, u"%1,%2"_s.arg(primary->port()).arg(standby->port()));
    both.set(u"target_session_attrs"_s, u"read-write"_s);
    drill.start(both, m_length);
    int failovers = 0;
    while (true) {
        drill.scene().waitUntil(Drill::Clock::now() + m_length / 3 +
                                m_length * roll(drill.dice(), 100) / 500);
        ASSERT_TRUE(drill.scene().waitForAnswers(200, 60s))
            << drill.scene().faults().join(u'\n').toStdString();
        primary->killHard();
        standby->promote();
        ++failovers;
        EXPECT_EQ(TestConnection(standby->connection()).exec("SHOW synchronous_standby_names").text(),
                  QString());
        drill.scene().serverIsBack();
        if (drill.left() < m_length / 2)
            break;
        // A new standby takes the place of the dead one.
        options.primary = standby.get();
        options.port = primary->port();
        primary = std::move(standby);
        standby = TestServer::own(options);
        ASSERT_NO_FATAL_FAILURE(waitForTheStandby(*primary));
    }
    drill.waitForTheEnd();
    expectNothingLost(
        drill, standby->connection(),
        u"the primary was killed and its standby promoted %1 times (synchronous_commit = %2)"_s.arg(failovers)
            .arg(commit));
    EXPECT_GE(drill.told(u"doubts"_s), 1);
}

} // namespace
} // namespace oncedesk::drill
