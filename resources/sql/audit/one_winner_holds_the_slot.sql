-- Promise 7: the result slot, the race that was won and the attempt that succeeded are the same one, at the version it read.
SELECT CASE
           WHEN j.id IS NULL AND r.attempt_id IS NULL THEN format('Attempt %s of ticket #%s succeeded, and neither holds its result slot nor won its race.', a.id, a.job_id)
           WHEN j.id IS NULL THEN format('Attempt %s won the race of ticket #%s, and does not hold its result slot.', r.attempt_id, r.job_id)
           WHEN a.id IS NULL THEN format('The result slot of ticket #%s is held by attempt %s, which did not succeed.', j.id, j.completed_by)
           WHEN a.job_id <> j.id THEN format('The result slot of ticket #%s is held by attempt %s, which is one of ticket #%s.', j.id, j.completed_by, a.job_id)
           WHEN r.attempt_id IS NULL THEN format('The result slot of ticket #%s is held by attempt %s, and no race tells that it won.', j.id, j.completed_by)
           WHEN r.job_id <> j.id THEN format('The result slot of ticket #%s is held by attempt %s, which won the race of ticket #%s.', j.id, j.completed_by, r.job_id)
           WHEN r.winner IS DISTINCT FROM r.attempt_id THEN format('The race of ticket #%s was won by attempt %s, and names %s as its winner.', j.id, r.attempt_id, coalesce('attempt ' || r.winner, 'nobody'))
           WHEN (r.version_read, r.version_found, a.job_version) IS DISTINCT FROM (j.version - 1, j.version - 1, j.version - 1)
               THEN format('Ticket #%s has version %s: its winner, attempt %s, must have read the one before. It says that it read %s, its race says %s read and %s found.',
                           j.id, j.version, a.id, coalesce(a.job_version::text, 'none'), r.version_read, r.version_found)
           ELSE format('The race of ticket #%s that attempt %s won tells also why it lost, or what was thrown away.', j.id, a.id) END AS finding
  FROM (SELECT j.id, j.completed_by, j.version FROM oncedesk.job_view j WHERE j.completed_by IS NOT NULL) AS j
  FULL JOIN (SELECT r.job_id, r.attempt_id, r.winner, r.version_read, r.version_found,
                    num_nonnulls(r.lost_because, r.result_sha256, r.result_size) > 0 AS lost_too
               FROM oncedesk.race_view r WHERE r.outcome = 'won') AS r
    ON r.attempt_id = j.completed_by
  FULL JOIN (SELECT a.id, a.job_id, a.job_version FROM oncedesk.attempt_view a WHERE a.state = 'succeeded') AS a
    ON a.id = coalesce(j.completed_by, r.attempt_id)
 WHERE j.id IS NULL OR r.attempt_id IS NULL OR a.id IS NULL OR r.job_id <> j.id OR a.job_id <> j.id
    OR r.winner IS DISTINCT FROM r.attempt_id OR r.lost_too
    OR (r.version_read, r.version_found, a.job_version) IS DISTINCT FROM (j.version - 1, j.version - 1, j.version - 1)
UNION ALL
SELECT format('The race for ticket #%s was won %s times, by attempts %s.', r.job_id, count(*),
              string_agg(r.attempt_id::text, ', ' ORDER BY r.attempt_id))
  FROM oncedesk.race_view r WHERE r.outcome = 'won' GROUP BY r.job_id HAVING count(*) > 1
 LIMIT $1
