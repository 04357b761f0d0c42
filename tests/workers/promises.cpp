#include "tests/workers/promises.h"

namespace oncedesk::promises {

// drill.request: what reached the provider, with the attempt it names, if there is one.
// drill.verdicts: the attempts that a person gave up with a reason, and when.
// drill.ordered: the attempts that a person opened with a reason.
// drill.uncertified: which provider might get nothing by itself, from when to when.
const char *const tables = R"(
CREATE SCHEMA drill;
CREATE TABLE drill.journal (number integer PRIMARY KEY, key text, job bigint, ordinal integer, arrived timestamptz,
                            executed boolean, mood text, known_as text, provider text);
CREATE INDEX ON drill.journal (key, number);
CREATE INDEX ON drill.journal (job, ordinal);
CREATE TABLE drill.told (key text, job bigint);
CREATE TABLE drill.uncertified (provider text, since timestamptz, until timestamptz);
CREATE VIEW drill.request AS
SELECT r.*, a.id AS attempt, a.state, a.started_at, a.deadline_at, a.unknown_at, a.ended_at, a.provider AS meant_for
  FROM drill.journal r
  LEFT JOIN oncedesk.jobs j ON j.id = r.job AND replace(j.owner_id || '/' || j.idempotency_key, ' ', '%20') = r.key
  LEFT JOIN oncedesk.attempts a ON a.job_id = j.id AND a.ordinal = r.ordinal;
CREATE VIEW drill.verdicts AS
SELECT o.attempt_id, min(o.at) AS at FROM oncedesk.operator_actions o
 WHERE o.action = 'cancel_attempt' AND o.outcome = 'cancelled' AND o.reason ~ '[^[:space:]]' AND o.evidence IS NOT NULL
 GROUP BY o.attempt_id;
CREATE VIEW drill.ordered AS
SELECT DISTINCT o.attempt_id FROM oncedesk.operator_actions o
 WHERE o.action = 'open_attempt' AND o.outcome = 'opened' AND o.reason ~ '[^[:space:]]';
-- The second lane of a hedged job runs beside the first: two executions were wanted, and one wins.
CREATE VIEW drill.beside AS
SELECT a.job_id, a.id AS second, a.ordinal, a.opened_at, f.id AS first, f.ordinal AS first_ordinal
  FROM oncedesk.attempts a JOIN oncedesk.attempts f ON f.id = a.follows AND f.job_id = a.job_id AND f.lane = 0
  JOIN oncedesk.jobs j ON j.id = a.job_id AND j.policy->>'mode' = 'hedged'
 WHERE a.lane = 1;
-- The same key executed again although no person had given up the attempt that executed it before.
CREATE VIEW drill.again AS
SELECT e.number AS first, l.number AS second, e.key, v.at IS NOT NULL AS by_order
  FROM drill.request e JOIN drill.journal l ON l.key = e.key AND l.number > e.number AND l.executed
  LEFT JOIN drill.verdicts v ON v.attempt_id = e.attempt AND v.at < l.arrived
 WHERE e.executed
   AND NOT EXISTS (SELECT FROM drill.beside b
                    WHERE b.job_id = e.job AND (e.ordinal, l.ordinal) IN ((b.first_ordinal, b.ordinal), (b.ordinal, b.first_ordinal)));
)";

