// The third breakpoint, promises 4 to 6: a provider that hangs leaves the attempt unknown, and unknown
// blocks.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class AnUnknownAttempt : public ::testing::Test
{
protected:
    // An attempt whose provider hung past its deadline.
    Claimed hung(const QByteArray &key, const QByteArray &policy = R"({"timeout_s": 0.005})")
    {
        const Claimed attempt = desk.start(key, {.policy = policy});
        desk.until("(SELECT deadline_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
                   {attempt.attempt});
        EXPECT_TRUE(desk.sweep().contains(attempt.attempt));
        return attempt;
    }

    Desk desk;
};

TEST_F(AnUnknownAttempt, IsWhatATimeoutLeavesAndTheJobIsNotFailed)
{
    const Claimed attempt = hung("poster");
    EXPECT_EQ(desk.state(attempt.attempt), u"unknown"_s);
    EXPECT_EQ(desk.status(attempt.job), u"unknown"_s);
    EXPECT_EQ(desk.must("SELECT unknown_why FROM oncedesk.attempt_view WHERE id = $1", {attempt.attempt})
                  .text(0, 0),
              u"No answer within 0.005 s."_s);
    EXPECT_EQ(desk.events(attempt.attempt), (QStringList{u"pending"_s, u"started"_s, u"unknown"_s}));
}

TEST_F(AnUnknownAttempt, BlocksEveryWayToOpenAnother)
{
    const Claimed attempt =
        hung("poster", R"({"timeout_s": 0.005, "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}");
    desk.certify(desk.names().laser);
    for (const auto &[provider, reason] : {std::pair{QString(), QString()},
                                           {desk.names().laser, QString()},
                                           {desk.names().inkjet, u"I insist"_s},
                                           {desk.names().plotter, u"I insist"_s}}) {
        const Opening refused = desk.open(attempt.job, provider, reason);
        EXPECT_EQ(refused.outcome, u"refused"_s);
        EXPECT_EQ(refused.refusal, u"attempt_unknown"_s);
        EXPECT_EQ(refused.blocking, attempt.attempt);
        EXPECT_EQ(refused.attempt, 0);
    }
    EXPECT_EQ(desk.close(attempt.job, 1).refusal, u"attempt_unknown"_s);
    EXPECT_FALSE(desk.hedge().contains(attempt.attempt));
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {attempt.job}), 1)
        << "nor does anything fail over";
    EXPECT_EQ(desk.count("oncedesk.operator_actions WHERE job_id = $1 AND outcome = 'attempt_unknown'",
                         {attempt.job}),
              5)
        << "each refusal is kept";
}

TEST_F(AnUnknownAttempt, IsClearedByAnExplicitCancelWithReasonAndEvidence)
{
    const Claimed attempt = hung("poster");
    EXPECT_EQ(desk.cancel(attempt.attempt, u"called the shop"_s, u"provider_has_no_record"_s),
              (Cancelling{u"cancelled"_s, u"cancelled"_s}));
    EXPECT_EQ(desk.status(attempt.job), u"stalled"_s);
    const Opening second = desk.open(attempt.job, desk.names().laser, u"inkjet is gone"_s);
    EXPECT_EQ(second.outcome, u"opened"_s);
    EXPECT_EQ(second.ordinal, 2);
    EXPECT_EQ(desk.must("SELECT reason, evidence FROM oncedesk.action_view"
                        " WHERE attempt_id = $1 AND action = 'cancel_attempt'",
                        {attempt.attempt})
                  .text(0, 1),
              u"provider_has_no_record"_s);
}

TEST_F(AnUnknownAttempt, IsClearedByItsOwnLateSuccess)
{
    const Claimed attempt = hung("poster");
    EXPECT_EQ(desk.finish(attempt, "42"), (Finish{u"won"_s, {}, 2, attempt.attempt}));
    EXPECT_EQ(desk.state(attempt.attempt), u"succeeded"_s);
    EXPECT_EQ(desk.result(attempt.job), "42");
    EXPECT_EQ(desk.events(attempt.attempt),
              (QStringList{u"pending"_s, u"started"_s, u"unknown"_s, u"succeeded"_s}));
}

TEST_F(AnUnknownAttempt, IsClearedByItsOwnLateFailure)
{
    const Claimed attempt = hung("poster");
    EXPECT_EQ(desk.fail(attempt).state, u"failed"_s);
    EXPECT_EQ(desk.status(attempt.job), u"stalled"_s);
}

TEST_F(AnUnknownAttempt, IsClearedByAConclusiveAnswerOfTheProvider)
{
    const Claimed well = hung("well");
    desk.ask(well.attempt);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"succeeded"_s, R"({"pages": 3})"), u"succeeded"_s);
    EXPECT_EQ(desk.result(well.job), R"({"pages": 3})");

    const Claimed ill = hung("ill");
    desk.ask(ill.attempt);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"failed"_s, R"({"code": 7})"), u"failed"_s);
    EXPECT_EQ(desk.status(ill.job), u"stalled"_s);
}

