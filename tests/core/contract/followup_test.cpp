// What follows a definite failure, sentence by sentence; and who may be failed over to (promise 9).
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class AfterADefiniteFailure : public ::testing::Test
{
protected:
    QByteArray withFallbacks(const QStringList &providers, const QByteArray &more = {}) const
    {
        return R"({"fallbacks": [")" + providers.join(u"\", \""_s).toUtf8() + "\"]" + more + '}';
    }

    // Seconds from now until the attempt may be claimed.
    double wait(qint64 attempt)
    {
        return desk
            .must("SELECT extract(epoch FROM not_before - clock_timestamp()) FROM oncedesk.attempts WHERE id "
                  "= $1",
                  {attempt})
            .real(0, 0);
    }

    QStringList passedOver(qint64 attempt)
    {
        const Rows rows = desk.must("SELECT detail->>'provider', detail->>'why' FROM oncedesk.event_view"
                                    " WHERE attempt_id = $1 AND event = 'fallback_passed_over' ORDER BY at",
                                    {attempt});
        QStringList result;
        for (int row = 0; row < rows.size(); ++row)
            result.append(rows.text(row, 0).section(u'-', 0, 0) + u": "_s + rows.text(row, 1));
        return result;
    }

    Desk desk;
    const QString laser = desk.names().laser;
    const QString plotter = desk.names().plotter;
};

TEST_F(AfterADefiniteFailure, ACertifiedFallbackIsUsedAtOnce)
{
    desk.certify(laser);
    const Claimed first = desk.start("poster", {.policy = withFallbacks({laser})});
    const Failure failure = desk.fail(first);
    EXPECT_EQ(failure.state, u"failed"_s);
    EXPECT_EQ(failure.ordinal, 2);
    EXPECT_EQ(failure.provider, laser);
    EXPECT_EQ(desk.count("oncedesk.attempt_view WHERE id = $1 AND opened_because = 'failover' AND follows = "
                         "$2 AND lane = 0",
                         {failure.next, first.attempt}),
              1);
    const Claimed second = desk.claim(laser);
    EXPECT_EQ(second.attempt, failure.next);
    EXPECT_EQ(desk.finish(second).outcome, u"won"_s);
}

TEST_F(AfterADefiniteFailure, TheFallbacksAreUsedInOrderAndEachOnce)
{
    desk.certify(laser);
    desk.certify(plotter);
    const Claimed first =
        desk.start("poster", {.policy = withFallbacks({plotter, laser}, R"(, "max_attempts": 9)")});
    EXPECT_EQ(desk.fail(first).provider, plotter);
    EXPECT_EQ(desk.fail(desk.claim(plotter)).provider, laser);
    EXPECT_EQ(desk.fail(desk.claim(laser)).next, 0) << "none is left, and the failure was not retryable";
    EXPECT_EQ(desk.status(first.job), u"stalled"_s);
}

TEST_F(AfterADefiniteFailure, AFallbackPassedOverIsRecordedWithWhy)
{
    desk.certify(plotter);
    const Claimed first = desk.start("poster", {.policy = withFallbacks({laser, plotter})});
    EXPECT_EQ(desk.fail(first).provider, plotter);
    EXPECT_EQ(passedOver(first.attempt), QStringList{u"laser: never certified for this intent"_s});
}

