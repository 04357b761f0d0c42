-- What callers may read. Tables stay private to their owner.

CREATE OR REPLACE VIEW oncedesk.job_view AS
SELECT j.id, j.owner_id, j.idempotency_key, j.intent, j.provider, j.params, j.policy, j.version,
       j.created_at, j.created_by, j.completed_by, j.completed_at, j.result, j.result_bytes,
       j.closed_at, j.closed_by, j.close_reason, j.is_demo
  FROM oncedesk.jobs j;

-- A job's status, derived. In doubt the first that applies.
CREATE OR REPLACE VIEW oncedesk.job_status_view AS
SELECT j.id,
       CASE WHEN j.completed_by IS NOT NULL THEN 'succeeded'
            WHEN j.closed_at IS NOT NULL THEN 'closed'
            WHEN live.unknown THEN 'unknown'
            WHEN live.started THEN 'running'
            WHEN live.pending THEN 'waiting'
            ELSE 'stalled' END AS status
  FROM oncedesk.jobs j
  LEFT JOIN LATERAL (
       SELECT bool_or(a.state = 'unknown') AS unknown, bool_or(a.state = 'started') AS started,
              bool_or(a.state = 'pending') AS pending
         FROM oncedesk.attempts a
        WHERE a.job_id = j.id AND a.state IN ('pending', 'started', 'unknown')
          AND j.completed_by IS NULL AND j.closed_at IS NULL) AS live ON true;

CREATE OR REPLACE VIEW oncedesk.attempt_view AS
SELECT a.id, a.job_id, a.ordinal, a.lane, a.provider, a.state, a.state IN ('pending', 'started', 'unknown') AS live,
       a.job_version, a.worker, a.claimed_by, a.opened_at, a.opened_by, a.opened_because, a.open_reason, a.follows, a.not_before,
       a.started_at, a.deadline_at, a.hedge_at, a.unknown_at, a.unknown_why, a.ended_at,
       a.error_code, a.error_message, a.retryable,
       a.cancel_requested_at, a.cancel_requested_by, a.cancel_reason, a.cancel_evidence,
       a.claim_token IS NOT NULL AS claimed -- the token itself is its worker's alone
  FROM oncedesk.attempts a;

-- Every event of every attempt. Openings, starts and successes are kept as write-once columns, the rest as rows.
-- In order: at, attempt_id, step.
CREATE OR REPLACE VIEW oncedesk.event_view AS
SELECT a.job_id, a.id AS attempt_id, a.opened_at AS at, 0 AS step, 'pending' AS event, a.opened_by AS actor,
       jsonb_strip_nulls(jsonb_build_object('because', a.opened_because, 'reason', a.open_reason,
           'follows', a.follows, 'not_before', nullif(a.not_before, a.opened_at))) AS detail
  FROM oncedesk.attempts a
UNION ALL
SELECT a.job_id, a.id, a.started_at, 1, 'started', a.claimed_by, jsonb_build_object('worker', a.worker)
  FROM oncedesk.attempts a WHERE a.started_at IS NOT NULL
UNION ALL
SELECT a.job_id, a.id, a.ended_at, 2, 'succeeded', r.actor, NULL
  FROM oncedesk.attempts a LEFT JOIN oncedesk.races r ON r.attempt_id = a.id WHERE a.state = 'succeeded'
UNION ALL
SELECT e.job_id, e.attempt_id, e.at, 2, e.event, e.actor, e.detail FROM oncedesk.attempt_events e;

CREATE OR REPLACE VIEW oncedesk.submission_view AS
SELECT s.id, s.at, j.owner_id, j.idempotency_key, s.outcome, s.job_id, s.differs, s.client, s.actor
  FROM oncedesk.submissions s LEFT JOIN oncedesk.jobs j ON j.id = s.job_id; -- an audit must see what leads nowhere

CREATE OR REPLACE VIEW oncedesk.race_view AS
SELECT id, at, attempt_id, job_id, outcome, lost_because, version_read, version_found, winner,
       result_sha256, result_size, actor
  FROM oncedesk.races;

