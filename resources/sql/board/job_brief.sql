-- What one sentence about a job says.
SELECT s.status, j.version, to_json(j.created_at) AS created_at
  FROM oncedesk.job_view j
  JOIN oncedesk.job_status_view s ON s.id = j.id
 WHERE j.id = $1::bigint
