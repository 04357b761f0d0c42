#include "core/board/jobs.h"

#include "tests/core/board/boardtest.h"

#include <QHash>
#include <algorithm>

namespace oncedesk::board {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class TheListOfJobs : public BoardTest
{
protected:
    QList<JobRow> read(const QString &text, PageRequest request = {})
    {
        return take(jobs(m_session, filter(text), request)).rows;
    }

    QList<qint64> ids(const QString &text)
    {
        QList<qint64> result;
        for (const JobRow &job : read(text))
            result += job.id.value();
        std::reverse(result.begin(), result.end());
        return result;
    }
};

TEST_F(TheListOfJobs, IsEmptyAndExhaustedWithoutJobs)
{
    const auto page = take(jobs(m_session, Filter(), {}));
    EXPECT_TRUE(page.rows.isEmpty());
    EXPECT_TRUE(page.exhausted);
}

TEST_F(TheListOfJobs, TellsAllOfAJob)
{
    const qint64 id = submit(u"alice"_s, "k 1", "laser", "{}", R"({"retry_backoff_s": 0.001})");
    fail(claim("laser"), true);
    write("UPDATE oncedesk.attempts SET not_before = clock_timestamp() WHERE state = 'pending'");
    const Claimed second = claim("laser");
    loseSight(second);

    const auto rows = read(u""_s);
    ASSERT_EQ(rows.size(), 1);
    const JobRow &job = rows[0];
    EXPECT_EQ(job.id, JobId(id));
    EXPECT_EQ(job.status, JobStatus::unknown);
    EXPECT_EQ(job.owner, u"alice"_s);
    EXPECT_EQ(job.key, u"k 1"_s);
    EXPECT_EQ(job.intent, u"print.poster"_s);
    EXPECT_EQ(job.provider, u"laser"_s);
    EXPECT_EQ(job.version, 1);
    EXPECT_FALSE(job.isDemo);
    EXPECT_FALSE(job.completedAt.happened());
    EXPECT_LT(std::abs(job.createdAt.toUtc().secsTo(QDateTime::currentDateTimeUtc())), 600);
    EXPECT_GE(job.age, 0ms);
    EXPECT_LT(job.age, 10min);
    ASSERT_EQ(job.attempts.size(), 2);
    EXPECT_EQ(job.attempts[0].ordinal, 1);
    EXPECT_EQ(job.attempts[0].state, AttemptState::failed);
    EXPECT_EQ(job.attempts[1].ordinal, 2);
    EXPECT_EQ(job.attempts[1].state, AttemptState::unknown);
    EXPECT_EQ(job.attempts[1].provider, u"laser"_s);
    EXPECT_EQ(job.attempts[1].id, AttemptId(second.attempt));
}

TEST_F(TheListOfJobs, KeepsTimesToTheMicrosecondWhateverTheDateStyle)
{
    submit(u"alice"_s, "k");
    ASSERT_TRUE(take(m_session.exec("SET datestyle = 'German, DMY'")).size() == 0);
    ASSERT_TRUE(take(m_session.exec("SET timezone = 'Asia/Kolkata'")).size() == 0);
    const auto rows = read(u""_s);
    ASSERT_EQ(rows.size(), 1);
    const auto expected = write("SELECT to_char(created_at AT TIME ZONE 'Asia/Kolkata', "
                                "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"+05:30\"') FROM oncedesk.jobs");
    // to_json leaves trailing zeros of the fraction out.
    EXPECT_EQ(rows[0].createdAt.toUtc(), Moment{expected.text()}.toUtc());
    EXPECT_TRUE(rows[0].createdAt.iso.endsWith(u"+05:30"_s)) << rows[0].createdAt.iso.toStdString();
}

TEST_F(TheListOfJobs, FindsEachStatusAsTheViewDerivesIt)
{
    for (int round = 0; round < 2; ++round) {
        const QByteArray r = QByteArray::number(round);
        waiting(u"a"_s, "w" + r);
        running(u"a"_s, "r" + r);
        unknown(u"a"_s, "u" + r);
        succeeded(u"a"_s, "s" + r);
        stalled(u"a"_s, "t" + r);
        neverStarted(u"a"_s, "n" + r);
        closed(u"a"_s, "c" + r);
        looseEnd(u"a"_s, "l" + r);
    }
    QHash<QString, QList<qint64>> expected;
    const auto answer = write("SELECT id, status FROM oncedesk.job_status_view ORDER BY id");
    for (int i = 0; i < answer.rows.size(); ++i)
        expected[answer.rows.text(i, 1)] += answer.rows.integer(i, 0);
    ASSERT_EQ(expected.size(), qsizetype(allJobStatuses.size())) << "a status is missing from the test";

    for (const JobStatus status : allJobStatuses) {
        const auto found = read(u"state:"_s + toString(status));
        QList<qint64> ids;
        for (const JobRow &job : found) {
            EXPECT_EQ(job.status, status);
            ids.prepend(job.id.value());
        }
        EXPECT_EQ(ids, expected[toString(status)]) << toString(status).toStdString();
    }
    // Every set of two, and what is left.
    for (const JobStatus first : allJobStatuses) {
        for (const JobStatus second : allJobStatuses) {
            QList<qint64> both = expected[toString(first)];
            if (first != second)
                both += expected[toString(second)];
            std::sort(both.begin(), both.end());
            const QString pair = toString(first) + u',' + toString(second);
            EXPECT_EQ(ids(u"state:"_s + pair), both) << pair.toStdString();
            EXPECT_EQ(ids(u"-state:"_s + pair).size(), answer.rows.size() - both.size())
                << pair.toStdString();
        }
    }
    EXPECT_EQ(ids(u"state:waiting,running,unknown,stalled"_s).size(), 10);
    EXPECT_EQ(ids(u"state:waiting,running,unknown,stalled,succeeded,closed"_s).size(), answer.rows.size());
    EXPECT_TRUE(ids(u"state:unknown state:stalled"_s).isEmpty());
}

TEST_F(TheListOfJobs, FindsWhatIsUnknownInOneLaneAndRunningInTheOther)
{
    write("SELECT oncedesk.record_certificate('inkjet', 'print.poster', '1')");
    const qint64 job = submit(u"a"_s, "k", "lost", "{}",
                              R"({"mode": "hedged", "fallbacks": ["inkjet"], "hedge_after_s": 0.001})");
    const Claimed first = claim("lost");
    while (write("SELECT count(*) FROM oncedesk.open_due_hedges(10)").integer() == 0) {
    }
    EXPECT_EQ(ids(u"state:running"_s), QList{job}); // one runs, one waits
    EXPECT_TRUE(ids(u"state:waiting"_s).isEmpty());
    claim("inkjet");
    loseSight(first);
    EXPECT_EQ(ids(u"state:unknown"_s), QList{job});
    EXPECT_TRUE(ids(u"state:running"_s).isEmpty());
}

TEST_F(TheListOfJobs, FiltersByEveryTerm)
{
    const qint64 a = submit(u"alice"_s, "order 1", "laser", R"({"amount": 450, "to": {"city": "Chennai"}})");
    const qint64 b =
        submit(u"Bob"_s, "order 2", "inkjet", R"({"amount": 450.00, "tags": ["450"]})", "{}", "print.card");
    const qint64 c = submit(u"alice"_s, "100%_x", "inkjet", R"({"amount": "450", "to": {"city": null}})");
    const qint64 d = submit(u"Ünal"_s, "z", "laser", R"({"amount": 451, "ok": true})");
    write("SELECT * FROM oncedesk.submit_job('alice', 'order 1', 'print.poster', 'laser', "
          "'{\"amount\": 450, \"to\": {\"city\": \"Chennai\"}}', '{}', 'phone')");

    const struct
    {
        QString text;
        QList<qint64> found;
    } cases[] = {
        {u"owner:alice"_s, {a, c}},
        {u"owner:Alice"_s, {}},
        {u"owner:alice,Bob"_s, {a, b, c}},
        {u"-owner:alice"_s, {b, d}},
        {u"owner:alice provider:laser"_s, {a}},
        {u"owner:alice owner:Bob"_s, {}},
        {u"provider:inkjet"_s, {b, c}},
        {u"intent:print.card"_s, {b}},
        {u"key:\"order 1\""_s, {a}},
        {u"key:order"_s, {}},
        {u"client:phone"_s, {a}},
        {u"client:test"_s, {a, b, c, d}},
        {u"-client:phone"_s, {b, c, d}},
        {u"#%1"_s.arg(b), {b}},
        {u"#%1,%2"_s.arg(a).arg(c), {a, c}},
        {u"-#%1"_s.arg(b), {a, c, d}},
        {u"#%1 owner:alice"_s.arg(b), {}},
        {u"#999999"_s, {}},
        {u"order"_s, {a, b}},
        {u"ORDER"_s, {a, b}},
        {u"ALICE"_s, {a, c}},
        {u"ünal"_s, {d}},
        {u"card"_s, {b}},
        {u"\"r 2\""_s, {b}},
        {u"-order"_s, {c, d}},
        {u"%"_s, {c}}, // no wildcard
        {u"_"_s, {c}},
        {u"0%_"_s, {c}},
        {u"\"\\\\\""_s, {}},
        {u"params.amount:450"_s, {a, b, c}},
        {u"params.amount:450.0"_s, {a, b}},
        {u"params.amount:4.5e2"_s, {a, b}},
        {u"params.amount:\"450\""_s, {c}},
        {u"params.amount:450,451"_s, {a, b, c, d}},
        {u"-params.amount:450"_s, {d}},
        {u"params.to.city:Chennai"_s, {a}},
        {u"params.to.city:null"_s, {c}},
        {u"params.to:null"_s, {}},
        {u"params.ok:true"_s, {d}},
        {u"params.tags:450"_s, {}},
        {u"params.amount:1e999999999"_s, {}},
        {u"params.missing:1"_s, {}},
        {u"age:<1h"_s, {a, b, c, d}},
        {u"age:>1h"_s, {}},
        {u"-age:>1h"_s, {a, b, c, d}},
        {u"attempts:1"_s, {a, b, c, d}},
        {u"attempts:>=2"_s, {}},
        {u"attempts:<2 order"_s, {a, b}},
    };
    for (const auto &c_ : cases)
        EXPECT_EQ(ids(c_.text), c_.found) << c_.text.toStdString();
}

TEST_F(TheListOfJobs, ComparesAgeAndAttemptsWithTheDatabase)
{
    const qint64 old = submit(u"a"_s, "old");
    const qint64 young = submit(u"a"_s, "young");
    write("ALTER TABLE oncedesk.jobs DISABLE TRIGGER USER");
    write("UPDATE oncedesk.jobs SET created_at = clock_timestamp() - interval '2 h' WHERE id = $1", {old});
    EXPECT_EQ(ids(u"age:>10m"_s), QList{old});
    EXPECT_EQ(ids(u"age:<3h age:>=1h"_s), QList{old});
    EXPECT_EQ(ids(u"age:<=10m"_s), QList{young});
    EXPECT_GE(read(u"#%1"_s.arg(old)).value(0).age, 2h);

    fail(claim("laser"), true);
    EXPECT_EQ(ids(u"attempts:2"_s), QList{old});
    EXPECT_EQ(ids(u"attempts:>1"_s), QList{old});
    EXPECT_EQ(ids(u"attempts:<2"_s), QList{young});
    const qint64 none = neverStarted(u"a"_s, "none");
    EXPECT_EQ(ids(u"attempts:0"_s), QList{none});
}

TEST_F(TheListOfJobs, TakesAFilterOfManyTermsOfEveryKind)
{
    const qint64 job = submit(u"a"_s, "k");
    QString text;
    for (int i = 0; i < 8; ++i) {
        text +=
            u"owner:a,x%1 -owner:y%1 k -zz%1 -params.a%1.b:1 -state:closed,stalled -client:c%1 age:<%2h "_s
                .arg(i)
                .arg(i + 1);
    }
    EXPECT_EQ(ids(text), QList{job});
}

TEST_F(TheListOfJobs, TreatsHostileValuesAsText)
{
    const qint64 job = submit(u"'; DROP TABLE x; --"_s, "a\"b\\c{},", "laser", R"({"'$1": "%s \"q\" $2"})");
    EXPECT_EQ(ids(u"owner:\"'; DROP TABLE x; --\""_s), QList{job});
    EXPECT_EQ(ids(u"owner:\"{a,b}\""_s), QList<qint64>());
    EXPECT_EQ(ids(uR"(key:"a\"b\\c{},")"_s), QList{job});
    EXPECT_EQ(ids(uR"("b\\c")"_s), QList{job});
    EXPECT_EQ(ids(uR"(params."'$1":"%s \"q\" $2")"_s), QList{job});
    EXPECT_EQ(ids(u"owner:NULL"_s), QList<qint64>());
}

TEST_F(TheListOfJobs, KeepsTheStripShortAndTellsTheLastOrdinal)
{
    const qint64 job = submit(u"a"_s, "k", "laser", "{}", R"({"max_attempts": 1})");
    fail(claim("laser"));
    for (int i = 2; i <= 60; ++i) {
        write("SELECT * FROM oncedesk.open_attempt($1, 'laser', 'again')", {job});
        fail(claim("laser"));
    }
    const auto rows = read(u"attempts:60"_s);
    ASSERT_EQ(rows.size(), 1);
    ASSERT_EQ(rows[0].attempts.size(), 50);
    EXPECT_EQ(rows[0].attempts.first().ordinal, 11);
    EXPECT_EQ(rows[0].attempts.last().ordinal, 60);
}

} // namespace
} // namespace oncedesk::board
