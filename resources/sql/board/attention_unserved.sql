-- Attempts that no live worker serves, oldest first: due ones at a provider that is disabled or that no live
-- worker names, and started ones whose worker is silent (their deadline will make them unknown).
WITH unserved AS MATERIALIZED (
    SELECT p.name, CASE WHEN p.enabled THEN 'no_live_worker' ELSE 'provider_disabled' END AS why
      FROM oncedesk.provider_view p
     WHERE NOT p.enabled
        OR NOT EXISTS (SELECT FROM oncedesk.worker_view w WHERE w.alive AND p.name = ANY (w.providers))
), left_alone AS (
    -- No more than are shown, before the rest of them is looked up: however many the planner expects.
    SELECT * FROM (
    (SELECT a.id, u.why, a.not_before AS since
       FROM unserved u
      CROSS JOIN LATERAL (SELECT a.id, a.not_before
                            FROM oncedesk.attempt_view a
                            JOIN oncedesk.job_view j ON j.id = a.job_id AND j.owner_id NOT IN ('lab', 'lab-neighbour')
                           WHERE a.provider = u.name AND a.state = 'pending'
                             AND a.not_before <= statement_timestamp()
                           ORDER BY a.not_before, a.id LIMIT $1::bigint) AS a)
    UNION ALL
    SELECT a.id, 'worker_silent', a.started_at
      FROM oncedesk.attempt_view a
      JOIN oncedesk.job_view j ON j.id = a.job_id AND j.owner_id NOT IN ('lab', 'lab-neighbour')
     WHERE a.state = 'started'
       AND NOT EXISTS (SELECT FROM oncedesk.worker_view w WHERE w.alive AND w.name = a.worker)
    ) AS found
     ORDER BY since, id
     LIMIT $1::bigint
)
SELECT a.id, a.job_id, a.ordinal, a.provider, a.state, a.worker, l.why, to_json(l.since) AS since,
       to_json(a.deadline_at) AS deadline_at,
       floor(extract(epoch FROM clock_timestamp() - l.since) * 1000)::bigint AS waiting_ms,
       j.owner_id, j.idempotency_key, j.intent
  FROM left_alone l
  JOIN oncedesk.attempt_view a ON a.id = l.id
  JOIN oncedesk.job_view j ON j.id = a.job_id
 ORDER BY l.since, a.id