TEST_F(AfterADefiniteFailure, NothingFailsOverToAProviderThatIsNotCertifiedAndEveryReasonIsSaid)
{
    const auto why = [&](const QByteArray &key, const QString &intent = u"print.poster"_s) {
        const Claimed attempt = desk.start(key, {.policy = withFallbacks({laser}), .intent = intent});
        EXPECT_EQ(desk.fail(attempt).next, 0);
        EXPECT_EQ(desk.status(attempt.job), u"stalled"_s);
        return passedOver(attempt.attempt).join(u'|');
    };
    EXPECT_EQ(why("never"), u"laser: never certified for this intent"_s);

    desk.must("SELECT oncedesk.record_certificate($1, 'print.poster', 's', '1 millisecond')", {laser});
    desk.until("(SELECT expires_at < clock_timestamp() FROM oncedesk.certificates WHERE provider = $1)",
               {laser});
    EXPECT_EQ(why("expired"), u"laser: certificate expired"_s);

    desk.certify(laser);
    EXPECT_EQ(why("another intent", u"print.card"_s), u"laser: never certified for this intent"_s);
    desk.must("SELECT oncedesk.set_provider($1, '{\"speed\": 2}')", {laser});
    EXPECT_EQ(why("stale"), u"laser: certificate stale: settings changed since"_s);
    desk.must("SELECT oncedesk.set_provider($1, '{}')", {laser});
    const Claimed again = desk.start("settings restored", {.policy = withFallbacks({laser})});
    EXPECT_EQ(desk.fail(again).provider, laser) << "it proved itself at these very settings";
    desk.finish(desk.claim(laser));

    desk.must("SELECT oncedesk.revoke_certificates($1, 'print.poster')", {laser});
    EXPECT_EQ(why("revoked"), u"laser: certificate revoked"_s);

    desk.certify(laser);
    desk.enable(laser, false);
    EXPECT_EQ(why("disabled"), u"laser: provider disabled"_s);
}

TEST_F(AfterADefiniteFailure, TheLatestCertificateIsTheOneThatCounts)
{
    desk.certify(laser);
    desk.must("SELECT oncedesk.record_certificate($1, 'print.poster', 's', '1 millisecond')", {laser});
    desk.until("(SELECT max(expires_at) > min(expires_at) AND min(expires_at) < clock_timestamp()"
               "   FROM oncedesk.certificates WHERE provider = $1)",
               {laser});
    EXPECT_EQ(desk.must("SELECT oncedesk.why_not_certified($1, 'print.poster')", {laser}).text(0, 0),
              u"certificate expired"_s);
    EXPECT_EQ(desk.count("oncedesk.certificate_view WHERE provider = $1 AND NOT valid", {laser}), 1);
}

TEST_F(AfterADefiniteFailure, WithNoFallbackLeftARetryableOneGoesToTheSameProviderAfterTheBackoff)
{
    const Claimed first = desk.start("poster", {.policy = R"({"retry_backoff_s": 100})"});
    const Failure failure = desk.fail(first, true);
    EXPECT_EQ(failure.provider, desk.names().inkjet);
    EXPECT_GT(wait(failure.next), 95);
    EXPECT_LE(wait(failure.next), 150) << "half of it again at most, as jitter";
    EXPECT_EQ(desk.claim().attempt, 0) << "claims skip it until then";
    EXPECT_EQ(desk.status(first.job), u"waiting"_s);
    EXPECT_EQ(desk.cancel(failure.next).outcome, u"cancelled"_s) << "and people can cancel it";
}

TEST_F(AfterADefiniteFailure, TheBackoffDoublesWithEveryFailureAtThatProvider)
{
    Claimed attempt = desk.start("poster", {.policy = R"({"retry_backoff_s": 100, "max_attempts": 6})"});
    for (const double backoff : {100, 200, 400, 800}) {
        const Failure failure = desk.fail(attempt, true);
        EXPECT_GT(wait(failure.next), backoff - 5);
        EXPECT_LE(wait(failure.next), backoff * 1.5);
        // Not waited for: what the countdown would bring, by hand.
        desk.must("UPDATE oncedesk.attempts SET not_before = clock_timestamp() WHERE id = $1",
                  {failure.next});
        attempt = desk.claim();
        EXPECT_EQ(attempt.attempt, failure.next);
    }
}

TEST_F(AfterADefiniteFailure, TheBackoffIsADayAtMost)
{
    Claimed attempt = desk.start("poster", {.policy = R"({"retry_backoff_s": 86400, "max_attempts": 3})"});
    const Failure failure = desk.fail(attempt, true);
    desk.must("UPDATE oncedesk.attempts SET not_before = clock_timestamp() WHERE id = $1", {failure.next});
    EXPECT_LE(wait(desk.fail(desk.claim(), true).next), 86400 * 1.5);
}

