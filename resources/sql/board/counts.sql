-- How much there is of everything that is not finished, and of what was closed. The owner lab does not count.
-- A long backlog is counted in indexes alone: only unknown and started attempts, which are few, are looked at. A
-- pending attempt always belongs to an open job, since completing or closing a job leaves none behind.
WITH moving AS MATERIALIZED (
    SELECT a.job_id, bool_or(a.state = 'unknown') AS unknown,
           bool_and(j.completed_by IS NULL AND j.closed_at IS NULL) AS open
      FROM (SELECT u.job_id, u.state FROM oncedesk.attempt_view u WHERE u.state = 'unknown'
            UNION ALL
            SELECT s.job_id, s.state FROM oncedesk.attempt_view s WHERE s.state = 'started') AS a
      JOIN oncedesk.job_view j ON j.id = a.job_id
     GROUP BY a.job_id
), everything AS MATERIALIZED (
    SELECT (SELECT count(*) FROM oncedesk.job_view j
             WHERE j.completed_by IS NULL AND j.closed_at IS NULL) AS open,
           (SELECT count(*) FROM oncedesk.job_view j WHERE j.closed_at IS NOT NULL) AS closed,
           (SELECT count(*) FROM (SELECT FROM oncedesk.attempt_view a
                                   WHERE a.state IN ('pending', 'started', 'unknown')
                                   GROUP BY a.job_id) AS live)
           - (SELECT count(*) FROM moving WHERE NOT moving.open) AS live,
           (SELECT count(*) FROM moving WHERE moving.open AND moving.unknown) AS unknown,
           (SELECT count(*) FROM moving WHERE moving.open AND NOT moving.unknown) AS running
), lab AS (
    SELECT count(*) FILTER (WHERE s.status = 'unknown') AS unknown,
           count(*) FILTER (WHERE s.status = 'running') AS running,
           count(*) FILTER (WHERE s.status = 'waiting') AS waiting,
           count(*) FILTER (WHERE s.status = 'stalled') AS stalled,
           count(*) FILTER (WHERE s.status = 'closed') AS closed
      FROM oncedesk.job_view j
     CROSS JOIN LATERAL (SELECT s.status FROM oncedesk.job_status_view s WHERE s.id = j.id OFFSET 0) AS s
     WHERE j.owner_id = 'lab'
)
SELECT e.unknown - lab.unknown AS unknown,
       e.running - lab.running AS running,
       e.live - e.unknown - e.running - lab.waiting AS waiting,
       e.open - e.live - lab.stalled AS stalled,
       e.closed - lab.closed AS closed
  FROM everything e, lab
