-- Promise 7 and 8: whatever came and did not win is in the race log, with why, how large it was and its digest.
SELECT format('Race %s of ticket #%s (attempt %s, lost): %s.', r.id, r.job_id, r.attempt_id, CASE
           WHEN a.id IS NULL THEN 'that attempt is not there'
           WHEN a.job_id <> r.job_id THEN format('that attempt is one of ticket #%s', a.job_id)
           WHEN a.state NOT IN ('superseded', 'cancelled', 'failed') THEN format('that attempt is %s', a.state)
           WHEN r.version_read IS DISTINCT FROM a.job_version THEN format('it says version %s was read, the attempt says %s', r.version_read, a.job_version)
           WHEN r.winner IS NOT NULL AND r.winner IS DISTINCT FROM j.completed_by THEN format('it names attempt %s as the winner, the slot is held by %s', r.winner, coalesce(j.completed_by::text, 'none'))
           ELSE 'why it lost, or what was thrown away, is not told' END) AS finding
  FROM oncedesk.race_view r
  LEFT JOIN oncedesk.attempt_view a ON a.id = r.attempt_id
  LEFT JOIN oncedesk.job_view j ON j.id = r.job_id
 WHERE r.outcome <> 'won'
   AND (a.id IS NULL OR a.job_id <> r.job_id OR a.state NOT IN ('superseded', 'cancelled', 'failed')
        OR r.version_read IS DISTINCT FROM a.job_version
        OR (r.winner IS NOT NULL AND r.winner IS DISTINCT FROM j.completed_by)
        OR r.outcome <> 'lost' OR r.result_sha256 IS NULL OR r.result_size IS NULL
        OR r.lost_because IS NULL
        OR r.lost_because NOT IN ('attempt_cancelled', 'job_closed', 'slot_taken', 'version_moved', 'attempt_failed'))
UNION ALL
SELECT format('Attempt %s of ticket #%s was started and is superseded, and no race tells of it.', a.id, a.job_id)
  FROM oncedesk.attempt_view a
 WHERE a.state = 'superseded' AND a.started_at IS NOT NULL
   AND NOT EXISTS (SELECT FROM oncedesk.race_view r WHERE r.attempt_id = a.id)
 LIMIT $1
