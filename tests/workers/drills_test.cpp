// The promises, held by real workers while they are killed and frozen, and while the provider misbehaves.
#include "tests/support/testdatabase.h"
#include "tests/workers/drill.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

TEST(WorkerDrill, WorkersKilledAtRandomLeaveDoubtAndNeverASecondExecution)
{
    TestDatabase database;
    Drill drill(database.settings(), database.settingsAs(u"oncedesk_worker"_s),
                {.name = "Killed workers", .moods = {{Mood::good, 6}, {Mood::slow, 6}, {Mood::busy, 1}}});
    for (int i = 0; i < 3; ++i)
        drill.addWorker();
    drill.begin();
    int kills = 0;
    while (drill.goesOn() || kills < 3) {
        drill.awaitRequests(150);
        WorkerProcess &worker = drill.anyWorker();
        worker.killHard();
        ++kills;
        if (drill.upTo(3) == 1)
            drill.awaitRequests(60); // the others carry on without it
        worker.start();
        drill.person().clear();
    }
    const auto counts = drill.end(u"%1 kills"_s.arg(kills));
    EXPECT_GE(kills, 3);
    EXPECT_GE(counts.jobs, 80);
    EXPECT_GE(counts.won, 50);
    EXPECT_GE(counts.everUnknown, 3);
    EXPECT_GE(counts.failed, 1);
}

TEST(WorkerDrill, AWorkerFrozenPastItsDeadlinesBringsLateAnswersThatWinOnlyWhatIsStillOpen)
{
    TestDatabase database;
    Drill drill(database.settings(), database.settingsAs(u"oncedesk_worker"_s),
                {.name = "Frozen workers",
                 .moods = {{Mood::good, 1}, {Mood::slow, 9}},
                 .timeout = "1",
                 .usual = 8s,
                 .personsShare = 50});
    for (int i = 0; i < 2; ++i)
        drill.addWorker();
    drill.begin();
    int freezes = 0;
    while (drill.goesOn() || freezes < 2) {
        drill.awaitRequests(80);
        WorkerProcess &worker = drill.anyWorker();
        worker.freeze();
        ++freezes;
        // Nothing that is claimed can be left to it: the other one sweeps.
        ASSERT_TRUE(drill.awaitSql("SELECT NOT EXISTS (SELECT FROM oncedesk.attempts"
                                   "                    WHERE state = 'started' AND worker = $1)",
                                   {worker.name()}));
        drill.person().clear();
        worker.thaw();
    }
    const auto counts = drill.end(u"%1 stops"_s.arg(freezes));
    EXPECT_GE(freezes, 2);
    EXPECT_GE(counts.jobs, 80);
    EXPECT_GE(counts.lateWins, 1) << "no late answer was taken";
    EXPECT_GE(counts.lost, 1) << "no late answer came too late";
    EXPECT_GE(counts.againByOrder, 1);
}

TEST(WorkerDrill, AProviderThatAnswersLateTwiceHalfOrNeverLeavesWhatItsAnswerSays)
{
    TestDatabase database;
    Drill drill(database.settings(), database.settingsAs(u"oncedesk_worker"_s),
                {.name = "Misbehaving provider",
                 .moods = {{Mood::good, 4},
                           {Mood::slow, 4},
                           {Mood::late, 3},
                           {Mood::twice, 4},
                           {Mood::half, 3},
                           {Mood::unframed, 1},
                           {Mood::silent, 1},
                           {Mood::slams, 2},
                           {Mood::resets, 2},
                           {Mood::broken, 1},
                           {Mood::busy, 2},
                           {Mood::refusing, 1}},
                 .timeout = "1",
                 .verdict = {.moodsDecide = true}});
    for (int i = 0; i < 2; ++i)
        drill.addWorker();
    drill.begin();
    while (drill.goesOn()) {
        drill.awaitRequests(50);
        drill.person().clear();
    }
    const auto counts = drill.end(u"12 moods"_s);
    EXPECT_GE(counts.jobs, 80);
    EXPECT_GE(counts.lateWins, 1);
    EXPECT_GE(counts.unknown, 10);
    EXPECT_GE(counts.failed, 5);
    EXPECT_GE(counts.lost, 1) << "no late answer came too late";
}

} // namespace oncedesk