const std::array<Promise, 19> always{{
    {"a request is an attempt's", "SELECT format('Request %s (%s, attempt %s of #%s) is no attempt of this "
                                  "database.', number, key, ordinal, job)"
                                  "  FROM drill.request WHERE attempt IS NULL"},
    {"known as started",
     "SELECT format('Request %s came at %s, attempt %s was started at %s.', number, arrived, attempt,"
     "              coalesce(started_at::text, 'no time'))"
     "  FROM drill.request WHERE attempt IS NOT NULL AND (started_at IS NULL OR started_at > arrived)"},
    // Unknown: its deadline passed on the way. Cancelled: a person gave it up before that, at their risk.
    {"known as started at that moment",
     "SELECT format('When request %s came, attempt %s of #%s was %s.', number, ordinal, job, known_as)"
     "  FROM drill.request r WHERE known_as NOT IN ('', 'started', 'unknown')"
     "   AND NOT (known_as = 'cancelled' AND EXISTS (SELECT FROM drill.verdicts v WHERE v.attempt_id = "
     "r.attempt))"},
    {"nothing arrives after the end",
     "SELECT format('Request %s came at %s, attempt %s had ended at %s (%s).', number, arrived, attempt, "
     "ended_at, state)"
     "  FROM drill.request r WHERE ended_at < arrived"
     "   AND NOT EXISTS (SELECT FROM drill.verdicts v WHERE v.attempt_id = r.attempt)"},
    {"an attempt is sent once",
     "SELECT format('Attempt %s of #%s was sent %s times.', ordinal, job, count(*))"
     "  FROM drill.journal GROUP BY job, ordinal HAVING count(*) > 1"},
    {"executed once unless a person said so",
     "SELECT format('%s was executed by request %s and again by request %s.', key, first, second)"
     "  FROM drill.again WHERE NOT by_order"},
    {"nothing follows an unknown by itself",
     "SELECT format('Attempt %s of #%s was unknown; attempt %s was sent at %s and nobody had cleared it.',"
     "              a.ordinal, a.job_id, l.ordinal, l.arrived)"
     "  FROM oncedesk.attempts a JOIN drill.journal l ON l.job = a.job_id AND l.ordinal > a.ordinal"
     " WHERE a.unknown_at IS NOT NULL"
     "   AND NOT (a.state = 'failed' AND a.ended_at <= l.arrived)"
     "   AND NOT EXISTS (SELECT FROM drill.verdicts v WHERE v.attempt_id = a.id AND v.at <= l.arrived)"
     // The second lane was opened before.
     "   AND NOT EXISTS (SELECT FROM drill.beside b WHERE b.first = a.id AND b.ordinal = l.ordinal"
     "                      AND b.opened_at <= a.unknown_at)"},
    {"what was executed is not called failed",
     "SELECT format('Request %s was executed, attempt %s is called failed.', number, attempt)"
     "  FROM drill.request WHERE executed AND state = 'failed'"},
    {"a result is what its execution answered",
     "SELECT format('#%s holds %s; its winner is attempt %s, executed by request %s.', j.id, j.result,"
     "              j.completed_by, coalesce(r.number::text, 'none'))"
     "  FROM oncedesk.jobs j LEFT JOIN drill.request r ON r.attempt = j.completed_by AND r.executed"
     " WHERE j.completed_by IS NOT NULL"
     "   AND (j.result->>'execution') IS DISTINCT FROM r.number::text"},
    {"every job ends",
     "SELECT format('#%s is %s (attempt %s is %s).', s.id, s.status, a.id, a.state)"
     "  FROM oncedesk.job_status_view s"
     "  LEFT JOIN oncedesk.attempts a ON a.job_id = s.id AND a.state IN ('pending', 'started')"
     " WHERE s.status NOT IN ('succeeded', 'unknown', 'stalled', 'closed') OR a.id IS NOT NULL"},
    // A worker counts from before its claim, which takes its time on a busy machine, but not nearly all of
    // it.
    {"not unknown early",
     "SELECT format('Attempt %s was unknown at %s; its deadline was %s.', id, unknown_at, deadline_at)"
     "  FROM oncedesk.attempts"
     " WHERE unknown_why LIKE 'No answer within%' AND deadline_at - unknown_at > 0.9 * (deadline_at - "
     "started_at)"},
    {"deadlines are the database's",
     "SELECT format('Attempt %s started at %s with deadline %s.', a.id, a.started_at, a.deadline_at)"
     "  FROM oncedesk.attempts a JOIN oncedesk.jobs j ON j.id = a.job_id"
     " WHERE a.deadline_at IS DISTINCT FROM"
     "       a.started_at + coalesce((j.policy->>'timeout_s')::numeric, 30) * interval '1 s'"},
    {"callers were told the truth",
     "SELECT format('%s: told #%s, found #%s.', coalesce(t.key, j.idempotency_key), t.job, j.id)"
     "  FROM drill.told t FULL JOIN oncedesk.jobs j ON j.owner_id = 'drill' AND j.idempotency_key = t.key"
     " WHERE t.job IS DISTINCT FROM j.id"},
    {"a request goes where its attempt does", "SELECT format('Request %s of attempt %s of #%s came to %s, "
                                              "and was meant for %s.', number, ordinal, job,"
                                              "              provider, meant_for)"
                                              "  FROM drill.request WHERE meant_for <> provider"},
    {"one winner at most",
     "SELECT format('#%s was won by attempts %s.', job_id, string_agg(DISTINCT attempt::text, ', '))"
     "  FROM (SELECT job_id, id AS attempt FROM oncedesk.attempts WHERE state = 'succeeded'"
     "        UNION ALL SELECT job_id, attempt_id FROM oncedesk.races WHERE outcome = 'won') AS w"
     " GROUP BY job_id HAVING count(DISTINCT attempt) > 1"},
    {"nothing is opened beside an unknown",
     "SELECT format('#%s: attempt %s (%s) was opened at %s while attempt %s was unknown.', a.job_id, "
     "a.ordinal,"
     "              a.opened_because, a.opened_at, u.ordinal)"
     "  FROM oncedesk.attempts u JOIN oncedesk.attempts a ON a.job_id = u.job_id AND a.id <> u.id"
     " WHERE u.unknown_at <= a.opened_at AND (u.ended_at IS NULL OR a.opened_at < u.ended_at)"},
    {"an uncertified provider gets nothing by itself",
     "SELECT format('#%s: attempt %s (%s) was opened at %s at %s, which was not certified then.', a.job_id,"
     "              a.ordinal, a.opened_because, a.opened_at, a.provider)"
     "  FROM oncedesk.attempts a JOIN oncedesk.jobs j ON j.id = a.job_id AND j.provider <> a.provider"
     "  JOIN drill.uncertified u ON u.provider = a.provider AND a.opened_at BETWEEN u.since AND u.until"
     " WHERE NOT EXISTS (SELECT FROM drill.ordered o WHERE o.attempt_id = a.id)"},
    {"what follows by itself follows a definite failure",
     "SELECT format('#%s: attempt %s (%s) follows attempt %s, which was %s.', a.job_id, a.ordinal, "
     "a.opened_because,"
     "              coalesce(f.ordinal::text, 'none'),"
     "              CASE WHEN r.executed THEN 'executed' WHEN f.state = 'failed' THEN 'failed later' ELSE "
     "coalesce(f.state, 'never there') END)"
     "  FROM oncedesk.attempts a LEFT JOIN oncedesk.attempts f ON f.id = a.follows AND f.job_id = a.job_id"
     "  LEFT JOIN drill.request r ON r.attempt = f.id AND r.executed"
     " WHERE a.opened_because IN ('retry', 'failover')"
     "   AND (f.state IS DISTINCT FROM 'failed' OR f.ended_at > a.opened_at OR r.executed)"},
    // Each fallback before it was used already, or passed over on the record; a retry comes after all of
    // them.
    {"fallbacks are taken in their order",
     "SELECT format('#%s: attempt %s (%s) went to %s, and nothing says why not to %s.', a.job_id, a.ordinal,"
     "              a.opened_because, a.provider, coalesce(b.name, 'a fallback of the job'))"
     "  FROM oncedesk.attempts a JOIN oncedesk.jobs j ON j.id = a.job_id"
     " CROSS JOIN LATERAL (SELECT min(f.place) AS place"
     "                       FROM jsonb_array_elements_text(coalesce(j.policy->'fallbacks', '[]')) WITH "
     "ORDINALITY AS f (name, "
     "place)"
     "                      WHERE f.name = a.provider) AS own"
     "  LEFT JOIN LATERAL (SELECT f.name"
     "                       FROM jsonb_array_elements_text(coalesce(j.policy->'fallbacks', '[]')) WITH "
     "ORDINALITY AS f (name, "
     "place)"
     "                      WHERE (a.opened_because = 'retry' OR f.place < own.place)"
     "                        AND NOT EXISTS (SELECT FROM oncedesk.attempts e WHERE e.job_id = a.job_id"
     "                                           AND e.ordinal < a.ordinal AND e.provider = f.name)"
     "                        AND NOT EXISTS (SELECT FROM oncedesk.attempt_events e WHERE e.job_id = a.job_id"
     "                                           AND e.attempt_id = a.follows AND e.event = "
     "'fallback_passed_over'"
     "                                           AND e.detail->>'provider' = f.name)"
     "                      ORDER BY f.place LIMIT 1) AS b ON true"
     " WHERE a.opened_because IN ('retry', 'failover', 'hedge')"
     "   AND (b.name IS NOT NULL OR (a.opened_because <> 'retry' AND own.place IS NULL))"},
}};

