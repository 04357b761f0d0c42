#include "tests/bench/server.h"

#include "core/db/database.h"
#include "core/db/migrator.h"

#include <cstdio>

namespace oncedesk::bench {

using namespace Qt::Literals::StringLiterals;

namespace {

void must(TestConnection &sql, const QByteArray &statement)
{
    const auto answer = sql.exec(statement);
    if (!answer.ok())
        qFatal("%s\n%s", statement.constData(), qPrintable(answer.message));
}

} // namespace

std::unique_ptr<ThrowAwayServer> makeServer()
{
    ThrowAwayServer::Options options;
    options.settings = {
        u"fsync=on"_s,           u"shared_buffers=1GB"_s,        u"max_wal_size=8GB"_s,
        u"max_connections=60"_s, u"track_commit_timestamp=on"_s, u"checkpoint_timeout=15min"_s};
    auto server = std::make_unique<ThrowAwayServer>(options);
    QProcess migrate;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"ONCEDESK_DB"_s, server->connection().toKeywords());
    migrate.setProcessEnvironment(environment);
    migrate.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    migrate.start(QStringLiteral(ONCECTL_PATH), {u"migrate"_s});
    if (!migrate.waitForFinished(60000) || migrate.exitCode() != 0)
        qFatal("oncectl migrate failed");
    TestConnection sql(server->connection());
    must(sql, "SELECT oncedesk.add_provider('noop', 'simulated', '{\"max_in_flight\": 10000}')");
    return server;
}

void fill(const ThrowAwayServer &server, qint64 jobs)
{
    constexpr qint64 batch = 250'000;
    TestConnection sql(server.connection());
    must(sql, "SET synchronous_commit = off");
    for (const char *table : {"jobs", "attempts", "submissions", "races", "attempt_events"})
        must(sql, "ALTER TABLE oncedesk." + QByteArray(table) + " DISABLE TRIGGER USER");
    for (qint64 first = 1; first <= jobs; first += batch) {
        const QByteArray range =
            QByteArray::number(first) + ", " + QByteArray::number(std::min(jobs, first + batch - 1));
        must(sql, "BEGIN");
        // One in 400 did not come to a result: closed after a failure, unknown, waiting, each in turn.
        must(sql, "CREATE TEMP TABLE made ON COMMIT DROP AS "
                  "SELECT nextval('oncedesk.jobs_id_seq') AS id, nextval('oncedesk.attempts_id_seq') AS "
                  "attempt, n, "
                  "       CASE WHEN n % 400 <> 0 THEN 'succeeded' "
                  "            ELSE (ARRAY['closed', 'unknown', 'pending', 'failed'])[1 + (n / 400) % 4] END "
                  "AS state, "
                  "       now() - interval '90 days' + n * interval '0.7 s' AS at "
                  "  FROM generate_series(" +
                      range + ") AS n");
        must(
            sql,
            "INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy, "
            "version, "
            "       created_at, created_by, completed_by, completed_at, result, closed_at, closed_by, "
            "close_reason) "
            "OVERRIDING SYSTEM VALUE "
            "SELECT id, 'owner-' || n % 500, 'filled-' || md5(n::text), (ARRAY['print.poster', 'print.book', "
            "       'charge.card'])[1 + n % 3], 'filled', jsonb_build_object('file', 'shop://' || n, "
            "'copies', n % 90), "
            "       '{}', CASE WHEN state IN ('succeeded', 'closed') THEN 2 ELSE 1 END, at, 'shop', "
            "       CASE state WHEN 'succeeded' THEN attempt END, CASE state WHEN 'succeeded' THEN at + "
            "interval '2 s' END, "
            "       CASE state WHEN 'succeeded' THEN jsonb_build_object('reference', n) END, "
            "       CASE state WHEN 'closed' THEN at + interval '1 h' END, CASE state WHEN 'closed' THEN "
            "'meera' END, "
            "       CASE state WHEN 'closed' THEN 'refunded' END FROM made ORDER BY id");
        must(sql, "INSERT INTO oncedesk.attempts (id, job_id, ordinal, provider, state, opened_at, "
                  "opened_by, not_before, "
                  "       job_version, claim_token, worker, claimed_by, started_at, deadline_at, unknown_at, "
                  "unknown_why, "
                  "       ended_at, error_code, error_message, retryable) OVERRIDING SYSTEM VALUE "
                  "SELECT attempt, id, 1, 'filled', CASE state WHEN 'closed' THEN 'failed' ELSE state END, "
                  "at, 'shop', at, "
                  "       v.started, CASE WHEN v.started = 1 THEN gen_random_uuid() END, CASE WHEN v.started "
                  "= 1 THEN 'w' END, "
                  "       CASE WHEN v.started = 1 THEN 'w' END, at + v.started * interval '1 s', at + "
                  "v.started * interval '31 s', "
                  "       CASE state WHEN 'unknown' THEN at + interval '31 s' END, CASE state WHEN 'unknown' "
                  "THEN 'No answer.' END, "
                  "       CASE WHEN state IN ('succeeded', 'failed', 'closed') THEN at + interval '2 s' END, "
                  "       CASE WHEN state IN ('failed', 'closed') THEN 'paper_out' END, "
                  "       CASE WHEN state IN ('failed', 'closed') THEN 'No paper.' END, "
                  "       CASE WHEN state IN ('failed', 'closed') THEN false END "
                  "  FROM made CROSS JOIN LATERAL (SELECT CASE WHEN state <> 'pending' THEN 1 END AS "
                  "started) AS v ORDER BY attempt");
        must(sql, "INSERT INTO oncedesk.submissions (at, job_id, outcome, client, actor) "
                  "SELECT at, id, 'created', 'shop', 'shop' FROM made ORDER BY id");
        must(sql, "INSERT INTO oncedesk.races (attempt_id, job_id, at, outcome, version_read, version_found, "
                  "winner, actor) "
                  "SELECT attempt, id, at + interval '2 s', 'won', 1, 1, attempt, 'w' FROM made WHERE state "
                  "= 'succeeded' ORDER BY id");
        must(sql, "INSERT INTO oncedesk.attempt_events (job_id, attempt_id, at, event, actor, detail) "
                  "SELECT id, attempt, at + interval '2 s', CASE state WHEN 'unknown' THEN 'unknown' ELSE "
                  "'failed' END, 'w', "
                  "       jsonb_build_object('why', 'No answer.') FROM made WHERE state IN ('closed', "
                  "'failed', 'unknown') ORDER BY id");
        must(sql, "COMMIT");
        std::fprintf(stderr, "\rFilling: %lld of %lld jobs ", qlonglong(std::min(jobs, first + batch - 1)),
                     qlonglong(jobs));
    }
    if (jobs > 0)
        std::fprintf(stderr, "\n");
    for (const char *table : {"jobs", "attempts", "submissions", "races", "attempt_events"}) {
        must(sql, "ALTER TABLE oncedesk." + QByteArray(table) + " ENABLE TRIGGER USER");
        must(sql, "DO $$ DECLARE t record; BEGIN FOR t IN SELECT tgname FROM pg_trigger WHERE NOT "
                  "tgisinternal AND tgrelid = "
                  "'oncedesk." +
                      QByteArray(table) + "'::regclass LOOP EXECUTE format('ALTER TABLE oncedesk." +
                      QByteArray(table) + " ENABLE ALWAYS TRIGGER %I', t.tgname); END LOOP; END $$");
    }
    must(sql, "VACUUM ANALYZE");
    must(sql, "CHECKPOINT");
}

} // namespace oncedesk::bench
