-- Promise 7: the result slot, the race that was won and the attempt that succeeded are the same one.
SELECT format('Ticket #%s: its slot is held by attempt %s, the race was won by attempt %s, and attempt %s is the one that succeeded.',
              coalesce(j.id, r.job_id, a.job_id), coalesce(j.completed_by::text, 'none'), coalesce(r.attempt_id::text, 'none'),
              coalesce(a.id::text, 'none')) AS finding
  FROM (SELECT j.id, j.completed_by FROM oncedesk.job_view j WHERE j.completed_by IS NOT NULL) AS j
  FULL JOIN (SELECT r.job_id, r.attempt_id, r.winner FROM oncedesk.race_view r WHERE r.outcome = 'won') AS r
    ON r.attempt_id = j.completed_by
  FULL JOIN (SELECT a.id, a.job_id FROM oncedesk.attempt_view a WHERE a.state = 'succeeded') AS a
    ON a.id = coalesce(j.completed_by, r.attempt_id)
 WHERE j.id IS NULL OR r.attempt_id IS NULL OR a.id IS NULL OR r.job_id <> j.id OR a.job_id <> j.id
    OR r.winner IS DISTINCT FROM r.attempt_id
UNION ALL
SELECT format('The race for ticket #%s was won %s times, by attempts %s.', r.job_id, count(*),
              string_agg(r.attempt_id::text, ', ' ORDER BY r.attempt_id))
  FROM oncedesk.race_view r WHERE r.outcome = 'won' GROUP BY r.job_id HAVING count(*) > 1
 LIMIT $1