const Promise moodsDecide{
    "the provider's mood decides",
    "SELECT format('Request %s (%s) left attempt %s %s.', number, mood, attempt, state)"
    "  FROM drill.request r"
    " WHERE state IS DISTINCT FROM CASE WHEN mood IN ('good', 'slow', 'late', 'twice') THEN 'succeeded'"
    "                                   WHEN mood IN ('busy', 'busyUntil', 'refusing') THEN 'failed'"
    "                                   ELSE 'unknown' END"
    "   AND NOT (state = 'cancelled' AND EXISTS (SELECT FROM drill.verdicts v WHERE v.attempt_id = "
    "r.attempt))"};

const char *const sweptInTime =
    "SELECT format('Attempt %s, due at %s, was started until %s.', id, deadline_at, coalesce(unknown_at, "
    "ended_at))"
    "  FROM oncedesk.attempts"
    " WHERE coalesce(unknown_at, ended_at) > deadline_at + $1::float8 * interval '1 s' LIMIT 5";

const char *const counts = R"(
SELECT (SELECT count(*) FROM oncedesk.jobs) AS jobs,
       (SELECT count(*) FROM drill.journal) AS received,
       (SELECT count(*) FROM drill.journal WHERE known_as = '') AS unwitnessed,
       (SELECT count(*) FROM drill.request WHERE arrived > deadline_at) AS past_deadline,
       (SELECT count(*) FROM drill.journal WHERE executed) AS executed,
       (SELECT count(*) FROM oncedesk.races WHERE outcome = 'won') AS won,
       (SELECT count(*) FROM oncedesk.races WHERE outcome = 'lost') AS lost,
       (SELECT count(*) FROM oncedesk.attempts WHERE state = 'failed') AS failed,
       (SELECT count(*) FROM oncedesk.attempts WHERE unknown_at IS NOT NULL) AS ever_unknown,
       (SELECT count(*) FROM oncedesk.attempts WHERE state = 'unknown') AS unknown,
       (SELECT count(*) FROM oncedesk.attempts WHERE state = 'succeeded' AND unknown_at IS NOT NULL) AS late_wins,
       (SELECT count(*) FROM drill.verdicts) AS cancelled,
       (SELECT count(*) FROM drill.again WHERE by_order) AS again_by_order,
       (SELECT count(*) FROM drill.again WHERE NOT by_order) AS again_by_itself,
       (SELECT count(*) FROM oncedesk.attempts WHERE opened_because = 'failover') AS failed_over,
       (SELECT count(*) FROM oncedesk.attempts WHERE opened_because = 'hedge') AS raced,
       (SELECT count(*) FROM oncedesk.attempt_events WHERE event = 'fallback_passed_over') AS passed_over,
       (SELECT count(*) FROM drill.request r JOIN drill.ordered o ON o.attempt_id = r.attempt
         WHERE r.provider IN (SELECT u.provider FROM drill.uncertified u WHERE u.since = '-infinity')) AS elsewhere
)";

} // namespace oncedesk::promises
