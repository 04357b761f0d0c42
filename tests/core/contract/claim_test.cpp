// Claiming: each attempt once, oldest first, only where it may run.
#include "tests/core/contract/desk.h"

#include <QSet>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class Claiming : public ::testing::Test
{
protected:
    Desk desk;
};

TEST_F(Claiming, ByEightConnectionsAtOnceTakesEveryAttemptExactlyOnce)
{
    constexpr int jobs = 1500;
    desk.must("SELECT oncedesk.submit_job($1, 'job ' || n, 'print.poster', $2, '{}') FROM generate_series(1, "
              "$3::int) AS n",
              {desk.names().owner, desk.names().inkjet, jobs});
    std::vector<QList<Claimed>> taken(8);
    std::vector<std::thread> workers;
    for (size_t i = 0; i < taken.size(); ++i) {
        workers.emplace_back([this, i, &taken] {
            Caller caller = desk.another();
            while (caller.count("oncedesk.attempts WHERE provider = $1 AND state = 'pending'",
                                {desk.names().inkjet}) > 0)
                taken[i] += caller.claimSome({desk.names().inkjet}, 1 + int(i) * 3);
        });
    }
    for (std::thread &worker : workers)
        worker.join();
    QSet<qint64> attempts;
    QSet<QByteArray> tokens;
    qsizetype total = 0;
    for (const QList<Claimed> &one : taken) {
        total += one.size();
        for (const Claimed &attempt : one) {
            attempts.insert(attempt.attempt);
            tokens.insert(attempt.token);
        }
    }
    EXPECT_EQ(total, jobs);
    EXPECT_EQ(attempts.size(), jobs);
    EXPECT_EQ(tokens.size(), jobs);
}

TEST_F(Claiming, SkipsWhatAnotherTransactionIsClaiming)
{
    const qint64 first = desk.submit("first").job;
    const qint64 second = desk.submit("second").job;
    Caller other = desk.another();
    other.begin();
    EXPECT_EQ(other.claim().job, first);
    EXPECT_EQ(desk.claim().job, second) << "without waiting";
    EXPECT_EQ(desk.claim().attempt, 0);
    other.rollback();
    EXPECT_EQ(desk.claim().job, first);
}

TEST_F(Claiming, GoesOnBehindHoweverManyAnotherTransactionHolds)
{
    QList<qint64> jobs;
    for (int i = 0; i < 120; ++i)
        jobs += desk.submit("job " + QByteArray::number(i)).job;
    const qint64 elsewhere = desk.submit("elsewhere", {.provider = desk.names().laser}).job;
    Caller hanging = desk.another();
    hanging.begin();
    EXPECT_EQ(hanging.claimSome({desk.names().inkjet}, 100).size(), 100);
    EXPECT_EQ(desk.claim().job, jobs[100]);
    const QList<Claimed> rest = desk.claimSome({desk.names().inkjet, desk.names().laser}, 25);
    EXPECT_EQ(rest.size(), 20);
    EXPECT_EQ(rest.last().job, elsewhere);
    hanging.rollback();
    EXPECT_EQ(desk.claimSome({desk.names().inkjet}, 1000).size(), 100);
}

TEST_F(Claiming, TakesAsManyForAProviderThatIsNamedTwice)
{
    for (int i = 0; i < 60; ++i)
        desk.submit("job " + QByteArray::number(i));
    EXPECT_EQ(desk.claimSome(QStringList(100, desk.names().inkjet), 50).size(), 50);
}

TEST_F(Claiming, IsOldestFirstAcrossProviders)
{
    QList<qint64> jobs;
    for (int i = 0; i < 9; ++i) {
        const QString provider =
            QStringList{desk.names().inkjet, desk.names().laser, desk.names().plotter}[i * 2 % 3];
        jobs.append(desk.submit("job " + QByteArray::number(i), {.provider = provider}).job);
    }
    QList<qint64> claimed;
    const QStringList all{desk.names().plotter, desk.names().inkjet, desk.names().laser};
    for (const int max : {4, 1, 100}) {
        for (const Claimed &attempt : desk.claimSome(all, max))
            claimed.append(attempt.job);
    }
    EXPECT_EQ(claimed, jobs);
}

TEST_F(Claiming, TakesOnlyForTheProvidersServedAndNoMoreThanAsked)
{
    for (int i = 0; i < 5; ++i)
        desk.submit("job " + QByteArray::number(i));
    const qint64 other = desk.submit("other", {.provider = desk.names().laser}).job;
    EXPECT_EQ(desk.claimSome({desk.names().inkjet}, 0).size(), 0);
    EXPECT_EQ(desk.claimSome({desk.names().inkjet}, 2).size(), 2);
    EXPECT_EQ(desk.claimSome({}, 100).size(), 0);
    EXPECT_EQ(desk.claimSome({u"nobody"_s}, 100).size(), 0);
    EXPECT_EQ(desk.claimSome({desk.names().inkjet, desk.names().inkjet, u"nobody"_s}, 100).size(), 3)
        << "named twice, taken once";
    EXPECT_EQ(desk.claim(desk.names().laser).job, other);
}

