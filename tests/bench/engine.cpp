#include "tests/bench/engine.h"

#include "tests/bench/ledgers.h"
#include "tests/support/testconnection.h"

#include "core/contract/ledger.h"
#include "core/db/doorbell.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTimer>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <latch>
#include <thread>

namespace oncedesk::bench {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

class Workers
{
public:
    explicit Workers(const ConnectionSettings &settings)
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"ONCEDESK_DB"_s, settings.toKeywords());
        for (QProcess &worker : m_workers) {
            worker.setProcessEnvironment(environment);
            worker.setStandardOutputFile(QProcess::nullDevice());
            worker.setStandardErrorFile(QProcess::nullDevice());
            worker.start(QStringLiteral(ONCECTL_PATH),
                         {u"work"_s, u"--providers"_s, u"noop"_s, u"--concurrency"_s, u"400"_s});
        }
        TestConnection sql(settings);
        while (sql.exec("SELECT count(*) FROM oncedesk.workers WHERE last_heartbeat > clock_timestamp() - "
                        "interval '3 s'")
                   .integer() < 2)
            std::this_thread::sleep_for(20ms);
    }
    ~Workers()
    {
        for (QProcess &worker : m_workers)
            worker.terminate();
        for (QProcess &worker : m_workers)
            worker.waitForFinished();
    }

private:
    std::array<QProcess, 2> m_workers;
};

NewJob noopJob(const QByteArray &key)
{
    NewJob job;
    job.owner = u"bench"_s;
    job.key = key;
    job.intent = u"print.poster"_s;
    job.provider = u"noop"_s;
    job.params = R"({"file": "shop://posters/45.pdf", "copies": 3})";
    return job;
}

// Rings as a program that submits does, on a connection of its own, while it lives.
class Ringing
{
public:
    explicit Ringing(const ConnectionSettings &settings)
        : m_thread([this, settings] {
              Database database(settings);
              while (!m_over) {
                  (void)database
                      .call([](Session &session) -> Result<Done> {
                          const auto rows = session.exec("NOTIFY oncedesk_doorbell");
                          return rows ? Result<Done>(Done{}) : Result<Done>(rows.error());
                      })
                      .takeResult();
                  std::this_thread::sleep_for(100ms);
              }
          })
    {
    }
    ~Ringing()
    {
        m_over = true;
        m_thread.join();
    }

private:
    std::atomic<bool> m_over{false};
    std::thread m_thread;
};

qint64 unfinished(TestConnection &sql)
{
    return sql
        .exec("SELECT count(*) FROM oncedesk.jobs WHERE completed_by IS NULL AND closed_at IS NULL AND "
              "provider = 'noop'")
        .integer();
}

} // namespace

EnginePace engine(const ConnectionSettings &settings, double seconds)
{
    const Workers workers(settings);
    const Ringing ringing(settings);
    const auto start = Clock::now();
    const Pace submitted =
        drive(settings, 16, seconds, [](Session &session, int connection, int turn) -> Result<Done> {
            const auto submission = Ledger(session).submit(noopJob(freshKey(connection, turn)));
            return submission ? Result<Done>(Done{}) : Result<Done>(submission.error());
        });
    TestConnection sql(settings);
    while (unfinished(sql) > 0)
        std::this_thread::sleep_for(5ms);
    const std::chrono::duration<double> took = Clock::now() - start;
    return {double(submitted.calls) / took.count(), submitted.calls};
}

