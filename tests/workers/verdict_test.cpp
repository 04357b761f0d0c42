// The verdict can say no: journals and databases that break one promise each.
#include "tests/workers/averdict.h"

namespace oncedesk {

TEST_F(AVerdict, FindsNothingWhereEverythingHolds)
{
    wholeJob("a");
    submit("b");
    const Claimed b = claim();
    execute("b", b.job, 1);
    makeUnknown(b);
    submit("c");
    const Claimed c = claim();
    execute("c", c.job, 1, false);
    must("SELECT oncedesk.fail_attempt($1, $2, 'http_422', 'No.', false)", {c.attempt, c.token});
    EXPECT_EQ(broken({.moodsDecide = false}), Names());
    EXPECT_EQ(m_counts.jobs, 3);
    EXPECT_EQ(m_counts.executed, 2);
    EXPECT_EQ(m_counts.won, 1);
    EXPECT_EQ(m_counts.unknown, 1);
    EXPECT_EQ(m_counts.againByItself, 0);
}

TEST_F(AVerdict, NamesAKeyThatWasExecutedTwice)
{
    const Claimed a = wholeJob("a");
    execute("a", a.job, 1);
    const Names names = broken();
    EXPECT_TRUE(names.contains("executed once unless a person said so")) << names.join(", ").toStdString();
    EXPECT_TRUE(names.contains("an attempt is sent once"));
    EXPECT_EQ(m_counts.againByItself, 1);
}

TEST_F(AVerdict, NamesAnExecutionByAnAttemptThatDoesNotExist)
{
    const Claimed a = wholeJob("a");
    execute("b", a.job, 1, false);
    execute("a", a.job, 7, false);
    execute("a", a.job + 1, 1, false);
    EXPECT_TRUE(broken().contains("a request is an attempt's"));
}

TEST_F(AVerdict, NamesAnExecutionByAnAttemptThatNobodyHadClaimed)
{
    const qint64 job = submit("a");
    execute("a", job, 1);
    const Names names = broken();
    EXPECT_TRUE(names.contains("known as started")) << names.join(", ").toStdString();
    EXPECT_TRUE(names.contains("every job ends"));
}

TEST_F(AVerdict, NamesARequestThatCameBeforeItsAttemptWasStarted)
{
    const qint64 job = submit("a");
    const int execution = execute("a", job, 1);
    finish(claim(), execution);
    EXPECT_EQ(broken(), (Names{"known as started", "known as started at that moment"}));
}

TEST_F(AVerdict, NamesARequestThatWasSentBeforeItsClaimWasCommitted)
{
    submit("a");
    must("BEGIN");
    const Claimed a = claim();
    const int execution = execute("a", a.job, 1);
    must("COMMIT");
    finish(a, execution);
    EXPECT_EQ(broken(), Names{"known as started at that moment"});
}

TEST_F(AVerdict, NamesAnExecutionAfterItsAttemptWasCalledFailed)
{
    submit("a");
    const Claimed a = claim();
    must("SELECT oncedesk.fail_attempt($1, $2, 'not_sent', 'Never sent.', false)", {a.attempt, a.token});
    execute("a", a.job, 1);
    EXPECT_EQ(broken(), (Names{"known as started at that moment", "nothing arrives after the end",
                               "what was executed is not called failed"}));
}

TEST_F(AVerdict, NamesAnExecutionThatFollowedAnUnknownWithoutAPerson)
{
    const qint64 job = submit("a");
    const Claimed first = claim();
    execute("a", job, 1);
    makeUnknown(first);
    // What the contract refuses, by the hand of whoever may switch its guards off.
    must("SET session_replication_role = replica; DROP INDEX oncedesk.attempts_one_live_per_lane;"
         "INSERT INTO oncedesk.attempts (job_id, ordinal, provider) SELECT id, 2, 'press' FROM oncedesk.jobs;"
         "SET session_replication_role = origin");
    const Claimed second = claim();
    finish(second, execute("a", job, 2));
    EXPECT_EQ(broken(),
              (Names{"executed once unless a person said so", "nothing follows an unknown by itself",
                     "nothing is opened beside an unknown"}));
}

TEST_F(AVerdict, AllowsASecondExecutionThatAPersonOrdered)
{
    const qint64 job = submit("a");
    const Claimed first = claim();
    execute("a", job, 1);
    makeUnknown(first);
    must("SELECT oncedesk.cancel_attempt($1, 'Looked at the tray.', 'accepted_risk')", {first.attempt});
    must("SELECT oncedesk.open_attempt($1, NULL, 'Print it.')", {job});
    const Claimed second = claim();
    finish(second, execute("a", job, 2));
    EXPECT_EQ(broken(), Names());
    EXPECT_EQ(m_counts.againByOrder, 1);
    EXPECT_EQ(m_counts.cancelled, 1);
}

TEST_F(AVerdict, NamesAResultThatNoExecutionOfItsWinnerAnswered)
{
    submit("a");
    const Claimed a = claim();
    execute("a", a.job, 1);
    finish(a, 7);
    EXPECT_EQ(broken(), Names{"a result is what its execution answered"});
}

TEST_F(AVerdict, NamesASuccessThatWasNeverExecuted)
{
    submit("a");
    finish(claim(), 1);
    EXPECT_EQ(broken(), Names{"a result is what its execution answered"});
}

TEST_F(AVerdict, NamesAnAttemptThatStaysStarted)
{
    submit("a");
    claim();
    EXPECT_EQ(broken(), Names{"every job ends"});
}

TEST_F(AVerdict, NamesWhatBecameUnknownEarlyOrLate)
{
    submit("a");
    const Claimed early = claim();
    must("SELECT oncedesk.mark_unknown($1, $2, 'No answer within 30 s.')", {early.attempt, early.token});
    EXPECT_EQ(broken(), Names{"not unknown early"});
}

TEST_F(AVerdict, NamesWhatWasSweptLate)
{
    submit("a", "{\"timeout_s\": 0.001}");
    claim();
    must("SELECT pg_sleep(0.1)");
    must("SELECT oncedesk.sweep_overdue(10)");
    EXPECT_EQ(broken({.sweptWithin = std::chrono::milliseconds(10)}), Names{"swept in time"});
}

TEST_F(AVerdict, NamesADeadlineThatIsNotTheDatabases)
{
    submit("a");
    must("SET session_replication_role = replica");
    const Claimed a = claim();
    must("UPDATE oncedesk.attempts SET deadline_at = deadline_at + interval '5 min'");
    must("SET session_replication_role = origin");
    finish(a, execute("a", a.job, 1));
    EXPECT_EQ(broken(), Names{"deadlines are the database's"});
}

TEST_F(AVerdict, NamesCallersWhoWereToldSomethingElse)
{
    wholeJob("a");
    m_told.append({"a", m_told.first().job + 1});
    m_told.append({"never stored", 99});
    EXPECT_EQ(broken(), Names{"callers were told the truth"});
}

TEST_F(AVerdict, NamesAJobThatNobodySubmitted)
{
    wholeJob("a");
    m_told.clear();
    EXPECT_EQ(broken(), Names{"callers were told the truth"});
}

TEST_F(AVerdict, NamesAStateThatTheProvidersMoodDoesNotExplain)
{
    submit("a");
    const Claimed a = claim();
    execute("a", a.job, 1);
    makeUnknown(a);
    EXPECT_EQ(broken({.moodsDecide = true}), Names{"the provider's mood decides"});
}

} // namespace oncedesk
