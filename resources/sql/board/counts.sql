-- How much there is of everything that is not finished, and of what was closed. The Lab's owners do not count.
-- A long backlog is counted in indexes alone: only unknown and started attempts, which are few, are looked at. A
-- pending attempt always belongs to an open job, since completing or closing a job leaves none behind.
WITH moving AS MATERIALIZED (
    SELECT a.job_id, bool_or(a.state = 'unknown') AS unknown, bool_or(a.lane = 1) AS second,
           bool_and(open.id IS NOT NULL) AS open
      FROM (SELECT u.job_id, u.state, u.lane FROM oncedesk.attempt_view u WHERE u.state = 'unknown'
            UNION ALL
            SELECT s.job_id, s.state, s.lane FROM oncedesk.attempt_view s WHERE s.state = 'started') AS a
      -- In the index of what is open, which is small.
      LEFT JOIN (SELECT j.id FROM oncedesk.job_view j WHERE j.completed_by IS NULL AND j.closed_at IS NULL) AS open
        ON open.id = a.job_id
     GROUP BY a.job_id
), everything AS MATERIALIZED (
    SELECT (SELECT count(*) FROM oncedesk.job_view j
             WHERE j.completed_by IS NULL AND j.closed_at IS NULL) AS open,
           (SELECT count(*) FROM oncedesk.job_view j WHERE j.closed_at IS NOT NULL) AS closed,
           -- Of a job with two lanes only what they are together counts.
           (SELECT count(*) FROM oncedesk.attempt_view a WHERE a.state = 'pending')
           - (SELECT count(*)
                FROM oncedesk.attempt_view second
               WHERE second.lane = 1 AND NOT second.claimed AND second.ended_at IS NULL
                 AND EXISTS (SELECT FROM oncedesk.attempt_view first
                              WHERE first.job_id = second.job_id AND first.lane = 0
                                AND first.state IN ('pending', 'started', 'unknown')))
           - (SELECT count(*)
                FROM moving
               WHERE moving.second
                 AND EXISTS (SELECT FROM oncedesk.attempt_view first
                              WHERE first.job_id = moving.job_id AND first.lane = 0
                                AND first.state = 'pending')) AS waiting,
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
     WHERE j.owner_id IN ('lab', 'lab-neighbour')
)
SELECT e.unknown - lab.unknown AS unknown,
       e.running - lab.running AS running,
       e.waiting - lab.waiting AS waiting,
       e.open - e.waiting - e.unknown - e.running - lab.stalled AS stalled,
       e.closed - lab.closed AS closed
  FROM everything e, lab
