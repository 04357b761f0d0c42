#include "tests/core/engine/desk.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

Desk::Desk() : sql(database.connect()), asWorker(database.settingsAs(u"oncedesk_worker"_s)) {}

void Desk::addProvider(const QString &name, const QString &kind, const QByteArray &settings)
{
    const auto answer = sql.exec("SELECT oncedesk.add_provider($1, $2, $3)", {name, kind, settings});
    ASSERT_TRUE(answer.ok()) << qPrintable(answer.message);
}

void Desk::setProvider(const QString &name, const QByteArray &settings)
{
    const auto answer = sql.exec("SELECT oncedesk.set_provider($1, $2)", {name, settings});
    ASSERT_TRUE(answer.ok()) << qPrintable(answer.message);
}

void Desk::addHttp(const QString &name, const ProviderServer &server, const QByteArray &more)
{
    addProvider(name, u"http"_s,
                "{\"url\": \"" + server.url("/job") + '"' + (more.isEmpty() ? more : ", " + more) + '}');
}

void Desk::certify(const QString &provider, const QString &intent)
{
    const auto answer = sql.exec("SELECT oncedesk.record_certificate($1, $2, 'suite 1')", {provider, intent});
    ASSERT_TRUE(answer.ok()) << qPrintable(answer.message);
}

qint64 Desk::submit(const QString &provider, const QByteArray &policy, const QByteArray &params)
{
    const auto answer =
        sql.exec("SELECT job_id FROM oncedesk.submit_job('alice', $1, 'print.poster', $2, $3, $4)",
                 {u"key-%1"_s.arg(++m_keys), provider, params, policy});
    EXPECT_TRUE(answer.ok()) << qPrintable(answer.message);
    (void)sql.exec("NOTIFY oncedesk_doorbell");
    return answer.integer();
}

void Desk::submitMany(const QString &provider, int count, const QByteArray &policy)
{
    const auto answer =
        sql.exec("SELECT count(s.job_id) FROM generate_series(1, $1) AS n,"
                 " LATERAL oncedesk.submit_job('alice', 'many-' || n, 'print.poster', $2, '{}', $3) AS s",
                 {count, provider, policy});
    ASSERT_EQ(answer.integer(), count) << qPrintable(answer.message);
}

QString Desk::cancel(qint64 attempt, const QString &evidence)
{
    return sql
        .exec("SELECT outcome FROM oncedesk.cancel_attempt($1, 'no longer wanted', $2)", {attempt, evidence})
        .text();
}

QString Desk::status(qint64 job)
{
    return sql.exec("SELECT status FROM oncedesk.job_status_view WHERE id = $1", {job}).text();
}

QList<Desk::Outline> Desk::attempts(qint64 job)
{
    const auto answer =
        sql.exec("SELECT id, state, provider, unknown_why, error_code, error_message, opened_because"
                 "  FROM oncedesk.attempt_view WHERE job_id = $1 ORDER BY ordinal",
                 {job});
    EXPECT_TRUE(answer.ok()) << qPrintable(answer.message);
    QList<Outline> outlines;
    for (int row = 0; row < answer.rows.size(); ++row)
        outlines.append({answer.rows.integer(row, 0), answer.rows.text(row, 1), answer.rows.text(row, 2),
                         answer.rows.text(row, 3), answer.rows.text(row, 4), answer.rows.text(row, 5),
                         answer.rows.text(row, 6)});
    return outlines;
}

Desk::Outline Desk::attempt(qint64 job, int ordinal)
{
    return attempts(job).value(ordinal - 1);
}

qint64 Desk::count(const QByteArray &from)
{
    const auto answer = sql.exec("SELECT count(*) FROM oncedesk." + from);
    EXPECT_TRUE(answer.ok()) << qPrintable(answer.message);
    return answer.integer();
}

QString Desk::text(const QByteArray &statement)
{
    const auto answer = sql.exec(statement);
    EXPECT_TRUE(answer.ok()) << qPrintable(answer.message);
    return answer.text();
}

bool Desk::becomes(qint64 job, const QString &wanted)
{
    return spinUntil([&] { return status(job) == wanted; });
}

bool Desk::attemptBecomes(qint64 job, int ordinal, const QString &state)
{
    return spinUntil([&] { return attempt(job, ordinal).state == state; });
}

Worker::Options Desk::quick()
{
    Worker::Options options;
    options.intervals.poll = 200ms;
    options.intervals.heartbeat = 300ms;
    options.intervals.sweep = 200ms;
    options.intervals.hedge = 100ms;
    options.intervals.firstBackoff = 20ms;
    options.intervals.longestBackoff = 200ms;
    return options;
}

std::unique_ptr<Worker> Desk::worker(const Worker::Options &options)
{
    auto worker = std::make_unique<Worker>(asWorker, options);
    QObject::connect(worker.get(), &Worker::log, worker.get(),
                     [this](const QString &line) { log.append(line); });
    worker->start();
    return worker;
}

bool Desk::stop(Worker &worker, std::chrono::milliseconds grace)
{
    bool stopped = false;
    QObject context;
    QObject::connect(&worker, &Worker::stopped, &context, [&] { stopped = true; });
    worker.stop(grace);
    return spinUntil([&] { return stopped; });
}

} // namespace oncedesk
