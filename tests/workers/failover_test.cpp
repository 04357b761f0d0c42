// A primary that fails, hangs, drops links and answers late; two fallbacks, one of them never certified; and
// workers that are killed meanwhile.
#include "tests/support/testdatabase.h"
#include "tests/workers/certificates.h"

#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

TEST(WorkerDrill, NothingFailsOverByItselfFromAnUnknownOrToWhoIsNotCertified)
{
    Certificates::Conduct laser;
    TestDatabase database;
    const QByteArray fallbacks = R"(, "max_attempts": 4, "fallbacks": ["nonsense", "laser"])";
    Drill drill(
        database.settings(), database.settingsAs(u"oncedesk_worker"_s),
        {.name = "Failover",
         .moods = {{Mood::good, 8},
                   {Mood::slow, 8},
                   {Mood::late, 2},
                   {Mood::half, 1},
                   {Mood::silent, 1},
                   {Mood::slams, 1},
                   {Mood::resets, 1},
                   {Mood::busy, 6},
                   {Mood::refusing, 3}},
         .usual = 8s,
         .personsShare = 40,
         .personsChoice = "nonsense",
         .fallbacks =
             {{"nonsense", {{Mood::good, 2}, {Mood::busy, 1}}, &Certificates::Conduct::nonsense},
              {"laser",
               {{Mood::good, 6}, {Mood::slow, 3}, {Mood::busy, 3}, {Mood::refusing, 1}, {Mood::slams, 1}},
               [&laser](int execution) { return laser.answer(execution); },
               R"(, "answer_model": "/model")"}},
         .policies = {fallbacks, fallbacks + R"(, "mode": "hedged", "hedge_after_s": 0.2)"}});
    Certificates certificates(drill, laser);
    for (int i = 0; i < 2; ++i)
        drill.addWorker();
    EXPECT_EQ(certificates.certify("nonsense"), u"failed"_s);
    EXPECT_EQ(certificates.certify("laser"), u"passed"_s);
    EXPECT_EQ(drill.fallback("nonsense").rehearsals(), 4);
    drill.begin();
    int kills = 0;
    while (drill.goesOn() || kills < 2 || certificates.lapses() < 2) {
        EXPECT_TRUE(certificates.isUsed()) << "nothing fails over to who is certified";
        drill.awaitRequests(100);
        WorkerProcess &worker = drill.anyWorker();
        worker.killHard();
        ++kills;
        drill.awaitRequests(60); // the other one carries on without it
        drill.person().clear();
        worker.start();
        certificates.lapse();
        EXPECT_TRUE(certificates.isPassedOver());
        drill.awaitRequests(60);
        drill.person().clear();
        certificates.restore();
    }
    EXPECT_TRUE(certificates.isUsed());
    const auto counts =
        drill.end(u"%1 kills, %2 lapses of a certificate"_s.arg(kills).arg(certificates.lapses()),
                  certificates.uncertified());
    EXPECT_GE(counts.jobs, 80);
    EXPECT_GE(counts.won, 40);
    EXPECT_GE(counts.everUnknown, 5);
    EXPECT_GE(counts.failedOver, 10);
    EXPECT_GE(counts.raced, 1);
    EXPECT_GE(counts.passedOver, 10);
    EXPECT_GE(counts.elsewhere, 1);
}

} // namespace oncedesk