TEST_F(AfterADefiniteFailure, AShortBackoffIsOverSoonAndTheRetryIsClaimed)
{
    const Claimed first = desk.start("poster", {.policy = R"({"retry_backoff_s": 0.02})"});
    const Failure failure = desk.fail(first, true);
    desk.until("(SELECT not_before <= clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
               {failure.next});
    EXPECT_EQ(desk.claim().attempt, failure.next);
}

TEST_F(AfterADefiniteFailure, TheProvidersRetryAfterIsHonouredWhenItIsLonger)
{
    const QByteArray policy = R"({"retry_backoff_s": 100})";
    const Failure longer = desk.fail(desk.start("longer", {.policy = policy}), true, u"1 hour"_s);
    EXPECT_GT(wait(longer.next), 3500);
    const Failure shorter = desk.fail(desk.start("shorter", {.policy = policy}), true, u"1 second"_s);
    EXPECT_GT(wait(shorter.next), 95);
    const Failure absurd = desk.fail(desk.start("absurd", {.policy = policy}), true, u"100 years"_s);
    EXPECT_LE(wait(absurd.next), 86400);
    const Failure negative = desk.fail(desk.start("negative", {.policy = policy}), true, u"-1 hour"_s);
    EXPECT_GT(wait(negative.next), 95);
}

TEST_F(AfterADefiniteFailure, AFallbackIsPreferredToARetry)
{
    desk.certify(laser);
    const Failure failure =
        desk.fail(desk.start("poster", {.policy = withFallbacks({laser})}), true, u"1 hour"_s);
    EXPECT_EQ(failure.provider, laser);
    EXPECT_LE(wait(failure.next), 0) << "at once: Retry-After was the other provider's";
}

TEST_F(AfterADefiniteFailure, AFallbackIsTriedAgainOnlyWhileItIsCertified)
{
    desk.certify(laser);
    const QByteArray policy = withFallbacks({laser}, R"(, "retry_backoff_s": 0, "max_attempts": 9)");
    const Claimed first = desk.start("poster", {.policy = policy});
    desk.fail(first, true);
    EXPECT_EQ(desk.fail(desk.claim(laser), true).provider, laser);
    const Claimed third = desk.claim(laser);
    desk.must("SELECT oncedesk.revoke_certificates($1, 'print.poster')", {laser});
    EXPECT_EQ(desk.fail(third, true).next, 0);
    EXPECT_EQ(desk.status(first.job), u"stalled"_s);
    EXPECT_EQ(passedOver(third.attempt), QStringList{u"laser: certificate revoked"_s});
}

TEST_F(AfterADefiniteFailure, WhereAPersonSentItUncertifiedItIsNotTriedAgainByItself)
{
    const Claimed first = desk.start("poster", {.policy = R"({"retry_backoff_s": 0, "max_attempts": 9})"});
    desk.markUnknown(first);
    desk.cancel(first.attempt);
    desk.must("SELECT oncedesk.open_attempt($1, $2, 'The customer is waiting.')", {first.job, laser});
    const Claimed second = desk.claim(laser);
    EXPECT_EQ(desk.fail(second, true).next, 0);
    EXPECT_EQ(passedOver(second.attempt), QStringList{u"laser: never certified for this intent"_s});
}

TEST_F(AfterADefiniteFailure, NothingFollowsWhenItIsNotRetryable)
{
    const Claimed first = desk.start("poster");
    EXPECT_EQ(desk.fail(first, false).next, 0);
    EXPECT_EQ(desk.status(first.job), u"stalled"_s);
}

TEST_F(AfterADefiniteFailure, NothingGoesPastMaxAttempts)
{
    const QByteArray policy = R"({"retry_backoff_s": 0, "max_attempts": 2})";
    Claimed attempt = desk.start("poster", {.policy = policy});
    EXPECT_NE(desk.fail(attempt, true).next, 0);
    EXPECT_EQ(desk.fail(desk.claim(), true).next, 0);
    EXPECT_EQ(desk.status(attempt.job), u"stalled"_s);

    desk.certify(laser);
    const Claimed once = desk.start("once", {.policy = withFallbacks({laser}, R"(, "max_attempts": 1)")});
    EXPECT_EQ(desk.fail(once, true).next, 0) << "a fallback is no way around it";
}

