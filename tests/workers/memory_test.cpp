// A worker's memory does not grow with what it has done. `--attempts 1000000` for the long way.
#include "tests/support/spin.h"
#include "tests/support/testdatabase.h"
#include "tests/workers/drilloptions.h"
#include "tests/workers/moodyprovider.h"
#include "tests/workers/workerprocess.h"

#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qint64 chunk = 1000;   // jobs submitted in one statement
constexpr qint64 backlog = 4000; // more than this never wait

qint64 residentKb(qint64 pid)
{
    QFile file(u"/proc/%1/statm"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE) / 1024;
}

class WorkerMemory : public ::testing::Test
{
protected:
    void addProvider(const QByteArray &kind, const QByteArray &settings)
    {
        ASSERT_TRUE(m_sql.exec("SELECT oncedesk.add_provider('press', $1, $2)", {kind, settings}).ok());
    }
    void submitChunk()
    {
        const auto answer = m_sql.exec(
            "SELECT count(s.job_id) FROM generate_series($1::int, $2::int) AS n,"
            " LATERAL oncedesk.submit_job('drill', n::text, 'print', 'press', '{\"sheets\": 1}') AS s",
            {m_submitted + 1, m_submitted + chunk});
        ASSERT_EQ(answer.integer(), chunk) << answer.message.toStdString();
        m_submitted += chunk;
        (void)m_sql.exec("NOTIFY oncedesk_doorbell");
    }
    qint64 done() { return m_sql.exec("SELECT coalesce(max(id), 0) FROM oncedesk.races").integer(); }

    // The worker's memory in kB when it has carried out so many.
    qint64 after(qint64 attempts)
    {
        EXPECT_TRUE(spinUntil(
            [&] {
                const qint64 now = done();
                while (m_submitted < attempts && m_submitted - now < backlog && !HasFatalFailure())
                    submitChunk();
                return now >= attempts;
            },
            std::chrono::hours(3)));
        const qint64 kb = residentKb(m_worker.pid());
        std::printf("memory after %lld attempts: %lld kB\n", static_cast<long long>(attempts),
                    static_cast<long long>(kb));
        std::fflush(stdout);
        return kb;
    }
    // Carries that many out; by how many kB it grew after a quarter of them (the first 5,000 of many).
    qint64 growth(qint64 attempts)
    {
        m_worker.start();
        EXPECT_TRUE(spinUntil([&] {
            return m_sql.exec("SELECT count(*) FROM oncedesk.workers").integer() == 1;
        })) << m_worker.log().constData();
        std::printf("memory at start: %lld kB\n", static_cast<long long>(residentKb(m_worker.pid())));
        const qint64 first = after(std::min<qint64>(5000, attempts / 4));
        for (const qint64 step : {20000, 100000, 250000, 500000, 750000}) {
            if (step < attempts)
                after(step);
        }
        const qint64 last = after(attempts);
        EXPECT_EQ(m_worker.stop().value_or(-1), 0);
        EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.attempts WHERE state = 'succeeded'").integer(),
                  m_submitted);
        return last - first;
    }

    TestDatabase m_database;
    TestConnection m_sql = m_database.connect();
    QTemporaryDir m_logs;
    WorkerProcess m_worker{m_database.settingsAs(u"oncedesk_worker"_s),
                           m_logs.path(),
                           {.name = u"worker"_s, .concurrency = 100}};
    qint64 m_submitted = 0;
};

} // namespace

TEST_F(WorkerMemory, StaysFlatHoweverManyAttemptsAreCarriedOut)
{
    addProvider("simulated", "{}");
    EXPECT_LE(growth(drillAttempts(20000)), 3000);
}

TEST_F(WorkerMemory, StaysFlatHoweverManyAttemptsGoOverHttp)
{
    MoodyProvider provider({});
    addProvider("http", "{\"url\": \"" + provider.server().url("/job") + "\"}");
    EXPECT_LE(growth(drillAttempts(4000)), 3000);
}

} // namespace oncedesk
