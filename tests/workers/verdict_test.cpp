// The verdict can say no: journals and databases that break one promise each.
#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"
#include "tests/workers/verdict.h"

#include <gtest/gtest.h>

namespace oncedesk {

namespace {

class AVerdict : public ::testing::Test
{
protected:
    struct Claimed
    {
        qint64 job = 0;
        qint64 attempt = 0;
        QByteArray token;
    };

    AVerdict() { must("SELECT oncedesk.add_provider('press', 'simulated', '{}')"); }

    TestConnection::Answer must(const QByteArray &sql, const QList<Param> &params = {})
    {
        auto answer = m_sql.exec(sql, params);
        EXPECT_TRUE(answer.ok()) << answer.message.toStdString();
        return answer;
    }
    qint64 submit(const QByteArray &key, const QByteArray &policy = "{}")
    {
        const qint64 job =
            must("SELECT job_id FROM oncedesk.submit_job('drill', $1, 'print', 'press', '{}', $2)",
                 {key, policy})
                .integer();
        m_told.append({key, job});
        return job;
    }
    Claimed claim()
    {
        const auto answer = must("SELECT * FROM oncedesk.claim_attempts('w', '{press}', 1)");
        return {answer.rows.integer(0, "job_id"), answer.rows.integer(0, "attempt_id"),
                answer.rows.utf8(0, "claim_token")};
    }
    // Executed now, as attempt `ordinal`; its number.
    int execute(const QByteArray &key, qint64 job, int ordinal, bool executed = true)
    {
        JournalEntry entry;
        entry.number = int(m_journal.size()) + 1;
        entry.key = "drill/" + key;
        entry.job = job;
        entry.ordinal = ordinal;
        entry.arrivedUs = ExecutionJournal::nowUs();
        entry.executed = executed;
        entry.mood = executed ? "good" : "busy";
        entry.knownAs = m_witness
                            .exec("SELECT coalesce((SELECT state FROM oncedesk.attempts"
                                  "                  WHERE job_id = $1 AND ordinal = $2), 'none')",
                                  {job, ordinal})
                            .text()
                            .toUtf8();
        m_journal.append(entry);
        return entry.number;
    }
    void finish(const Claimed &attempt, int execution)
    {
        const QByteArray result = "{\"execution\": " + QByteArray::number(execution) + '}';
        must("SELECT oncedesk.finish_attempt($1, $2, $3)", {attempt.attempt, attempt.token, result});
    }
    void makeUnknown(const Claimed &attempt)
    {
        must("SELECT oncedesk.mark_unknown($1, $2, 'Silence.')", {attempt.attempt, attempt.token});
    }
    // One whole job, submitted, executed, finished.
    Claimed wholeJob(const QByteArray &key)
    {
        submit(key);
        const Claimed claimed = claim();
        finish(claimed, execute(key, claimed.job, 1));
        return claimed;
    }
    QList<QByteArray> broken(const Verdict::Options &options = {})
    {
        Verdict verdict(m_sql, m_journal, m_told);
        QList<QByteArray> names;
        for (const auto &finding : verdict.findings(options)) {
            if (!names.contains(finding.promise))
                names.append(finding.promise);
        }
        m_counts = verdict.counts();
        return names;
    }
    using Names = QList<QByteArray>;

    TestDatabase m_database;
    TestConnection m_sql = m_database.connect();
    TestConnection m_witness = m_database.connect();
    QList<JournalEntry> m_journal;
    QList<Clientele::Told> m_told;
    Verdict::Counts m_counts;
};

} // namespace

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
              (Names{"executed once unless a person said so", "nothing follows an unknown by itself"}));
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
