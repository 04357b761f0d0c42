// A job's status is derived from what there is: each combination of attempts, result and closing.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class AJobsStatus : public ::testing::Test
{
protected:
    AJobsStatus()
    {
        desk.certify(desk.names().laser);
        desk.certify(desk.names().plotter);
    }

    // A hedged job with a started attempt in its first lane, and in its second an attempt in the given state.
    std::pair<Claimed, Claimed> lanes(const QByteArray &key, const QString &second)
    {
        const Claimed first =
            desk.start(key, {.policy = R"({"mode": "hedged", "max_attempts": 1, "fallbacks": [")" +
                                       desk.names().laser.toUtf8() + "\"]}"});
        const Opening opened = desk.open(first.job, desk.names().laser, u"hurry"_s);
        if (second == u"pending"_s)
            return {first, {.attempt = opened.attempt, .job = first.job}};
        const Claimed other = desk.claim(desk.names().laser);
        if (second == u"unknown"_s)
            desk.markUnknown(other);
        else if (second == u"failed"_s)
            desk.fail(other);
        EXPECT_EQ(desk.state(other.attempt), second);
        return {first, other};
    }

    Desk desk;
};

TEST_F(AJobsStatus, FollowsASingleAttempt)
{
    const qint64 job = desk.submit("poster").job;
    EXPECT_EQ(desk.status(job), u"waiting"_s);
    const Claimed attempt = desk.claim();
    EXPECT_EQ(desk.status(job), u"running"_s);
    desk.markUnknown(attempt);
    EXPECT_EQ(desk.status(job), u"unknown"_s);
    desk.cancel(attempt.attempt);
    EXPECT_EQ(desk.status(job), u"stalled"_s);
    desk.close(job, 1);
    EXPECT_EQ(desk.status(job), u"closed"_s);
}

TEST_F(AJobsStatus, IsStalledAfterEveryEndWithoutAResult)
{
    EXPECT_EQ(desk.status(desk.submit("manual", {.policy = R"({"start": "manual"})"}).job), u"stalled"_s);
    const Claimed failed = desk.start("failed");
    desk.fail(failed);
    EXPECT_EQ(desk.status(failed.job), u"stalled"_s);
    const Claimed left = desk.start("left behind");
    desk.must("UPDATE oncedesk.jobs SET version = version + 1 WHERE id = $1", {left.job});
    desk.finish(left);
    EXPECT_EQ(desk.state(left.attempt), u"superseded"_s);
    EXPECT_EQ(desk.status(left.job), u"stalled"_s);
}

TEST_F(AJobsStatus, IsWaitingWhileARetryIsAhead)
{
    const Claimed first = desk.start("poster");
    EXPECT_NE(desk.fail(first, true).next, 0);
    EXPECT_EQ(desk.status(first.job), u"waiting"_s);
}

TEST_F(AJobsStatus, OfTwoLanesIsTheFirstThatAppliesOfUnknownRunningWaiting)
{
    const auto first = lanes("started, pending", u"pending"_s);
    EXPECT_EQ(desk.status(first.first.job), u"running"_s);
    desk.cancel(first.second.attempt);
    EXPECT_EQ(desk.status(lanes("started, started", u"started"_s).first.job), u"running"_s);
    EXPECT_EQ(desk.status(lanes("started, unknown", u"unknown"_s).first.job), u"unknown"_s);
    EXPECT_EQ(desk.status(lanes("started, failed", u"failed"_s).first.job), u"running"_s);

    const auto waiting = lanes("unknown, pending", u"pending"_s);
    desk.markUnknown(waiting.first);
    EXPECT_EQ(desk.status(waiting.first.job), u"unknown"_s);
    desk.fail(waiting.first);
    EXPECT_EQ(desk.status(waiting.first.job), u"waiting"_s);
    desk.cancel(waiting.second.attempt);

    const auto running = lanes("failed, started", u"started"_s);
    desk.fail(running.first);
    EXPECT_EQ(desk.status(running.first.job), u"running"_s);

    const auto doubtful = lanes("failed, unknown", u"unknown"_s);
    desk.fail(doubtful.first);
    EXPECT_EQ(desk.status(doubtful.first.job), u"unknown"_s);

    const auto over = lanes("failed, failed", u"failed"_s);
    desk.fail(over.first);
    EXPECT_EQ(desk.status(over.first.job), u"stalled"_s);
}

TEST_F(AJobsStatus, IsSucceededWhateverLooseEndsThereAre)
{
    for (const QString &other : {u"pending"_s, u"started"_s, u"unknown"_s, u"failed"_s}) {
        const auto [first, second] = lanes(other.toUtf8(), other);
        desk.finish(first);
        EXPECT_EQ(desk.status(first.job), u"succeeded"_s);
        EXPECT_EQ(desk.state(second.attempt), other == u"pending"_s ? u"superseded"_s : other);
    }
}

TEST_F(AJobsStatus, IsClosedOnlyByAPersonWhoSawTheVersionAndLeavesNothingLive)
{
    const qint64 job = desk.submit("poster", {.policy = R"({"start": "manual"})"}).job;
    EXPECT_EQ(desk.close(job, 7), (Closing{u"refused"_s, u"version_moved"_s}));
    EXPECT_EQ(desk.close(9'000'000'000, 1), (Closing{u"refused"_s, u"no_such_job"_s}));
    EXPECT_EQ(desk.close(job, 1), (Closing{u"closed"_s, {}}));
    EXPECT_EQ(desk.version(job), 2);
    EXPECT_EQ(desk.close(job, 2), (Closing{u"refused"_s, u"job_closed"_s}));
    EXPECT_EQ(desk.count("oncedesk.action_view WHERE job_id = $1 AND action = 'close_job'", {job}), 3)
        << "refusals are kept";
}

TEST_F(AJobsStatus, IsTheSameForTheSubmitterWhoMadeIt)
{
    Caller submitter = desk.as(u"oncedesk_submitter"_s);
    const qint64 job = submitter.submit("poster").job;
    for (const char *wanted : {"waiting", "running", "succeeded"}) {
        EXPECT_EQ(submitter.must("SELECT status FROM oncedesk.my_job_view WHERE id = $1", {job}).text(0, 0),
                  QLatin1String(wanted));
        EXPECT_EQ(desk.status(job), QLatin1String(wanted));
        if (desk.status(job) == u"waiting"_s)
            desk.claim();
        else if (desk.status(job) == u"running"_s)
            desk.finish(
                {.attempt =
                     desk.must("SELECT id FROM oncedesk.attempts WHERE job_id = $1", {job}).integer(0, 0),
                 .token = desk.must("SELECT claim_token FROM oncedesk.attempts WHERE job_id = $1", {job})
                              .utf8(0, 0)});
    }
}

} // namespace
} // namespace oncedesk
