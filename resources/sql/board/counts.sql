-- How much there is of everything that is not finished, and of what was closed. The owner lab does not count.
WITH live AS (
    SELECT a.job_id, bool_or(a.state = 'unknown') AS unknown, bool_or(a.state = 'started') AS started
      FROM oncedesk.attempt_view a
     WHERE a.state IN ('pending', 'started', 'unknown')
     GROUP BY a.job_id
), open_jobs AS (
    SELECT count(*) FILTER (WHERE live.unknown) AS unknown,
           count(*) FILTER (WHERE live.started AND NOT live.unknown) AS running,
           count(*) FILTER (WHERE NOT live.started AND NOT live.unknown) AS waiting,
           count(*) FILTER (WHERE live.job_id IS NULL) AS stalled
      FROM oncedesk.job_view j
      LEFT JOIN live ON live.job_id = j.id
     WHERE j.completed_by IS NULL AND j.closed_at IS NULL AND j.owner_id <> 'lab'
)
SELECT o.unknown, o.running, o.waiting, o.stalled,
       (SELECT count(*) FROM oncedesk.job_view j WHERE j.closed_at IS NOT NULL AND j.owner_id <> 'lab') AS closed
  FROM open_jobs o
