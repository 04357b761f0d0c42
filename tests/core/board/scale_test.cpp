// Pages and counts on a table large enough that a plan without an index would show: measured by what the
// statements really touched, not by time.
#include "core/board/attention.h"
#include "core/board/counts.h"
#include "core/board/jobs.h"
#include "core/board/providerday.h"
#include "core/board/races.h"
#include "core/board/scan.h"
#include "core/board/submissions.h"
#include "tests/core/board/boardtest.h"

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

constexpr int jobCount = 200000;

class ALargeDesk : public BoardTest
{
protected:
    struct Touched
    {
        qint64 scanned = 0; // rows of whole-table scans
        qint64 fetched = 0; // rows that indexes led to
    };

    // Nearly all jobs have succeeded. The oldest 60 are 20 unknown, 20 stalled, 20 running; the owner rare
    // has jobs 101 to 110; the newest 50 wait.
    void fill()
    {
        write("ALTER TABLE oncedesk.attempts DISABLE TRIGGER USER; ");
        write("ALTER TABLE oncedesk.jobs DISABLE TRIGGER USER");
        write("ALTER TABLE oncedesk.submissions DISABLE TRIGGER USER");
        write("ALTER TABLE oncedesk.races DISABLE TRIGGER USER");
        write(
            "INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy, "
            "version, "
            "                           completed_by, completed_at, result) OVERRIDING SYSTEM VALUE "
            "SELECT n, CASE WHEN n BETWEEN 101 AND 110 THEN 'rare' ELSE 'owner ' || n % 7 END, 'key ' || n, "
            "       'print.poster', 'laser', jsonb_build_object('amount', n), '{}', 2, "
            "       CASE WHEN done THEN n END, CASE WHEN done THEN now() END, CASE WHEN done THEN "
            "'{}'::jsonb END "
            "  FROM generate_series(1, $1::int) AS n, LATERAL (SELECT n BETWEEN 61 AND $1::int - 50 AS done) "
            "AS d",
            {jobCount});
        write("INSERT INTO oncedesk.attempts (id, job_id, ordinal, provider, state, job_version, "
              "claim_token, worker, "
              "                               started_at, deadline_at, unknown_at, unknown_why, ended_at) "
              "OVERRIDING SYSTEM VALUE "
              "SELECT n, n, 1, 'laser', state, 1, CASE WHEN claimed THEN gen_random_uuid() END, "
              "       CASE WHEN claimed THEN 'w' END, CASE WHEN claimed THEN now() END, "
              "       CASE WHEN claimed THEN now() END, CASE WHEN state = 'unknown' THEN now() END, "
              "       CASE WHEN state = 'unknown' THEN 'why' END, "
              "       CASE WHEN state IN ('succeeded', 'failed') THEN now() END "
              "  FROM generate_series(1, $1::int) AS n, "
              "       LATERAL (SELECT CASE WHEN n <= 20 THEN 'unknown' WHEN n <= 40 THEN 'failed' "
              "                            WHEN n <= 60 THEN 'started' WHEN n > $1::int - 50 THEN 'pending' "
              "                            ELSE 'succeeded' END AS state) AS s, "
              "       LATERAL (SELECT state <> 'pending' AS claimed) AS c",
              {jobCount});
        write("INSERT INTO oncedesk.submissions (job_id, outcome) "
              "SELECT n, 'created' FROM generate_series(1, $1::int) AS n",
              {jobCount});
        write("INSERT INTO oncedesk.races (attempt_id, job_id, outcome, version_read, version_found, winner) "
              "SELECT n, n, 'won', 1, 1, n FROM generate_series(61, $1::int - 50) AS n",
              {jobCount});
        write("VACUUM ANALYZE");
    }

    // The counters so far. They go on from transaction to transaction until the server collects them, which
    // it does not do inside one.
    Touched counters()
    {
        const auto rows =
            take(m_session.exec("SELECT sum(seq_tup_read), sum(idx_tup_fetch) FROM pg_stat_xact_user_tables "
                                " WHERE relname IN ('jobs', 'attempts', 'submissions', 'races')"));
        return {rows.integer(0, 0), rows.integer(0, 1)};
    }