TEST_F(AfterADefiniteFailure, ThreeAttemptsAreTheDefault)
{
    Claimed attempt = desk.start("poster", {.policy = R"({"retry_backoff_s": 0})"});
    for (int ordinal = 2; ordinal <= 3; ++ordinal) {
        EXPECT_EQ(desk.fail(attempt, true).ordinal, ordinal);
        attempt = desk.claim();
    }
    EXPECT_EQ(desk.fail(attempt, true).next, 0);
}

TEST_F(AfterADefiniteFailure, AttemptsThatAPersonOpenedCountToo)
{
    const Claimed first = desk.start("poster", {.policy = R"({"retry_backoff_s": 0, "max_attempts": 2})"});
    desk.markUnknown(first);
    desk.cancel(first.attempt);
    desk.open(first.job);
    EXPECT_EQ(desk.fail(desk.claim(), true).next, 0);
}

TEST_F(AfterADefiniteFailure, NothingFollowsFromUnknown)
{
    desk.certify(laser);
    const Claimed first = desk.start("poster", {.policy = withFallbacks({laser})});
    desk.markUnknown(first);
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {first.job}), 1);
    EXPECT_EQ(desk.claim(laser).attempt, 0);
    EXPECT_EQ(desk.fail(first).provider, laser) << "once its own late failure has cleared the doubt, as ever";
}

TEST_F(AfterADefiniteFailure, NothingFollowsOnceAPersonAskedToCancel)
{
    desk.certify(laser);
    const Claimed first = desk.start("poster", {.policy = withFallbacks({laser})});
    desk.cancel(first.attempt);
    const Failure failure = desk.fail(first, true);
    EXPECT_EQ(failure.state, u"failed"_s);
    EXPECT_EQ(failure.next, 0);
}

TEST_F(AfterADefiniteFailure, NothingFollowsALateFailureOfACancelledAttempt)
{
    desk.certify(laser);
    const Claimed first = desk.start("poster", {.policy = withFallbacks({laser})});
    desk.markUnknown(first);
    desk.cancel(first.attempt);
    const Failure failure = desk.fail(first, true);
    EXPECT_EQ(failure.state, u"cancelled"_s);
    EXPECT_EQ(failure.next, 0);
    EXPECT_EQ(desk.events(first.attempt).last(), u"late_failure"_s) << "it is shown beside the verdict";
}

TEST_F(AfterADefiniteFailure, NoRetryGoesToAProviderThatWasDisabledAndItIsSaid)
{
    const Claimed first = desk.start("poster");
    desk.enable(desk.names().inkjet, false);
    EXPECT_EQ(desk.fail(first, true).next, 0);
    EXPECT_EQ(passedOver(first.attempt), QStringList{u"inkjet: provider disabled"_s});
    EXPECT_EQ(desk.status(first.job), u"stalled"_s);
}

TEST_F(AfterADefiniteFailure, NothingFollowsWhileTheOtherLaneLives)
{
    desk.certify(laser);
    desk.certify(plotter);
    const QByteArray policy = withFallbacks({laser, plotter}, R"(, "mode": "hedged", "max_attempts": 9)");
    const Claimed first = desk.start("started", {.policy = policy});
    desk.open(first.job, laser);
    const Claimed second = desk.claim(laser);
    EXPECT_EQ(desk.fail(first, true).next, 0);
    EXPECT_EQ(desk.fail(second, true).provider, plotter) << "it follows the last lane's failure";

    const Claimed third = desk.start("unknown", {.policy = policy});
    desk.open(third.job, laser);
    desk.markUnknown(desk.claim(laser));
    EXPECT_EQ(desk.fail(third, true).next, 0) << "an unknown lane blocks";
}

TEST_F(AfterADefiniteFailure, WhatFollowsIsDecidedInTheSameTransaction)
{
    const Claimed first = desk.start("poster");
    desk.begin();
    EXPECT_NE(desk.fail(first, true).next, 0);
    desk.rollback();
    EXPECT_EQ(desk.state(first.attempt), u"started"_s);
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {first.job}), 1);
}

} // namespace
} // namespace oncedesk
