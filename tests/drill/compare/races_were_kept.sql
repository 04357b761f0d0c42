-- Who was told that it won, or lost and why, finds just that in the race log, and in the result slot. What the slot
-- holds, or the log has the digest of, was sent by a call that began before anybody was told how that race ended.
WITH sent AS MATERIALIZED (
    SELECT f.attempt, f.value, f.began, f.ended FROM drill.journal f
     WHERE f.kind = 'finish' AND NOT f.refused
    UNION ALL
    SELECT f.attempt, f.value, f.began, NULL FROM drill.journal f
     WHERE f.kind = 'answer' AND f.outcome = 'succeeded' AND NOT f.refused
), race AS MATERIALIZED (
    SELECT s.attempt, min(s.ended) AS decided FROM sent s GROUP BY s.attempt
)
SELECT format('Call %s was told that attempt %s %s%s; the race log says %s%s.', f.call, f.attempt, f.outcome, ' because ' || f.why,
              coalesce(r.outcome, 'nothing'), ' because ' || r.lost_because) AS finding
  FROM drill.told f
  LEFT JOIN oncedesk.races r ON r.attempt_id = f.attempt
 WHERE f.kind = 'finish'
   AND ((r.outcome, r.lost_because, r.winner, r.version_found + (r.outcome = 'won')::int)
        IS DISTINCT FROM (f.outcome, f.why, f.told_winner, f.told_version)
        OR f.told_attempt IS DISTINCT FROM f.attempt AND f.told_attempt IS NOT NULL)
UNION ALL
SELECT format('Call %s was told that attempt %s won, and the slot of ticket #%s is held by %s at version %s.', f.call, f.attempt, a.job_id,
              coalesce('attempt ' || j.completed_by, 'nobody'), j.version)
  FROM drill.told f
  LEFT JOIN oncedesk.attempts a ON a.id = f.attempt
  LEFT JOIN oncedesk.jobs j ON j.id = a.job_id
 WHERE f.kind = 'finish' AND f.outcome = 'won'
   AND ((j.completed_by, j.version, a.state) IS DISTINCT FROM (f.attempt, f.told_version, 'succeeded') OR j.result IS NULL)
UNION ALL
SELECT format('Ticket #%s holds the result %s, which nobody sent for attempt %s in time.', j.id, j.result, j.completed_by)
  FROM oncedesk.jobs j
  LEFT JOIN race ON race.attempt = j.completed_by
 WHERE j.completed_by IS NOT NULL
   AND NOT EXISTS (SELECT FROM sent s WHERE s.attempt = j.completed_by AND s.value = j.result::text
                      AND (race.decided IS NULL OR s.began < race.decided))
UNION ALL
SELECT format('The race log has the digest of a result that nobody sent for attempt %s in time.', r.attempt_id)
  FROM oncedesk.races r
  LEFT JOIN race ON race.attempt = r.attempt_id
 WHERE r.outcome = 'lost'
   AND NOT EXISTS (SELECT FROM sent s WHERE s.attempt = r.attempt_id AND (race.decided IS NULL OR s.began < race.decided)
                      AND sha256(convert_to(s.value, 'UTF8')) = r.result_sha256 AND octet_length(s.value) = r.result_size)
