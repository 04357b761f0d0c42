#include "tests/core/contract/desk.h"

#include <QDeadlineTimer>
#include <atomic>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// Dropped before the server it lives on goes away: both are static, and the server is made first.
TestDatabase &programDatabase()
{
    static TestDatabase database;
    return database;
}

Names newNames()
{
    static std::atomic<int> counter{0};
    const QString number = u'-' + QString::number(++counter);
    return {u"alice"_s + number, u"inkjet"_s + number, u"laser"_s + number, u"plotter"_s + number};
}

} // namespace

Desk::Desk() : Desk(programDatabase()) {}

Desk::Desk(TestDatabase &database) : Caller(database.connect(), newNames()), m_database(database)
{
    for (const QString &name : {names().inkjet, names().laser, names().plotter})
        must("SELECT oncedesk.add_provider($1, 'simulated')", {name});
}

Caller Desk::another() const
{
    return {m_database.connect(), names()};
}

Caller Desk::as(const QString &role) const
{
    return {m_database.connectAs(role), names()};
}

QStringList Desk::tables()
{
    const Rows rows = must("SELECT tablename FROM pg_tables WHERE schemaname = 'oncedesk' ORDER BY 1");
    QStringList result;
    for (int row = 0; row < rows.size(); ++row)
        result.append(rows.text(row, 0));
    return result;
}

QMap<QString, QString> Desk::digest(const QMap<QString, QString> &where)
{
    QMap<QString, QString> result;
    for (const QString &table : tables()) {
        const QString sql =
            u"SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '')"
            u" FROM oncedesk.%1 AS t WHERE %2"_s.arg(table, where.value(table, u"true"_s));
        result.insert(table, must(sql.toUtf8()).text(0, 0));
    }
    return result;
}

QMap<QString, qint64> Desk::rowCounts()
{
    QMap<QString, qint64> result;
    for (const QString &table : tables())
        result.insert(table, must("SELECT count(*) FROM oncedesk." + table.toUtf8()).integer(0, 0));
    return result;
}

QStringList Desk::tablesWith(const QByteArray &marker)
{
    QStringList result;
    for (const QString &table : tables()) {
        const Rows found = must("SELECT EXISTS (SELECT FROM oncedesk." + table.toUtf8() +
                                    " AS t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0)",
                                {marker, marker.toHex()});
        if (found.boolean(0, 0))
            result.append(table);
    }
    return result;
}

QStringList Desk::unsound()
{
    const Rows rows = must(R"(
        WITH j AS (SELECT * FROM oncedesk.jobs WHERE owner_id = $1),
             a AS (SELECT a.* FROM oncedesk.attempts a JOIN j ON j.id = a.job_id),
             r AS (SELECT r.* FROM oncedesk.races r JOIN j ON j.id = r.job_id)
        SELECT 'job ' || id || ': the slot is held by an attempt that has not succeeded' FROM j
         WHERE completed_by IS NOT NULL
           AND NOT EXISTS (SELECT FROM a WHERE a.id = j.completed_by AND a.job_id = j.id AND a.state = 'succeeded')
        UNION ALL
        SELECT 'attempt ' || a.id || ': succeeded without the slot' FROM a JOIN j ON j.id = a.job_id
         WHERE a.state = 'succeeded' AND j.completed_by IS DISTINCT FROM a.id
        UNION ALL
        SELECT 'job ' || j.id || ': ended, yet an attempt waits to be started' FROM a JOIN j ON j.id = a.job_id
         WHERE a.state = 'pending' AND (j.completed_by IS NOT NULL OR j.closed_at IS NOT NULL)
        UNION ALL
        SELECT 'job ' || j.id || ': closed beside a live attempt' FROM a JOIN j ON j.id = a.job_id
         WHERE a.ended_at IS NULL AND j.closed_at IS NOT NULL
        UNION ALL
        SELECT 'job ' || id || ': version ' || version || ' tells of another number of results and closings' FROM j
         WHERE version <> 1 + (completed_by IS NOT NULL)::int + (closed_at IS NOT NULL)::int
        UNION ALL
        SELECT 'job ' || job_id || ': two live attempts in one lane' FROM a
         WHERE ended_at IS NULL GROUP BY job_id, lane HAVING count(*) > 1
        UNION ALL
        SELECT 'job ' || a.job_id || ': two live attempts, and the job is not hedged' FROM a JOIN j ON j.id = a.job_id
         WHERE a.ended_at IS NULL AND coalesce(j.policy->>'mode', '') <> 'hedged' GROUP BY a.job_id HAVING count(*) > 1
        UNION ALL
        SELECT 'job ' || j.id || ': completed, and the race log names another winner' FROM j
         WHERE completed_by IS NOT NULL
           AND completed_by IS DISTINCT FROM (SELECT max(r.attempt_id) FROM r WHERE r.job_id = j.id AND r.outcome = 'won')
        UNION ALL
        SELECT 'attempt ' || r.attempt_id || ': won a race and did not succeed' FROM r JOIN a ON a.id = r.attempt_id
         WHERE r.outcome = 'won' AND a.state <> 'succeeded'
        UNION ALL
        SELECT 'attempt ' || a.id || ': started and superseded without a race' FROM a
         WHERE a.state = 'superseded' AND a.claim_token IS NOT NULL
           AND NOT EXISTS (SELECT FROM r WHERE r.attempt_id = a.id AND r.outcome = 'lost')
        UNION ALL
        SELECT 'job ' || job_id || ': attempts are not numbered 1, 2, 3' FROM a
         GROUP BY job_id HAVING max(ordinal) <> count(*) OR min(ordinal) <> 1)",
                           {names().owner});
    QStringList result;
    for (int row = 0; row < rows.size(); ++row)
        result.append(rows.text(row, 0));
    return result;
}

void Desk::until(const QByteArray &condition, const QList<Param> &params)
{
    const QDeadlineTimer deadline(10'000);
    while (!must("SELECT " + condition, params).boolean(0, 0)) {
        if (deadline.hasExpired() || ::testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "never came true: " << condition.toStdString();
            return;
        }
    }
}

} // namespace oncedesk
