-- Promise 8: each attempt's history leads to the state it is in by legal moves, no terminal state was left, and what a move
-- sets is there whole. Counts decide, not times: a clock that was set back is no broken promise. Only what cannot be
-- a clock put right, more than a minute the wrong way round, is told.
WITH moves AS (
    SELECT e.attempt_id, min(e.job_id) AS job_id, max(e.job_id) AS other_job_id,
           count(*) FILTER (WHERE e.event = 'pending') AS pending, count(*) FILTER (WHERE e.event = 'started') AS started,
           count(*) FILTER (WHERE e.event = 'unknown') AS unknown, count(*) FILTER (WHERE e.event = 'succeeded') AS succeeded,
           count(*) FILTER (WHERE e.event = 'failed') AS failed, count(*) FILTER (WHERE e.event = 'superseded') AS superseded,
           count(*) FILTER (WHERE e.event = 'cancelled') AS cancelled
      FROM oncedesk.event_view e
     GROUP BY e.attempt_id
)
SELECT CASE WHEN a.id IS NULL THEN format('History tells of attempt %s of ticket #%s, which is not there.', m.attempt_id, m.job_id)
            WHEN (m.job_id, m.other_job_id) IS DISTINCT FROM (a.job_id, a.job_id)
                THEN format('Attempt %s is one of ticket #%s; its history is told under ticket #%s.', a.id, a.job_id, CASE m.job_id WHEN a.job_id THEN m.other_job_id ELSE m.job_id END)
            ELSE format('Attempt %s of ticket #%s is %s; its history: %s.', a.id, a.job_id, a.state,
                        (SELECT string_agg(CASE h.times WHEN 1 THEN h.event ELSE h.times || ' x ' || h.event END, ', ')
                           FROM (VALUES ('pending', m.pending), ('started', m.started), ('unknown', m.unknown), ('succeeded', m.succeeded),
                                        ('failed', m.failed), ('superseded', m.superseded), ('cancelled', m.cancelled)) AS h (event, times)
                          WHERE h.times > 0)) END AS finding
  FROM oncedesk.attempt_view a FULL JOIN moves m ON m.attempt_id = a.id
 CROSS JOIN LATERAL (SELECT m.succeeded + m.failed + m.superseded + m.cancelled AS ends) AS sum
 WHERE a.id IS NULL OR m.attempt_id IS NULL OR m.pending <> 1 OR m.started > 1 OR m.unknown > 1 OR m.unknown > m.started
    OR (m.job_id, m.other_job_id) IS DISTINCT FROM (a.job_id, a.job_id)
    OR CASE a.state
           WHEN 'pending' THEN m.started + m.unknown + sum.ends > 0
           WHEN 'started' THEN m.started <> 1 OR m.unknown + sum.ends > 0
           WHEN 'unknown' THEN m.unknown <> 1 OR sum.ends > 0
           WHEN 'succeeded' THEN m.succeeded <> 1 OR sum.ends <> 1 OR m.started <> 1
           WHEN 'failed' THEN m.failed <> 1 OR sum.ends <> 1 OR m.started <> 1
           WHEN 'superseded' THEN m.superseded <> 1 OR sum.ends <> 1
           WHEN 'cancelled' THEN m.cancelled <> 1 OR sum.ends <> 1
           ELSE true END
    OR (a.ended_at IS NULL) <> (a.state IN ('pending', 'started', 'unknown'))
    OR m.unknown <> (a.unknown_at IS NOT NULL)::int
UNION ALL
SELECT format('Attempt %s of ticket #%s is %s, and %s.', a.id, a.job_id, a.state, CASE
           WHEN (a.unknown_at IS NULL) <> (a.unknown_why IS NULL) THEN 'does not say since when its outcome is unknown, and why'
           WHEN a.claimed OR a.started_at IS NOT NULL
               THEN CASE WHEN num_nulls(a.worker, a.job_version, a.started_at, a.deadline_at) > 0 OR NOT a.claimed
                         THEN 'its claim is not whole: worker, token, version read, start and deadline belong together'
                         ELSE 'was unknown, or ended, more than a minute before it started' END
           ELSE 'ended more than a minute before it was opened' END)
  FROM oncedesk.attempt_view a
 WHERE (a.unknown_at IS NULL) <> (a.unknown_why IS NULL)
    OR ((a.claimed OR a.started_at IS NOT NULL)
        AND (NOT a.claimed OR num_nulls(a.worker, a.job_version, a.started_at, a.deadline_at) > 0))
    OR least(a.unknown_at, a.ended_at) < coalesce(a.started_at, a.opened_at) - interval '1 min'
 LIMIT $1
