-- What one sentence about a job says, to a login that may only submit.
SELECT j.status, j.version, to_json(j.created_at) AS created_at, 0 AS attempts
  FROM oncedesk.my_job_view j
 WHERE j.id = $1::bigint
