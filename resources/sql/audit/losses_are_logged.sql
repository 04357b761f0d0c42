-- Promise 7 and 8: whatever came and did not win is in the race log, with why, how large it was and its digest. That a
-- cancelled or failed attempt reported after all is told by its race alone: that such a race is gone is not seen here.
SELECT format('Race %s of ticket #%s (attempt %s, lost): %s.', r.id, r.job_id, r.attempt_id, CASE
           WHEN a.id IS NULL THEN 'that attempt is not there'
           WHEN a.job_id <> r.job_id THEN format('that attempt is one of ticket #%s', a.job_id)
           WHEN a.state NOT IN ('superseded', 'cancelled', 'failed') THEN format('that attempt is %s', a.state)
           WHEN r.version_read IS DISTINCT FROM a.job_version THEN format('it says version %s was read, the attempt says %s', r.version_read, a.job_version)
           WHEN r.winner IS NOT NULL AND r.winner IS DISTINCT FROM j.completed_by THEN format('it names attempt %s as the winner, the slot is held by %s', r.winner, coalesce(j.completed_by::text, 'none'))
           WHEN r.outcome <> 'lost' OR r.lost_because IS NULL THEN 'why it lost is not told'
           WHEN NOT why.holds THEN format('it says %s (version %s read, %s found), and the attempt is %s, the ticket''s slot %s', r.lost_because,
               r.version_read, r.version_found, a.state, CASE WHEN j.completed_by IS NOT NULL THEN 'taken by ' || j.completed_by WHEN j.closed_at IS NOT NULL THEN 'closed' ELSE 'empty' END)
           ELSE 'what was thrown away is not told by its SHA-256 and size' END) AS finding
  FROM oncedesk.race_view r
  LEFT JOIN oncedesk.attempt_view a ON a.id = r.attempt_id
  LEFT JOIN oncedesk.job_view j ON j.id = r.job_id
 CROSS JOIN LATERAL (SELECT coalesce(CASE r.lost_because
           WHEN 'attempt_cancelled' THEN a.state = 'cancelled' AND r.version_found >= r.version_read
           WHEN 'job_closed' THEN a.state <> 'cancelled' AND j.closed_at IS NOT NULL AND r.version_found > r.version_read
           WHEN 'slot_taken' THEN a.state <> 'cancelled' AND r.winner = j.completed_by AND r.winner <> r.attempt_id AND r.version_found > r.version_read
           WHEN 'version_moved' THEN a.state <> 'cancelled' AND r.version_found <> r.version_read
           WHEN 'attempt_failed' THEN a.state = 'failed' AND r.version_found = r.version_read
           END AND r.version_found <= j.version, false) AS holds) AS why
 WHERE r.outcome <> 'won'
   AND (a.id IS NULL OR a.job_id <> r.job_id OR a.state NOT IN ('superseded', 'cancelled', 'failed')
        OR r.version_read IS DISTINCT FROM a.job_version
        OR (r.winner IS NOT NULL AND r.winner IS DISTINCT FROM j.completed_by)
        OR r.outcome <> 'lost' OR NOT why.holds
        OR octet_length(r.result_sha256) IS DISTINCT FROM 32 OR coalesce(r.result_size, -1) < 0)
UNION ALL
SELECT format('Attempt %s of ticket #%s was started and is superseded, and no race tells of it.', a.id, a.job_id)
  FROM oncedesk.attempt_view a
 WHERE a.state = 'superseded' AND a.started_at IS NOT NULL
   AND NOT EXISTS (SELECT FROM oncedesk.race_view r WHERE r.attempt_id = a.id)
 LIMIT $1
