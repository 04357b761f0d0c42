#include "tests/support/testserver.h"
#include "tests/workers/drill.h"

#include "core/db/database.h"
#include "core/db/migrator.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

TEST(WorkerDrill, AServerThatCrashesAndComesBackLosesNothingAndLetsNothingBeSentTwice)
{
    const auto server = TestServer::own();
    {
        Database database(server->connection());
        const auto done = database.run([](Session &session) { return migrate(session); }).takeResult();
        ASSERT_TRUE(done) << done.error().sentence.toStdString();
    }
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
    EXPECT_GE(counts.jobs, 100);
    EXPECT_GE(counts.won, 100);
    EXPECT_GE(counts.everUnknown, 1);
}

} // namespace oncedesk
