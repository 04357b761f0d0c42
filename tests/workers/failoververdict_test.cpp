// The verdict can say no to what went to another provider, one broken promise each.
#include "tests/workers/averdict.h"

namespace oncedesk {

namespace {

const QByteArray policy = R"({"fallbacks": ["nonsense", "laser"], "retry_backoff_s": 0})";
const QByteArray hedged =
    R"({"fallbacks": ["nonsense", "laser"], "mode": "hedged", "hedge_after_s": 0.001, "timeout_s": 600})";

class AFailoverVerdict : public AVerdict
{
protected:
    AFailoverVerdict()
    {
        must("SELECT oncedesk.add_provider('nonsense', 'simulated', '{}'),"
             "       oncedesk.add_provider('laser', 'simulated', '{}')");
        must("SELECT oncedesk.record_certificate('laser', 'print', '1')");
        m_uncertified = {{"nonsense"}};
    }
    void fail(const Claimed &attempt, bool retryable = true)
    {
        must("SELECT oncedesk.fail_attempt($1, $2, 'http_503', 'Busy.', $3)",
             {attempt.attempt, attempt.token, retryable});
    }
    // Failed at the press, and what follows is claimed at the laser.
    Claimed failedOver(const QByteArray &key)
    {
        submit(key, policy);
        const Claimed first = claim();
        execute(key, first.job, 1, false);
        fail(first);
        return claim("laser");
    }
    // Both lanes are claimed, and executed.
    std::pair<Claimed, Claimed> raced(const QByteArray &key)
    {
        submit(key, hedged);
        const Claimed first = claim();
        execute(key, first.job, 1);
        must("SELECT pg_sleep(0.005)");
        must("SELECT oncedesk.open_due_hedges()");
        const Claimed second = claim("laser");
        execute(key, second.job, 2, true, "laser");
        return {first, second};
    }
};

} // namespace

TEST_F(AFailoverVerdict, FindsNothingWhereTheCertifiedFallbackStoodIn)
{
    const Claimed second = failedOver("a");
    finish(second, execute("a", second.job, 2, true, "laser"));
    EXPECT_EQ(broken(), Names());
    EXPECT_EQ(m_counts.failedOver, 1);
    EXPECT_EQ(m_counts.passedOver, 1);
}

TEST_F(AFailoverVerdict, FindsNothingInARaceOfTwoLanes)
{
    const auto [first, second] = raced("a");
    makeUnknown(first);
    finish(second, 2);
    EXPECT_EQ(broken(), Names());
    EXPECT_EQ(m_counts.raced, 1);
}

TEST_F(AFailoverVerdict, NamesTwoExecutionsInLanesOfAJobThatIsNotHedged)
{
    const auto [first, second] = raced("a");
    makeUnknown(first);
    finish(second, 2);
    damage("UPDATE oncedesk.jobs SET policy = policy - 'mode'");
    EXPECT_EQ(broken(),
              (Names{"executed once unless a person said so", "nothing follows an unknown by itself"}));
}

TEST_F(AFailoverVerdict, NamesARequestThatCameToAnother)
{
    const Claimed second = failedOver("a");
    finish(second, execute("a", second.job, 2, true, "nonsense"));
    EXPECT_EQ(broken(), Names{"a request goes where its attempt does"});
}

TEST_F(AFailoverVerdict, NamesTwoWinners)
{
    const auto [first, second] = raced("a");
    finish(first, 1);
    finish(second, 2);
    EXPECT_EQ(broken(), Names());
    damage("UPDATE oncedesk.attempts SET state = 'succeeded' WHERE state = 'superseded'");
    EXPECT_EQ(broken(), Names{"one winner at most"});
}

TEST_F(AFailoverVerdict, NamesAFailoverFromAnUnknown)
{
    const Claimed second = failedOver("a");
    finish(second, execute("a", second.job, 2, true, "laser"));
    damage("UPDATE oncedesk.attempts SET state = 'unknown', unknown_at = ended_at, ended_at = NULL"
           " WHERE state = 'failed'");
    EXPECT_EQ(broken(), (Names{"nothing follows an unknown by itself", "nothing is opened beside an unknown",
                               "what follows by itself follows a definite failure"}));
}

TEST_F(AFailoverVerdict, NamesAFailoverFromWhatWasExecuted)
{
    submit("a", policy);
    const Claimed first = claim();
    execute("a", first.job, 1);
    fail(first);
    const Claimed second = claim("laser");
    finish(second, execute("a", second.job, 2, true, "laser"));
    EXPECT_TRUE(broken().contains("what follows by itself follows a definite failure"));
}

TEST_F(AFailoverVerdict, NamesWhatWentToWhoNeverWasCertifiedByItself)
{
    must("SELECT oncedesk.record_certificate('nonsense', 'print', '1')");
    submit("a", policy);
    const Claimed first = claim();
    execute("a", first.job, 1, false);
    fail(first);
    const Claimed second = claim("nonsense");
    finish(second, execute("a", second.job, 2, true, "nonsense"));
    EXPECT_EQ(broken(), Names{"an uncertified provider gets nothing by itself"});
}

TEST_F(AFailoverVerdict, NamesWhatWentToAFallbackWhileItsCertificateHadLapsed)
{
    const auto now = [this] { return must("SELECT clock_timestamp()::text").text().toUtf8(); };
    const QByteArray before = now();
    const Claimed second = failedOver("a");
    finish(second, execute("a", second.job, 2, true, "laser"));
    const QByteArray behind = now();
    m_uncertified = {{"nonsense"}, {"laser", "-infinity", before}, {"laser", behind, "infinity"}};
    EXPECT_EQ(broken(), Names());
    m_uncertified.append({"laser", before, behind});
    EXPECT_EQ(broken(), Names{"an uncertified provider gets nothing by itself"});
}

TEST_F(AFailoverVerdict, AllowsAnUncertifiedProviderThatAPersonChose)
{
    const qint64 job = submit("a", policy);
    const Claimed first = claim();
    execute("a", job, 1);
    makeUnknown(first);
    must("SELECT oncedesk.cancel_attempt($1, 'Looked at the tray.', 'accepted_risk')", {first.attempt});
    must("SELECT oncedesk.open_attempt($1, 'nonsense', 'Anything will do.')", {job});
    const Claimed second = claim("nonsense");
    finish(second, execute("a", job, 2, true, "nonsense"));
    EXPECT_EQ(broken(), Names());
    EXPECT_EQ(m_counts.elsewhere, 1);
    damage("DELETE FROM oncedesk.operator_actions WHERE action = 'open_attempt'");
    EXPECT_EQ(broken(), Names{"an uncertified provider gets nothing by itself"});
}

TEST_F(AFailoverVerdict, NamesAFallbackThatWasSkippedInSilence)
{
    const Claimed second = failedOver("a");
    finish(second, execute("a", second.job, 2, true, "laser"));
    damage("DELETE FROM oncedesk.attempt_events WHERE event = 'fallback_passed_over'");
    EXPECT_EQ(broken(), Names{"fallbacks are taken in their order"});
}

TEST_F(AFailoverVerdict, NamesASecondLaneThatSkippedAFallbackInSilence)
{
    const auto [first, second] = raced("a");
    finish(first, 1);
    finish(second, 2);
    damage("DELETE FROM oncedesk.attempt_events WHERE event = 'fallback_passed_over'");
    EXPECT_EQ(broken(), Names{"fallbacks are taken in their order"});
}

TEST_F(AFailoverVerdict, NamesARetryWhileAFallbackWasLeft)
{
    submit("a", R"({"retry_backoff_s": 0})");
    const Claimed first = claim();
    execute("a", first.job, 1, false);
    fail(first);
    const Claimed second = claim();
    finish(second, execute("a", second.job, 2));
    EXPECT_EQ(broken(), Names());
    damage("UPDATE oncedesk.jobs SET policy = '{\"fallbacks\": [\"laser\"]}'");
    EXPECT_EQ(broken(), Names{"fallbacks are taken in their order"});
}

} // namespace oncedesk