TEST_F(Claiming, LeavesADisabledProvidersAttemptsUntilItIsEnabledAgain)
{
    const qint64 job = desk.submit("poster").job;
    desk.enable(desk.names().inkjet, false);
    EXPECT_EQ(desk.claim().attempt, 0);
    EXPECT_EQ(desk.status(job), u"waiting"_s);
    desk.enable(desk.names().inkjet, true);
    EXPECT_EQ(desk.claim().job, job);
}

TEST_F(Claiming, HandsOutWhatTheWorkerNeedsAndStartsTheClockOfTheDatabase)
{
    const QByteArray policy = R"({"timeout_s": 12.5})";
    const qint64 job = desk.submit("poster", {.policy = policy}).job;
    const Rows rows = desk.must("SELECT * FROM oncedesk.claim_attempts('press-1', $1, 1)",
                                {Param::array(QStringList{desk.names().inkjet})});
    ASSERT_EQ(rows.size(), 1);
    EXPECT_EQ(rows.integer(0, "job_id"), job);
    EXPECT_EQ(rows.integer(0, "ordinal"), 1);
    EXPECT_EQ(rows.text(0, "provider"), desk.names().inkjet);
    EXPECT_EQ(rows.text(0, "owner_id"), desk.names().owner);
    EXPECT_EQ(rows.text(0, "idempotency_key"), u"poster"_s);
    EXPECT_EQ(rows.text(0, "intent"), u"print.poster"_s);
    EXPECT_EQ(rows.utf8(0, "params"), R"({"amount": 450})");
    EXPECT_EQ(rows.integer(0, "job_version"), 1);
    EXPECT_EQ(rows.text(0, "timeout"), u"00:00:12.5"_s);
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1 AND worker = 'press-1' AND state = 'started'"
                         " AND deadline_at = started_at + interval '12.5 s' AND hedge_at IS NULL"
                         " AND started_at BETWEEN opened_at AND clock_timestamp()",
                         {job}),
              1);
}

TEST_F(Claiming, OfAPendingAttemptWhoseJobHasEndedSupersedesIt)
{
    desk.certify(desk.names().laser);
    const Claimed first = desk.start(
        "poster", {.policy = R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
    const Opening second = desk.open(first.job, desk.names().laser);
    // By hand, since finish_attempt would not leave the second lane waiting.
    desk.must("UPDATE oncedesk.jobs SET completed_by = $2, completed_at = clock_timestamp(), result = '1', "
              "version = version + 1"
              " WHERE id = $1",
              {first.job, first.attempt});
    EXPECT_EQ(desk.state(second.attempt), u"pending"_s);
    EXPECT_EQ(desk.claim(desk.names().laser).attempt, 0);
    EXPECT_EQ(desk.state(second.attempt), u"superseded"_s);
}

TEST_F(Claiming, IsReportedOnlyWithTheTokenItGaveOut)
{
    const Claimed attempt = desk.start("poster");
    const Claimed other = desk.start("other");
    for (const QByteArray &token :
         {other.token, QByteArray("00000000-0000-0000-0000-000000000000"), QByteArray()}) {
        for (const char *report :
             {"SELECT oncedesk.finish_attempt($1, $2, '1')",
              "SELECT oncedesk.finish_attempt_bytes($1, $2, 'x')",
              "SELECT oncedesk.finish_attempts(ARRAY[$1::bigint], ARRAY[$2::uuid], ARRAY['1'::jsonb])",
              "SELECT oncedesk.fail_attempt($1, $2, 'e', 'm', true)",
              "SELECT oncedesk.mark_unknown($1, $2, 'w')"})
            EXPECT_EQ(desk.exec(report, {attempt.attempt, token}).sqlState, u"22023"_s)
                << report << ' ' << token.toStdString();
    }
    EXPECT_EQ(desk.state(attempt.attempt), u"started"_s);
    EXPECT_EQ(desk.exec("SELECT oncedesk.finish_attempt(9000000000, gen_random_uuid(), '1')").sqlState,
              u"22023"_s);
    const qint64 pending = desk.submit("pending").job;
    EXPECT_EQ(desk.exec("SELECT oncedesk.finish_attempt(id, claim_token, '1') FROM oncedesk.attempts WHERE "
                        "job_id = $1",
                        {pending})
                  .sqlState,
              u"22023"_s);
}

} // namespace
} // namespace oncedesk