CREATE OR REPLACE VIEW oncedesk.action_view AS
SELECT id, at, actor, action, job_id, attempt_id, reason, evidence, outcome, detail FROM oncedesk.operator_actions;

CREATE OR REPLACE VIEW oncedesk.provider_view AS
SELECT name, kind, settings, enabled, created_at, updated_at, fingerprint, model, model_since FROM oncedesk.providers;

CREATE OR REPLACE VIEW oncedesk.certificate_view AS
SELECT c.id, c.provider, c.intent, c.suite_version, c.issued_at, c.issued_by, c.expires_at, c.revoked_at,
       oncedesk.why_not_certified(c.provider, c.intent) IS NULL AS valid,
       oncedesk.why_not_certified(c.provider, c.intent) AS why_not
  FROM oncedesk.certificates c
 WHERE NOT EXISTS (SELECT FROM oncedesk.certificates newer
                    WHERE newer.provider = c.provider AND newer.intent = c.intent AND newer.id > c.id);

-- All there ever were, for who wants to know what was certified at an earlier time.
CREATE OR REPLACE VIEW oncedesk.certificate_history_view AS
SELECT id, provider, intent, suite_version, issued_at, issued_by, expires_at, revoked_at, revoked_because, run_id, model,
       provider_fingerprint
  FROM oncedesk.certificates;

CREATE OR REPLACE VIEW oncedesk.suite_view AS
SELECT intent, version, body, calls, saved_at, saved_by,
       version = max(version) OVER (PARTITION BY intent) AS is_latest
  FROM oncedesk.suites;

CREATE OR REPLACE VIEW oncedesk.certification_view AS
SELECT r.id, r.provider, r.intent, r.suite_version, r.requested_at, r.requested_by, r.claimed_at, r.worker, r.heard_at,
       r.cancel_requested_at, r.cancel_requested_by, r.finished_at, r.outcome, r.reason, r.model,
       r.calls AS total,
       (SELECT count(*) FROM oncedesk.certification_cases c WHERE c.run_id = r.id) AS done,
       (SELECT count(*) FROM oncedesk.certification_cases c WHERE c.run_id = r.id AND c.verdict = 'passed') AS passed,
       r.trial_suite IS NOT NULL AS is_trial
  FROM oncedesk.certification_runs r;

CREATE OR REPLACE VIEW oncedesk.certification_case_view AS
SELECT run_id, name, repeat, at, verdict, reason, faults, request, answer, model, took_ms FROM oncedesk.certification_cases;

CREATE OR REPLACE VIEW oncedesk.worker_view AS
SELECT name, providers, in_flight, version, first_seen, last_heartbeat,
       last_heartbeat > clock_timestamp() - interval '15 s' AS alive
  FROM oncedesk.workers;

CREATE OR REPLACE VIEW oncedesk.request_view AS
SELECT id, attempt_id, job_id, kind, provider, asked_at, asked_by, claimed_at, worker, answered_at, answer
  FROM oncedesk.requests;

CREATE OR REPLACE VIEW oncedesk.answer_view AS
SELECT id, request_id, attempt_id, at, answer, payload, actor FROM oncedesk.provider_answers;

CREATE OR REPLACE VIEW oncedesk.client_view AS
SELECT name, owner_id, token_prefix, created_at, created_by, revoked_at, revoked_by FROM oncedesk.clients;

-- What a submitter may read: the jobs this login created.
CREATE OR REPLACE VIEW oncedesk.my_job_view WITH (security_barrier) AS
SELECT j.id, j.owner_id, j.idempotency_key, j.intent, j.provider, j.params, j.policy, j.version, j.created_at,
       j.completed_at, j.result, j.result_bytes, j.closed_at, s.status
  FROM oncedesk.jobs j JOIN oncedesk.job_status_view s ON s.id = j.id
 WHERE j.created_by = session_user;
