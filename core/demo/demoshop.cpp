#include "core/demo/demoshop.h"

#include "core/db/database.h"
#include "core/db/sqltext.h"

#include <QFile>
#include <QFuture>
#include <QThread>
#include <algorithm>
#include <deque>
#include <vector>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qint64 batchSize = 10'000;

// Temporary tables and a function of this session. Losing the newest demo jobs in a crash of the server is no
// loss.
Result<Done> prepareSession(Session &session)
{
    if (auto done = session.script("SET synchronous_commit = off"); !done)
        return done;
    if (auto done = session.script(sqlText("demo/session")); !done)
        return done;
    return session.script(sqlText("demo/batch"));
}

// So that there is something to certify the machines by; a suite that is there is left alone.
Result<Done> saveSuite(Session &session)
{
    QFile file(u":/suites/print.poster.json"_s); // beside the statements
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The demo shop's contract suite is not among the program's resources.");
    const auto saved =
        session.exec("SELECT oncedesk.save_suite('print.poster', $1)"
                     " WHERE NOT EXISTS (SELECT FROM oncedesk.suites WHERE intent = 'print.poster')",
                     {file.readAll()});
    if (!saved)
        return saved.error();
    return Done{};
}

struct Batch
{
    size_t connection;
    qint64 last;
    QFuture<Result<Done>> future;
};

} // namespace

Result<Done> DemoShop::make(qint64 jobs, const std::function<bool(qint64 done)> &progress)
{
    // PostgreSQL works on one core for each connection.
    const qint64 batches = (jobs + batchSize - 1) / batchSize;
    const auto lanes =
        size_t(std::clamp<qint64>(std::min<qint64>(QThread::idealThreadCount(), batches), 1, 4));
    std::vector<std::unique_ptr<Database>> connections;
    for (size_t i = 0; i < lanes; ++i) {
        Database::Options options;
        options.onConnected = &prepareSession;
        connections.push_back(std::make_unique<Database>(m_settings, std::move(options)));
    }
    const auto opened = connections[0]
                            ->run([](Session &session) -> Result<QByteArray> {
                                if (auto done = session.script(sqlText("demo/shop")); !done)
                                    return done.error();
                                if (auto done = saveSuite(session); !done)
                                    return done.error();
                                const auto now = session.exec("SELECT clock_timestamp()");
                                if (!now)
                                    return now.error();
                                return now->utf8(0, 0);
                            })
                            .takeResult();
    if (!opened) {
        if (opened.error().kind != ErrorKind::forbidden)
            return opened.error();
        return Error{
            ErrorKind::forbidden,
            u"Demo data is made by the login that owns the schema \"oncedesk\", and this one does not. Nothing was made."_s,
            opened.error().sqlState};
    }

    std::deque<Batch> underWay;
    qint64 next = 1;
    const auto start = [&](size_t connection) {
        const qint64 first = next;
        const qint64 last = std::min(jobs, first + batchSize - 1);
        next = last + 1;
        underWay.push_back({connection, last,
                            connections[connection]->run(
                                [=, run = m_run, until = *opened](Session &session) -> Result<Done> {
                                    const auto rows =
                                        session.exec("SELECT pg_temp.demo_batch($1::text, $2::bigint, "
                                                     "$3::bigint, $4::bigint, $5::timestamptz)",
                                                     {run, first, last, jobs, until});
                                    if (!rows)
                                        return rows.error();
                                    return Done{};
                                })});
    };
    for (size_t i = 0; i < lanes && next <= jobs; ++i)
        start(i);
    qint64 done = 0;
    bool goOn = true;
    while (!underWay.empty()) {
        Batch batch = std::move(underWay.front());
        underWay.pop_front();
        const qint64 size = batch.last - (batch.last - 1) / batchSize * batchSize;
        const auto made = batch.future.takeResult();
        if (!made)
            return made.error();
        done += size;
        goOn = goOn && progress(done);
        if (goOn && next <= jobs)
            start(batch.connection);
    }
    if (!goOn)
        return Error{
            ErrorKind::internal, u"Interrupted: %1 of %2 demo jobs were made."_s.arg(done).arg(jobs), {}};
    return connections[0]
        ->run([](Session &session) -> Result<Done> {
            return session.script(
                "ANALYZE oncedesk.jobs, oncedesk.attempts, oncedesk.submissions, oncedesk.races,"
                " oncedesk.attempt_events, oncedesk.operator_actions, oncedesk.providers");
        })
        .takeResult();
}

} // namespace oncedesk
