-- What one sentence about an attempt says.
SELECT a.job_id, a.ordinal, a.provider, a.state, a.started_at IS NOT NULL AS was_started, a.unknown_why
  FROM oncedesk.attempt_view a
 WHERE a.id = $1::bigint
