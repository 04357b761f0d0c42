-- How many attempts need a person. Stalled jobs are counted with the statuses. Due attempts may be very many:
-- they are counted in an index alone, and those of the Lab's owners taken off.
WITH unserved AS MATERIALIZED (
    SELECT p.name
      FROM oncedesk.provider_view p
     WHERE NOT p.enabled
        OR NOT EXISTS (SELECT FROM oncedesk.worker_view w WHERE w.alive AND p.name = ANY (w.providers))
), unknown AS (
    SELECT count(*) FILTER (WHERE j.completed_by IS NULL) AS unknown,
           count(*) FILTER (WHERE j.completed_by IS NOT NULL) AS loose_ends
      FROM oncedesk.attempt_view a
      JOIN oncedesk.job_view j ON j.id = a.job_id
     WHERE a.state = 'unknown' AND j.owner_id NOT IN ('lab', 'lab-neighbour')
), due AS (
    SELECT coalesce(sum(d.attempts), 0)::bigint AS attempts
      FROM unserved u
     CROSS JOIN LATERAL (SELECT count(*) AS attempts FROM oncedesk.attempt_view a
                          WHERE a.provider = u.name AND a.state = 'pending'
                            AND a.not_before <= statement_timestamp()) AS d
), lab AS (
    SELECT count(*) AS attempts
      FROM oncedesk.job_view j
      JOIN oncedesk.attempt_view a ON a.job_id = j.id
     WHERE j.owner_id IN ('lab', 'lab-neighbour') AND a.state = 'pending' AND a.not_before <= statement_timestamp()
       AND a.provider IN (SELECT u.name FROM unserved u)
), silent AS (
    SELECT count(*) AS attempts
      FROM oncedesk.attempt_view a
      JOIN oncedesk.job_view j ON j.id = a.job_id AND j.owner_id NOT IN ('lab', 'lab-neighbour')
     WHERE a.state = 'started'
       AND NOT EXISTS (SELECT FROM oncedesk.worker_view w WHERE w.alive AND w.name = a.worker)
)
SELECT unknown.unknown, unknown.loose_ends, due.attempts - lab.attempts + silent.attempts AS unserved
  FROM unknown, due, lab, silent
