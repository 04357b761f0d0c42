-- Promise 4: in a lane, the next attempt was opened when the one before it had ended, and the job lives on while it does.
SELECT format('Ticket #%s: attempt %s was opened in lane %s while attempt %s was live.', a.job_id, a.id, a.lane, a.before) AS finding
  FROM (SELECT a.id, a.job_id, a.lane, a.opened_at, lag(a.id) OVER lane AS before, lag(a.ended_at) OVER lane AS before_ended_at
          FROM oncedesk.attempt_view a
        WINDOW lane AS (PARTITION BY a.job_id, a.lane ORDER BY a.ordinal)) AS a
 WHERE a.before IS NOT NULL AND (a.before_ended_at IS NULL OR a.opened_at < a.before_ended_at)
UNION ALL
SELECT format('Ticket #%s: attempt %s was opened in lane 0 while attempt %s was live in lane 1.', a.job_id, a.id, second.id)
  FROM oncedesk.attempt_view a JOIN oncedesk.attempt_view second ON second.job_id = a.job_id AND second.lane = 1
 WHERE a.lane = 0 AND second.opened_at <= a.opened_at AND (second.ended_at IS NULL OR a.opened_at < second.ended_at)
UNION ALL
SELECT format('Ticket #%s: attempt %s was opened in lane %s, and %s.', a.job_id, a.id, a.lane, CASE
           WHEN a.lane <> 1 THEN 'there are two lanes, 0 and 1' WHEN j.policy->>'mode' IS DISTINCT FROM 'hedged' THEN 'the ticket is not hedged'
           ELSE 'no attempt had started in lane 0 that was still live' END)
  FROM oncedesk.attempt_view a LEFT JOIN oncedesk.job_view j ON j.id = a.job_id
  LEFT JOIN oncedesk.attempt_view first ON first.job_id = a.job_id AND first.lane = 0 AND first.started_at <= a.opened_at
                                       AND (first.ended_at IS NULL OR a.opened_at <= first.ended_at)
 WHERE a.lane <> 0 AND (a.lane <> 1 OR j.policy->>'mode' IS DISTINCT FROM 'hedged' OR first.id IS NULL)
UNION ALL
SELECT format('Ticket #%s has ended, and its attempt %s is %s.', a.job_id, a.id, a.state)
  FROM oncedesk.attempt_view a JOIN oncedesk.job_view j ON j.id = a.job_id
 WHERE (a.state = 'pending' AND j.completed_by IS NOT NULL) OR (a.live AND j.closed_at IS NOT NULL)
 LIMIT $1
