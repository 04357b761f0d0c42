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
        must(sql, "CREATE INDEX ON made (id)");
        must(sql, "ANALYZE made");
        // Grown as a desk grows: each row is written when it is opened and again when it ends, and what that
        // leaves behind is found and used by those that follow.
        must(
            sql,
            "INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy, "
            "created_at, created_by) OVERRIDING SYSTEM VALUE "
            "SELECT id, 'owner-' || n % 500, 'filled-' || md5(n::text), (ARRAY['print.poster', 'print.book', "
            "       'charge.card'])[1 + n % 3], 'filled', jsonb_build_object('file', 'shop://' || n, "
            "'copies', n % 90), '{}', at, 'shop' FROM made ORDER BY id");
        must(
            sql,
            "INSERT INTO oncedesk.attempts (id, job_id, ordinal, provider, opened_at, opened_by, not_before) "
            "OVERRIDING SYSTEM VALUE SELECT attempt, id, 1, 'filled', at, 'shop', at FROM made ORDER BY "
            "attempt");
        const QByteArray ids = sql.exec("SELECT min(id) || ' AND ' || max(id) FROM made").text().toUtf8();
        must(sql, "UPDATE oncedesk.jobs j SET version = 2, "
                  "       completed_by = CASE state WHEN 'succeeded' THEN attempt END, "
                  "       completed_at = CASE state WHEN 'succeeded' THEN at + interval '2 s' END, "
                  "       result = CASE state WHEN 'succeeded' THEN jsonb_build_object('reference', n) END, "
                  "       closed_at = CASE state WHEN 'closed' THEN at + interval '1 h' END, "
                  "       closed_by = CASE state WHEN 'closed' THEN 'meera' END, "
                  "       close_reason = CASE state WHEN 'closed' THEN 'refunded' END "
                  "  FROM made WHERE j.id = made.id AND state IN ('succeeded', 'closed') AND j.id BETWEEN " +
                      ids);
        must(sql, "UPDATE oncedesk.attempts a SET state = CASE m.state WHEN 'closed' THEN 'failed' ELSE "
                  "m.state END, "
                  "       job_version = 1, claim_token = gen_random_uuid(), worker = 'w', claimed_by = 'w', "
                  "       started_at = at + interval '1 s', deadline_at = at + interval '31 s', "
                  "       unknown_at = CASE m.state WHEN 'unknown' THEN at + interval '31 s' END, "
                  "       unknown_why = CASE m.state WHEN 'unknown' THEN 'No answer.' END, "
                  "       ended_at = CASE WHEN m.state <> 'unknown' THEN at + interval '2 s' END, "
                  "       error_code = CASE WHEN m.state IN ('failed', 'closed') THEN 'paper_out' END, "
                  "       error_message = CASE WHEN m.state IN ('failed', 'closed') THEN 'No paper.' END, "
                  "       retryable = CASE WHEN m.state IN ('failed', 'closed') THEN false END "
                  "  FROM made m WHERE a.job_id = m.id AND m.state <> 'pending' AND a.job_id BETWEEN " +
                      ids);
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
        if (first / batch % 4 == 3) {
            must(sql, "VACUUM oncedesk.jobs");
            must(sql, "VACUUM oncedesk.attempts");
        }
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