Latency latency(const ConnectionSettings &settings, double jobsPerSecond, double seconds)
{
    const Workers workers(settings);
    const Ringing ringing(settings);
    constexpr int connections = 16;
    const auto gap = std::chrono::duration<double>(connections / jobsPerSecond);
    const auto jobs = int(jobsPerSecond * seconds / connections);
    // When each call began, by the system's clock, which is the server's too.
    std::vector<std::vector<std::pair<qint64, double>>> begun(connections);
    std::vector<std::thread> callers;
    std::latch warm(connections + 1);
    Clock::time_point start;
    std::latch started(1);
    for (int i = 0; i < connections; ++i) {
        callers.emplace_back([&, i] {
            Database database(settings);
            const auto submit = [&](int n) {
                return database
                    .call([&](Session &session) {
                        return Ledger(session).submit(noopJob(
                            "late-" + QByteArray::number(jobsPerSecond, 'f', 2) + '-' + freshKey(i, n)));
                    })
                    .takeResult();
            };
            for (int n = -10; n < 0; ++n) // connect, compile, plan
                (void)submit(n);
            warm.arrive_and_wait();
            started.wait();
            for (int n = 1; n <= jobs; ++n) {
                std::this_thread::sleep_until(start + std::chrono::duration_cast<Clock::duration>(
                                                          gap * (n - 1 + double(i) / connections)));
                const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
                const auto job = submit(n);
                if (!job)
                    qFatal("%s", qPrintable(job.error().sentence));
                begun[size_t(i)].emplace_back(job->job->value(), now.count());
            }
        });
    }
    warm.arrive_and_wait();
    start = Clock::now() + 500ms;
    started.count_down();
    for (std::thread &caller : callers)
        caller.join();
    TestConnection sql(settings);
    while (unfinished(sql) > 0)
        std::this_thread::sleep_for(5ms);
    std::vector<double> took;
    for (const auto &calls : begun) {
        for (const auto &[job, at] : calls) {
            const auto row =
                sql.exec("SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8::text FROM "
                         "oncedesk.jobs WHERE id = $1",
                         {job});
            took.push_back((row.text().toDouble() - at) * 1000);
        }
    }
    std::sort(took.begin(), took.end());
    return {took[took.size() / 2], took[took.size() * 99 / 100], took.back(), qint64(took.size())};
}

SetPace sets(const ConnectionSettings &settings, int attempts)
{
    TestConnection sql(settings);
    const auto made =
        sql.exec("SELECT count(*) FROM generate_series(1, $1) AS n CROSS JOIN LATERAL "
                 "oncedesk.submit_job('bench', 'set-' || txid_current() || '-' || n, 'print.poster', 'noop', "
                 "'{\"copies\": 3}') AS s",
                 {attempts});
    if (!made.ok())
        qFatal("%s", qPrintable(made.message));
    std::array<QList<ClaimedAttempt>, 2> claimed;
    std::atomic<int> count{0};
    const auto timed = [&](auto work) {
        const auto start = Clock::now();
        std::array<std::thread, 2> threads;
        for (size_t i = 0; i < threads.size(); ++i)
            threads[i] = std::thread([&, i] {
                Database database(settings);
                work(database, i);
            });
        for (std::thread &thread : threads)
            thread.join();
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    const double claiming = timed([&](Database &database, size_t i) {
        while (true) {
            const auto some = database
                                  .call([&](Session &session) {
                                      return Ledger(session).claimAttempts(u"bench"_s, {u"noop"_s}, 500);
                                  })
                                  .takeResult();
            if (!some)
                qFatal("%s", qPrintable(some.error().sentence));
            if (some->isEmpty())
                return;
            claimed[i] += *some;
            count += int(some->size());
        }
    });
    const double finishing = timed([&](Database &database, size_t i) {
        for (qsizetype at = 0; at < claimed[i].size(); at += 400) {
            QList<FinishReport> reports;
            for (const ClaimedAttempt &attempt : claimed[i].mid(at, 400))
                reports.append({attempt.attempt, attempt.token, R"({"sheets": 3})"});
            const auto outcomes =
                database.call([&](Session &session) { return Ledger(session).finishAttempts(reports); })
                    .takeResult();
            if (!outcomes)
                qFatal("%s", qPrintable(outcomes.error().sentence));
        }
    });
    return {count / claiming, count / finishing, count / (claiming + finishing)};
}

} // namespace oncedesk::bench
