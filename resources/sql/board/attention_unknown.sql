-- Unknown attempts, oldest first: of jobs without a result, or ($1) the loose ends of jobs that have one.
SELECT a.id, a.job_id, a.ordinal, a.provider, a.state, a.worker, a.unknown_why AS why,
       to_json(a.unknown_at) AS since, to_json(a.deadline_at) AS deadline_at,
       floor(extract(epoch FROM clock_timestamp() - a.unknown_at) * 1000)::bigint AS waiting_ms,
       j.owner_id, j.idempotency_key, j.intent
  FROM oncedesk.attempt_view a
  JOIN oncedesk.job_view j ON j.id = a.job_id
 WHERE a.state = 'unknown' AND (j.completed_by IS NOT NULL) = $1::boolean AND j.owner_id NOT IN ('lab', 'lab-neighbour')
 ORDER BY a.unknown_at, a.id
 LIMIT $2::bigint