TEST_F(AnUnknownAttempt, StaysSoAfterEveryAnswerThatConcludesNothing)
{
    const Claimed attempt = hung("poster");
    for (const QString &answer : {u"running"_s, u"no_record"_s, u"unreachable"_s}) {
        desk.ask(attempt.attempt);
        EXPECT_EQ(desk.answer(desk.claimRequest(), answer, "{}"), u"unknown"_s);
    }
    for (const QString &answer : {u"stopped"_s, u"not_stopped"_s, u"unreachable"_s}) {
        desk.stop(attempt.attempt);
        EXPECT_EQ(desk.answer(desk.claimRequest(), answer), u"unknown"_s)
            << "nobody asked to cancel it: evidence for a person";
    }
    EXPECT_EQ(desk.count("oncedesk.answer_view WHERE attempt_id = $1", {attempt.attempt}), 6)
        << "all is kept";
    EXPECT_EQ(desk.open(attempt.job).refusal, u"attempt_unknown"_s);
}

TEST_F(AnUnknownAttempt, ComesOfEveryDoubtAWorkerReportsWithItsWords)
{
    const Claimed attempt = desk.start("poster");
    EXPECT_EQ(desk.markUnknown(attempt, u"The link was lost after the request went out."_s), u"unknown"_s);
    EXPECT_EQ(
        desk.must(
                "SELECT detail->>'why' FROM oncedesk.event_view WHERE attempt_id = $1 AND event = 'unknown'",
                {attempt.attempt})
            .text(0, 0),
        u"The link was lost after the request went out."_s);
    EXPECT_EQ(desk.open(attempt.job).refusal, u"attempt_unknown"_s);
}

TEST_F(AnUnknownAttempt, OfACompletedJobIsALooseEndAndTheJobHasSucceeded)
{
    desk.certify(desk.names().laser);
    const Claimed first = desk.start(
        "poster", {.policy = R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
    desk.open(first.job, desk.names().laser);
    const Claimed second = desk.claim(desk.names().laser);
    desk.markUnknown(first);
    EXPECT_EQ(desk.status(first.job), u"unknown"_s);
    EXPECT_EQ(desk.finish(second).outcome, u"won"_s);
    EXPECT_EQ(desk.status(first.job), u"succeeded"_s);
    EXPECT_EQ(desk.state(first.attempt), u"unknown"_s);
    EXPECT_EQ(desk.cancel(first.attempt).outcome, u"cancelled"_s);
    EXPECT_EQ(desk.status(first.job), u"succeeded"_s);
}

class ALiveAttempt : public ::testing::Test
{
protected:
    Desk desk;
};

TEST_F(ALiveAttempt, BlocksAnotherWhilePendingAndWhileStarted)
{
    const qint64 job = desk.submit("poster").job;
    EXPECT_EQ(desk.open(job).refusal, u"attempt_open"_s);
    EXPECT_EQ(desk.open(job, desk.names().laser, u"hurry"_s).refusal, u"attempt_open"_s);
    const Claimed attempt = desk.claim();
    const Opening refused = desk.open(job, desk.names().laser, u"hurry"_s);
    EXPECT_EQ(refused.refusal, u"attempt_open"_s);
    EXPECT_EQ(refused.blocking, attempt.attempt);
    EXPECT_EQ(desk.close(job, 1).refusal, u"attempt_open"_s);
}

TEST_F(ALiveAttempt, IsNotOpenedForAJobThatHasEnded)
{
    const Claimed done = desk.start("done");
    desk.finish(done);
    EXPECT_EQ(desk.open(done.job, {}, u"once more"_s).refusal, u"job_completed"_s);
    EXPECT_EQ(desk.close(done.job, 2).refusal, u"job_completed"_s);

    const qint64 closed = desk.submit("closed", {.policy = R"({"start": "manual"})"}).job;
    EXPECT_EQ(desk.close(closed, 1).outcome, u"closed"_s);
    EXPECT_EQ(desk.open(closed, {}, u"once more"_s).refusal, u"job_closed"_s);
}

TEST_F(ALiveAttempt, IsNotOpenedWhereItCannotRun)
{
    const qint64 job = desk.submit("poster", {.policy = R"({"start": "manual"})"}).job;
    EXPECT_EQ(desk.open(job, u"nobody"_s, u"try"_s).refusal, u"no_such_provider"_s);
    EXPECT_EQ(desk.open(job, desk.names().laser).refusal, u"not_certified"_s);
    desk.enable(desk.names().laser, false);
    EXPECT_EQ(desk.open(job, desk.names().laser, u"try"_s).refusal, u"provider_disabled"_s);
    EXPECT_EQ(desk.open(9'000'000'000).refusal, u"no_such_job"_s);
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {job}), 0);
}

TEST_F(ALiveAttempt, BeyondMaxAttemptsOrAtAnUncertifiedProviderIsOpenedOnlyForAReason)
{
    const Claimed attempt = desk.start("poster", {.policy = R"({"max_attempts": 1})"});
    desk.fail(attempt);
    EXPECT_EQ(desk.open(attempt.job).refusal, u"attempts_exhausted"_s);
    EXPECT_EQ(desk.open(attempt.job, desk.names().laser).refusal, u"not_certified"_s);
    EXPECT_EQ(desk.open(attempt.job, desk.names().laser, u"  "_s).refusal, u"not_certified"_s)
        << "blank is no reason";
    EXPECT_EQ(desk.open(attempt.job, desk.names().laser, u"the customer waits"_s).outcome, u"opened"_s);
}

} // namespace
} // namespace oncedesk
