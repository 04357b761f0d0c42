-- What one sentence about a job says.
SELECT s.status, j.version, to_json(j.created_at) AS created_at,
       (SELECT coalesce(max(a.ordinal), 0) FROM oncedesk.attempt_view a WHERE a.job_id = j.id) AS attempts
  FROM oncedesk.job_view j
  JOIN oncedesk.job_status_view s ON s.id = j.id
 WHERE j.id = $1::bigint
