// No worker's clock decides anything.
#include "tests/support/testdatabase.h"
#include "tests/workers/drill.h"
#include "tests/workers/faketime.h"

#include <QDateTime>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

// By how many seconds a worker's clock is off, from the time at the beginning of its log, to some seconds.
int offBy(const WorkerProcess &worker, const QDateTime &began)
{
    const QTime said = QTime::fromString(QString::fromUtf8(worker.log().left(12)), u"HH:mm:ss.zzz"_s);
    if (!said.isValid())
        return 0;
    const int off = began.time().secsTo(said);
    return off > 43200 ? off - 86400 : off < -43200 ? off + 86400 : off; // midnight in between
}

} // namespace

TEST(WorkerDrill, WorkersWhoseClocksAreFiveMinutesFastAndSlowKeepTheDatabasesDeadlines)
{
    const auto fast = wrongClock(300);
    const auto slow = wrongClock(-300);
    ASSERT_TRUE(fast && slow) << fast.error().sentence.toStdString();
    TestDatabase database;
    Drill drill(database.settings(), database.settingsAs(u"oncedesk_worker"_s),
                {.name = "Wrong clocks",
                 .moods = {{Mood::good, 8},
                           {Mood::slow, 8},
                           {Mood::late, 1},
                           {Mood::silent, 1},
                           {Mood::half, 1},
                           {Mood::busy, 2},
                           {Mood::busyUntil, 2},
                           {Mood::refusing, 1}},
                 .verdict = {.moodsDecide = true}});
    const QDateTime began = QDateTime::currentDateTimeUtc();
    const WorkerProcess &ahead = drill.addWorker(*fast);
    const WorkerProcess &behind = drill.addWorker(*slow);
    drill.begin();
    EXPECT_NEAR(offBy(ahead, began), 300, 60) << ahead.log().left(500).toStdString();
    EXPECT_NEAR(offBy(behind, began), -300, 60) << behind.log().left(500).toStdString();
    while (drill.goesOn()) {
        drill.awaitRequests(50);
        drill.person().clear();
    }
    const auto counts = drill.end(u"clocks off by 300 s"_s);
    EXPECT_GE(counts.jobs, 80);
    EXPECT_GE(counts.won, 50);
    EXPECT_GE(counts.everUnknown, 5);
    EXPECT_GE(counts.failed, 5);
    const auto byWorker = drill.sql().exec(
        "SELECT count(*) FROM (SELECT FROM oncedesk.attempts WHERE state = 'succeeded' GROUP BY worker"
        "                      HAVING count(*) >= 5) AS w");
    EXPECT_EQ(byWorker.integer(), 2) << "both have worked";
    // "Again at that date" is told by the provider's clock, and understood by it.
    const auto apart = drill.sql().exec(
        "SELECT count(*), coalesce(max(extract(epoch FROM n.not_before - a.ended_at)), 0)::int"
        "  FROM oncedesk.attempts a JOIN oncedesk.attempts n ON n.follows = a.id"
        "  JOIN drill.journal r ON r.job = a.job_id AND r.ordinal = a.ordinal AND r.mood = 'busyUntil'");
    EXPECT_GE(apart.integer(), 1);
    EXPECT_LE(apart.rows.integer(0, 1), 5);
}

} // namespace oncedesk
