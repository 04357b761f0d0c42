// Hedged jobs: a second lane at a certified fallback, and never more than that.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class AHedgedJob : public ::testing::Test
{
protected:
    QByteArray policy(const QByteArray &more = R"(, "hedge_after_s": 0.001)",
                      const QStringList &fallbacks = {}) const
    {
        const QStringList names = fallbacks.isEmpty() ? QStringList{desk.names().laser} : fallbacks;
        return R"({"mode": "hedged", "fallbacks": [")" + names.join(u"\", \""_s).toUtf8() + "\"]" + more +
               '}';
    }

    // A started attempt that has been silent for hedge_after_s.
    Claimed silent(const QByteArray &key, const QByteArray &policyText)
    {
        const Claimed attempt = desk.start(key, {.policy = policyText});
        desk.until("(SELECT hedge_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
                   {attempt.attempt});
        return attempt;
    }

    qint64 attemptsOf(qint64 job) { return desk.count("oncedesk.attempts WHERE job_id = $1", {job}); }

    Desk desk;
    const QString laser = desk.names().laser;
};

TEST_F(AHedgedJob, OpensItsSecondLaneAfterTheSilenceAtTheFirstCertifiedFallback)
{
    desk.certify(laser);
    const Claimed first =
        silent("poster", policy(R"(, "hedge_after_s": 0.001)", {desk.names().plotter, laser}));
    const QList<qint64> opened = desk.hedge();
    ASSERT_EQ(opened.size(), 1);
    EXPECT_EQ(desk.count("oncedesk.attempt_view WHERE id = $1 AND lane = 1 AND ordinal = 2 AND provider = $2"
                         " AND opened_because = 'hedge' AND follows = $3 AND state = 'pending'",
                         {opened[0], laser, first.attempt}),
              1);
    EXPECT_EQ(desk.status(first.job), u"running"_s);
    EXPECT_EQ(desk.finish(desk.claim(laser)).outcome, u"won"_s);
}

TEST_F(AHedgedJob, WaitsForTheSilenceFirst)
{
    desk.certify(laser);
    const Claimed first = desk.start("poster", {.policy = policy(R"(, "hedge_after_s": 3600)")});
    EXPECT_EQ(desk.hedge(), QList<qint64>());
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE id = $1 AND hedge_at = started_at + interval '1 hour'",
                         {first.attempt}),
              1);
    const Claimed byDefault = desk.start("default", {.policy = policy({})});
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE id = $1 AND hedge_at = started_at + interval '10 s'",
                         {byDefault.attempt}),
              1);
}

TEST_F(AHedgedJob, OpensNoLaneBeforeItsFallbackIsCertifiedAndOneOnceItIs)
{
    const Claimed first = silent("poster", policy());
    EXPECT_EQ(desk.hedge(), QList<qint64>());
    EXPECT_EQ(desk.hedge(), QList<qint64>());
    EXPECT_EQ(desk.events(first.attempt).count(u"fallback_passed_over"_s), 1) << "said once";
    desk.certify(laser);
    desk.must("UPDATE oncedesk.attempts SET hedge_at = clock_timestamp() WHERE id = $1", {first.attempt});
    EXPECT_EQ(desk.hedge().size(), 1);
}

TEST_F(AHedgedJob, OpensOneSecondLaneForOneFirstAttempt)
{
    desk.certify(laser);
    desk.certify(desk.names().plotter);
    const Claimed first = silent(
        "poster", policy(R"(, "hedge_after_s": 0.001, "max_attempts": 9)", {laser, desk.names().plotter}));
    EXPECT_EQ(desk.hedge().size(), 1);
    desk.fail(desk.claim(laser));
    desk.must("UPDATE oncedesk.attempts SET hedge_at = clock_timestamp() WHERE id = $1", {first.attempt});
    EXPECT_EQ(desk.hedge(), QList<qint64>());
    EXPECT_EQ(attemptsOf(first.job), 2);
}

TEST_F(AHedgedJob, OpensNoLaneWhileTheFirstIsUnknownPastItsDeadlineOrEnded)
{
    desk.certify(laser);
    const Claimed unknown = silent("unknown", policy());
    desk.markUnknown(unknown);
    const Claimed late = silent("late", policy(R"(, "hedge_after_s": 0.001, "timeout_s": 0.002)"));
    desk.until("(SELECT deadline_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
               {late.attempt});
    const Claimed done = silent("done", policy());
    desk.finish(done);
    EXPECT_EQ(desk.hedge(), QList<qint64>());
    for (const Claimed &attempt : {unknown, late, done}) {
        EXPECT_EQ(attemptsOf(attempt.job), 1);
        EXPECT_EQ(desk.open(attempt.job, laser).outcome,
                  attempt.job == late.job ? u"opened"_s : u"refused"_s);
    }
}

TEST_F(AHedgedJob, GoesNotPastMaxAttempts)
{
    desk.certify(laser);
    silent("poster", policy(R"(, "hedge_after_s": 0.001, "max_attempts": 1)"));
    EXPECT_EQ(desk.hedge(), QList<qint64>());
}

TEST_F(AHedgedJob, OpensNothingAtAProviderItHasUsedAlready)
{
    desk.certify(laser);
    desk.certify(desk.names().inkjet);
    const Claimed first = silent("poster", policy(R"(, "hedge_after_s": 0.001)", {desk.names().inkjet}));
    EXPECT_EQ(desk.hedge(), QList<qint64>());
    EXPECT_EQ(desk.open(first.job, desk.names().inkjet, u"hurry"_s).refusal, u"attempt_open"_s);
}

