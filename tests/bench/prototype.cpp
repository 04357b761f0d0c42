#include "tests/bench/prototype.h"

#include "tests/bench/pgbench.h"
#include "tests/support/testconnection.h"

namespace oncedesk::bench {

namespace {

constexpr auto tables =
    "CREATE SCHEMA prototype; SET search_path = prototype;"
    "CREATE TABLE jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner_id text, idempotency_key "
    "text,"
    " provider text, params jsonb, version bigint DEFAULT 1, completed_by bigint, completed_at timestamptz,"
    " result jsonb, UNIQUE (owner_id, idempotency_key)) WITH (fillfactor = 80);"
    "CREATE INDEX ON jobs (id) WHERE completed_by IS NULL;"
    "CREATE TABLE attempts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job_id bigint REFERENCES "
    "jobs,"
    " ordinal integer, provider text, state text DEFAULT 'pending', job_version bigint, claim_token uuid,"
    " worker text, started_at timestamptz, deadline_at timestamptz, ended_at timestamptz,"
    " UNIQUE (job_id, ordinal)) WITH (fillfactor = 80);"
    "CREATE UNIQUE INDEX ON attempts (job_id) WHERE state IN ('pending', 'started', 'unknown');"
    "CREATE INDEX ON attempts (provider, id) WHERE state = 'pending';"
    "CREATE INDEX ON attempts (deadline_at) WHERE state = 'started';"
    "CREATE TABLE races (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, attempt_id bigint, job_id "
    "bigint,"
    " at timestamptz DEFAULT clock_timestamp(), outcome text, version_read bigint);";
constexpr auto rows =
    "WITH made AS (INSERT INTO prototype.jobs (owner_id, idempotency_key, provider, params)"
    " SELECT 'bench', md5(n::text), 'noop', '{\"copies\": 3}' FROM generate_series(1, $1::integer) AS n "
    "RETURNING id)"
    " INSERT INTO prototype.attempts (job_id, ordinal, provider) SELECT id, 1, 'noop' FROM made";
constexpr auto claim =
    "WITH due AS (SELECT id FROM prototype.attempts WHERE provider = 'noop' AND state = 'pending' ORDER BY id"
    " LIMIT 500 FOR UPDATE SKIP LOCKED) "
    "UPDATE prototype.attempts a SET state = 'started', job_version = j.version, claim_token = "
    "gen_random_uuid(),"
    " worker = 'bench', started_at = clock_timestamp(), deadline_at = clock_timestamp() + interval '30 s'"
    " FROM due, prototype.jobs j WHERE a.id = due.id AND j.id = a.job_id"
    " RETURNING a.id, a.job_id, a.claim_token, j.params;\n";
constexpr auto finish =
    "WITH mine AS MATERIALIZED (SELECT id, job_id, job_version FROM prototype.attempts WHERE state = "
    "'started'"
    " LIMIT 500 FOR UPDATE SKIP LOCKED), "
    "won AS (UPDATE prototype.jobs j SET completed_by = mine.id, completed_at = clock_timestamp(),"
    " version = j.version + 1, result = '{\"sheets\": 3}' FROM mine"
    " WHERE j.id = mine.job_id AND j.version = mine.job_version AND j.completed_by IS NULL"
    " RETURNING mine.id, mine.job_id), "
    "done AS (UPDATE prototype.attempts a SET state = 'succeeded', ended_at = clock_timestamp() FROM won"
    " WHERE a.id = won.id) "
    "INSERT INTO prototype.races (attempt_id, job_id, outcome, version_read) SELECT id, job_id, 'won', 1 "
    "FROM won;\n";

} // namespace

SetPace prototypeSets(const ConnectionSettings &settings, int attempts)
{
    TestConnection sql(settings);
    const auto must = [&](const QByteArray &statement, const QList<Param> &values = {}) {
        const auto done = sql.exec(statement, values);
        if (!done.ok())
            qFatal("%s", qPrintable(done.message));
    };
    for (const QByteArray &statement : QByteArray(tables).split(';')) {
        if (!statement.isEmpty())
            must(statement);
    }
    must(rows, {attempts});
    must("ANALYZE jobs");
    must("ANALYZE attempts");
    constexpr int clients = 2;
    const int sets = attempts / 500 / clients;
    const double claiming = pgbench(settings, claim, Transactions{sets}, clients) * 500;
    const double finishing = pgbench(settings, finish, Transactions{sets}, clients) * 500;
    must("DROP SCHEMA prototype CASCADE");
    return {claiming, finishing, 1 / (1 / claiming + 1 / finishing)};
}

} // namespace oncedesk::bench
