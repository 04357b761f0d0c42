#include "tests/support/testserver.h"
#include "tests/workers/drill.h"
#include "tests/workers/faketime.h"

#include "core/db/database.h"
#include "core/db/migrator.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<ThrowAwayServer> migratedServer()
{
    auto server = TestServer::own();
    Database database(server->connection());
    const auto done = database.run([](Session &session) { return migrate(session); }).takeResult();
    if (!done)
        qFatal("%s", qUtf8Printable(done.error().sentence));
    return server;
}

} // namespace

TEST(WorkerDrill, AServerThatCrashesAndComesBackLosesNothingAndLetsNothingBeSentTwice)
{
    const auto server = migratedServer();
    // What is overdue while the server is down is swept when it is up again.
    Drill drill(server->connection(), server->connection(),
                {.name = "Crashing server",
                 .moods = {{Mood::good, 6}, {Mood::slow, 6}, {Mood::silent, 1}, {Mood::busy, 1}},
                 .timeout = "2",
                 .usual = 6s,
                 .verdict = {.sweptWithin = std::nullopt}});
    for (int i = 0; i < 2; ++i)
        drill.addWorker();
    drill.begin();
    int crashes = 0;
    while (drill.goesOn() || crashes < 2) {
        drill.awaitRequests(200);
        server->killHard();
        ++crashes;
        if (drill.upTo(2) == 1) // whatever is under way comes back to a closed door
            drill.awaitRequests(1, 500ms);
        server->start();
        ASSERT_TRUE(drill.awaitSql("SELECT true"));
        drill.person().clear();
    }
    const auto counts = drill.end(u"%1 crashes"_s.arg(crashes));
    EXPECT_GE(crashes, 2);
    EXPECT_GE(counts.jobs, 80);
    EXPECT_GE(counts.won, 50);
    EXPECT_GE(counts.everUnknown, 1);
}

TEST(WorkerDrill, EverythingAtOnceStillExecutesNothingTwiceByItself)
{
    const auto fast = wrongClock(300);
    const auto slow = wrongClock(-300);
    ASSERT_TRUE(fast && slow) << fast.error().sentence.toStdString();
    const auto server = migratedServer();
    Drill drill(server->connection(), server->connection(),
                {.name = "Everything at once",
                 .moods = {{Mood::good, 6},
                           {Mood::slow, 8},
                           {Mood::late, 2},
                           {Mood::twice, 2},
                           {Mood::half, 1},
                           {Mood::silent, 1},
                           {Mood::resets, 1},
                           {Mood::busy, 2},
                           {Mood::busyUntil, 1}},
                 .timeout = "1",
                 .personsShare = 50,
                 .verdict = {.sweptWithin = std::nullopt}});
    drill.addWorker(*fast);
    drill.addWorker(*slow);
    drill.addWorker();
    drill.begin();
    int kills = 0;
    int freezes = 0;
    int crashes = 0;
    while (drill.goesOn() || std::min({kills, freezes, crashes}) < 1) {
        drill.awaitRequests(60);
        WorkerProcess &frozen = drill.anyWorker();
        frozen.freeze();
        ++freezes;
        if (drill.upTo(2) == 1) {
            server->killHard();
            ++crashes;
            drill.awaitRequests(20, 300ms);
            server->start();
            ASSERT_TRUE(drill.awaitSql("SELECT true"));
        }
        if (WorkerProcess &killed = drill.anyWorker(); &killed != &frozen) {
            killed.killHard();
            ++kills;
            drill.awaitRequests(20, 300ms);
            killed.start();
        }
        if (drill.upTo(3) > 1) {
            ASSERT_TRUE(drill.awaitSql("SELECT NOT EXISTS (SELECT FROM oncedesk.attempts"
                                       "                    WHERE state = 'started' AND worker = $1)",
                                       {frozen.name()}));
        }
        drill.person().clear();
        frozen.thaw();
    }
    const auto counts = drill.end(u"%1 kills, %2 stops, %3 crashes"_s.arg(kills).arg(freezes).arg(crashes));
    EXPECT_GE(counts.jobs, 50);
    EXPECT_GE(counts.won, 30);
    EXPECT_GE(counts.everUnknown, 5);
    EXPECT_GE(counts.failed, 1);
}

} // namespace oncedesk