TEST_F(AHedgedJob, HasItsSecondLaneOpenedByAPersonOnlyAtACertifiedFallback)
{
    const Claimed first = desk.start("poster", {.policy = policy({})});
    EXPECT_EQ(desk.open(first.job, laser).refusal, u"not_certified"_s);
    EXPECT_EQ(desk.open(first.job, laser, u"I insist"_s).refusal, u"not_certified"_s)
        << "no reason helps beside a live attempt";
    desk.certify(desk.names().plotter);
    EXPECT_EQ(desk.open(first.job, desk.names().plotter, u"I insist"_s).refusal, u"attempt_open"_s)
        << "it is no fallback of the job";
    desk.certify(laser);
    EXPECT_EQ(desk.open(first.job, laser).outcome, u"opened"_s);
    EXPECT_EQ(desk.open(first.job, laser).refusal, u"attempt_open"_s);
}

TEST_F(AHedgedJob, IsBlockedByAnUnknownAttemptInEitherLane)
{
    desk.certify(laser);
    desk.certify(desk.names().plotter);
    const Claimed first = desk.start("poster", {.policy = policy({}, {laser, desk.names().plotter})});
    desk.open(first.job, laser);
    const Claimed second = desk.claim(laser);
    desk.markUnknown(second);
    EXPECT_EQ(desk.open(first.job, desk.names().plotter, u"hurry"_s).refusal, u"attempt_unknown"_s);
    desk.fail(first);
    EXPECT_EQ(desk.open(first.job, {}, u"hurry"_s).refusal, u"attempt_unknown"_s);
    EXPECT_EQ(desk.open(first.job, {}, u"hurry"_s).blocking, second.attempt);
    EXPECT_EQ(desk.status(first.job), u"unknown"_s);
    desk.cancel(second.attempt);
    EXPECT_EQ(desk.open(first.job, {}, u"hurry"_s).outcome, u"opened"_s);
}

TEST_F(AHedgedJob, SupersedesItsWaitingSecondLaneAtOnceWhenTheFirstWins)
{
    desk.certify(laser);
    const Claimed first = desk.start("poster", {.policy = policy({})});
    const Opening second = desk.open(first.job, laser);
    EXPECT_EQ(desk.finish(first).outcome, u"won"_s);
    EXPECT_EQ(desk.state(second.attempt), u"superseded"_s);
    EXPECT_EQ(desk.claim(laser).attempt, 0);
}

TEST_F(AHedgedJob, HasASecondLaneThatSomeoneHeldWhenItEndedSupersededByTheNextSweep)
{
    desk.certify(laser);
    const Claimed first = desk.start("poster", {.policy = policy({})});
    const Opening second = desk.open(first.job, laser);
    Caller other = desk.another();
    other.begin();
    EXPECT_EQ(other.claim(laser).attempt, second.attempt);
    EXPECT_EQ(desk.finish(first).outcome, u"won"_s);
    other.rollback();
    EXPECT_EQ(desk.state(second.attempt), u"pending"_s);
    EXPECT_EQ(desk.sweep(), QList<qint64>()) << "it did not become unknown";
    EXPECT_EQ(desk.state(second.attempt), u"superseded"_s);
}

TEST_F(AHedgedJob, OfModeExclusiveHasNoSecondLane)
{
    desk.certify(laser);
    const Claimed first = desk.start(
        "poster", {.policy = R"({"hedge_after_s": 0.001, "fallbacks": [")" + laser.toUtf8() + "\"]}"});
    EXPECT_EQ(desk.hedge(), QList<qint64>());
    EXPECT_EQ(desk.open(first.job, laser).refusal, u"attempt_open"_s);
}

TEST(TheSweep, MovesOnlyWhatIsPastItsDeadlineWhoeversItIsUpToTheMostAsked)
{
    TestDatabase database;
    Desk desk(database);
    QList<qint64> late;
    for (int i = 0; i < 5; ++i)
        late.append(
            desk.start("late " + QByteArray::number(i), {.policy = R"({"timeout_s": 0.001})"}).attempt);
    const Claimed inTime = desk.start("in time");
    const Claimed finished = desk.start("finished", {.policy = R"({"timeout_s": 0.001})"});
    desk.finish(finished);
    desk.until("(SELECT max(deadline_at) < clock_timestamp() FROM oncedesk.attempts WHERE id = ANY ($1))",
               {Param::array(late)});
    EXPECT_EQ(desk.must("SELECT attempt_id FROM oncedesk.sweep_overdue(2)").size(), 2);
    EXPECT_EQ(desk.must("SELECT attempt_id FROM oncedesk.sweep_overdue(0)").size(), 0);
    EXPECT_EQ(desk.sweep().size(), 3);
    EXPECT_EQ(desk.sweep(), QList<qint64>());
    for (const qint64 attempt : late)
        EXPECT_EQ(desk.state(attempt), u"unknown"_s);
    EXPECT_EQ(desk.state(inTime.attempt), u"started"_s);
    EXPECT_EQ(desk.state(finished.attempt), u"succeeded"_s);
}

TEST(TheSweep, SkipsWhatAnotherTransactionHolds)
{
    Desk desk;
    const Claimed attempt = desk.start("poster", {.policy = R"({"timeout_s": 0.001})"});
    desk.until("(SELECT deadline_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
               {attempt.attempt});
    Caller worker = desk.another();
    worker.begin();
    worker.finish(attempt);
    EXPECT_EQ(desk.sweep(), QList<qint64>());
    worker.rollback();
    EXPECT_EQ(desk.sweep(), QList<qint64>{attempt.attempt});
}

} // namespace
} // namespace oncedesk