    // What `work` made the server read in jobs, attempts, submissions and races.
    Touched touched(const std::function<void()> &work)
    {
        EXPECT_TRUE(m_session.script("BEGIN").ok());
        const Touched before = counters();
        work();
        const Touched after = counters();
        EXPECT_TRUE(m_session.script("COMMIT").ok());
        return {after.scanned - before.scanned, after.fetched - before.fetched};
    }

    // Cost is counted here, not time.
    const PageRequest m_patient = [] {
        PageRequest request;
        request.patience = 10min;
        return request;
    }();

    void expectCheapPage(const QString &text, qsizetype rows, qint64 mostFetched, PageRequest request = {})
    {
        request.patience = m_patient.patience;
        Page<JobRow> page;
        // Again and again: a statement's sixth plan may be a generic one.
        for (int i = 0; i < 8; ++i) {
            const Touched cost = touched([&] { page = take(jobs(m_session, filter(text), request)); });
            EXPECT_EQ(page.rows.size(), rows) << text.toStdString();
            EXPECT_EQ(cost.scanned, 0) << text.toStdString();
            EXPECT_LE(cost.fetched, mostFetched) << text.toStdString();
        }
    }
};

TEST_F(ALargeDesk, ReadsByIndexAndOnlyWhatItShows)
{
    fill();
    // A page of 100 shows 100 jobs with 1 attempt each: looked at in the page, in the status and in the
    // strip.
    expectCheapPage(u""_s, 100, 1000);
    expectCheapPage(u"state:succeeded"_s, 100, 1000);
    expectCheapPage(u"state:unknown"_s, 20, 500);
    expectCheapPage(u"state:running"_s, 20, 500);
    expectCheapPage(u"state:closed"_s, 0, 500);
    // Looked for among the 110 open jobs.
    expectCheapPage(u"state:stalled"_s, 20, 1000);
    expectCheapPage(u"state:waiting"_s, 50, 1000);
    expectCheapPage(u"state:unknown,stalled"_s, 40, 1000);
    expectCheapPage(u"state:waiting,running,unknown,stalled"_s, 100, 1000);
    expectCheapPage(u"-state:succeeded"_s, 100, 1000);
    expectCheapPage(u"-state:succeeded,waiting -state:stalled"_s, 40, 1000);
    expectCheapPage(u"key:\"key 77\""_s, 1, 100);
    expectCheapPage(u"#4711"_s, 1, 100);
    expectCheapPage(u"#4711,100000"_s, 2, 100);
    expectCheapPage(u"owner:rare"_s, 10, 1000);
    PageRequest deep;
    deep.after = jobCount / 2;
    expectCheapPage(u""_s, 100, 1000, deep);
    expectCheapPage(u"owner:\"owner 3\""_s, 100, 3000, deep);
    deep.order = PageRequest::Order::oldestFirst;
    expectCheapPage(u"state:succeeded"_s, 100, 1000, deep);

    for (int i = 0; i < 8; ++i) {
        Page<SubmissionRow> calls;
        Touched cost = touched([&] {
            calls = take(submissions(m_session, filter(u"#4711"_s, Subject::submissions), m_patient));
        });
        EXPECT_EQ(calls.rows.size(), 1);
        EXPECT_EQ(cost.scanned, 0);
        EXPECT_LE(cost.fetched, 100);
        cost = touched([&] {
            calls =
                take(submissions(m_session, filter(u"outcome:conflict"_s, Subject::submissions), m_patient));
        });
        EXPECT_TRUE(calls.rows.isEmpty() && calls.exhausted);
        EXPECT_EQ(cost.scanned, 0);
        EXPECT_LE(cost.fetched, 100);
        Page<RaceRow> decisions;
        cost = touched(
            [&] { decisions = take(races(m_session, filter(u"#4711"_s, Subject::races), m_patient)); });
        EXPECT_EQ(decisions.rows.size(), 1);
        EXPECT_EQ(cost.scanned, 0);
        EXPECT_LE(cost.fetched, 100);
        cost = touched([&] {
            decisions = take(races(m_session, filter(u"outcome:lost"_s, Subject::races), m_patient));
        });
        EXPECT_TRUE(decisions.rows.isEmpty() && decisions.exhausted);
        EXPECT_EQ(cost.scanned, 0);
        EXPECT_LE(cost.fetched, 100);
    }

    Touched cost = touched([&] {
        const Attention all = take(attention(m_session, 200, m_patient.patience));
        EXPECT_EQ(all.items.size(), 20 + 20 + 50 + 20); // laser has no worker
    });
    EXPECT_EQ(cost.scanned, 0);
    EXPECT_LE(cost.fetched, 4000);
    cost = touched([&] { EXPECT_EQ(take(attentionCounts(m_session)).total(), 110); });
    EXPECT_EQ(cost.scanned, 0);
    EXPECT_LE(cost.fetched, 4000);

    for (int i = 0; i < 8; ++i) {
        cost = touched([&] { EXPECT_TRUE(take(providerDay(m_session, u"laser"_s)).openedSince.happened()); });
        EXPECT_EQ(cost.scanned, 0);
        EXPECT_LE(cost.fetched, 20000 + 100);
    }

    // A search that no index helps: one window at most, then it tells how far it came.
    PageRequest impatient;
    impatient.patience = 0ms;
    for (const QString &text :
         {u"params.amount:150"_s, u"\"key 150\" attempts:>0"_s, u"-owner:rare age:>1d"_s}) {
        Page<JobRow> page;
        cost = touched([&] { page = take(jobs(m_session, filter(text), impatient)); });
        EXPECT_TRUE(page.rows.isEmpty()) << text.toStdString();
        EXPECT_FALSE(page.exhausted);
        EXPECT_EQ(page.reachedId, jobCount - Window::first + 1);
        EXPECT_LE(cost.scanned, 0) << text.toStdString();
        EXPECT_LE(cost.fetched, 3 * Window::first) << text.toStdString();
    }
    Page<JobRow> found;
    for (int calls = 0; calls < 100 && !found.exhausted && found.rows.isEmpty(); ++calls) {
        found = take(jobs(m_session, filter(u"params.amount:150"_s), impatient));
        impatient.after = found.reachedId;
    }
    ASSERT_EQ(found.rows.size(), 1);
    EXPECT_EQ(found.rows[0].id, JobId(150));

    const Counts counts = take(board::counts(m_session));
    EXPECT_EQ(counts.unknown, 20);
    EXPECT_EQ(counts.stalled, 20);
    EXPECT_EQ(counts.running, 20);
    EXPECT_EQ(counts.waiting, 50);
    EXPECT_NEAR(double(counts.succeeded), jobCount - 110, counts.succeededIsEstimate ? jobCount * 0.05 : 0);
}

TEST_F(ALargeDesk, FindsARareOwnerAtOnceHoweverFarBack)
{
    write("ALTER TABLE oncedesk.jobs DISABLE TRIGGER USER");
    write(
        "INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy, version)"
        " OVERRIDING SYSTEM VALUE SELECT CASE n WHEN 1 THEN 1 ELSE 100000000 + n END,"
        " CASE n WHEN 1 THEN 'rare' ELSE 'often' END, 'k' || n, 'print.poster', 'laser', '{}', '{}', 1"
        "  FROM generate_series(1, 2000) AS n");
    write("ANALYZE oncedesk.jobs");
    const auto searches = [&] {
        return take(m_session.exec("SELECT idx_scan FROM pg_stat_xact_user_tables WHERE relname = 'jobs'"))
            .integer(0, 0);
    };
    EXPECT_TRUE(m_session.script("BEGIN").ok());
    const qint64 before = searches();
    EXPECT_EQ(take(jobs(m_session, filter(u"owner:rare"_s), m_patient)).rows.size(), 1);
    EXPECT_LE(searches() - before, 20) << "not window by window: there are 800 of them";
    EXPECT_TRUE(m_session.script("COMMIT").ok());
}

} // namespace
} // namespace oncedesk::board
