-- The latest runs of a contract suite against a provider, newest first, without trials.
SELECT r.id, r.provider, r.intent, r.suite_version, to_json(r.requested_at) AS requested_at, r.requested_by,
       to_json(r.claimed_at) AS claimed_at, r.worker, to_json(r.cancel_requested_at) AS cancel_requested_at,
       r.cancel_requested_by, to_json(r.finished_at) AS finished_at, r.outcome, r.reason, r.model, r.done, r.passed, r.total
  FROM oncedesk.certification_view r
 WHERE r.provider = $1 AND r.intent = $2 AND NOT r.is_trial
 ORDER BY r.id DESC
 LIMIT $3::bigint
