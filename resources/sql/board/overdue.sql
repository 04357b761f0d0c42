-- Attempts of these jobs whose deadline has passed and that no sweep has looked at since.
SELECT a.id, a.job_id, to_json(a.deadline_at) AS deadline_at
  FROM oncedesk.attempt_view a
 WHERE a.job_id = ANY ($1::bigint[]) AND a.state = 'started' AND a.deadline_at < clock_timestamp()
 ORDER BY a.id
