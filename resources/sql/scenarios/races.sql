-- Each compare-and-swap of a story's jobs.
SELECT r.id, extract(epoch FROM r.at) * 1000 AS at_ms, r.attempt_id, r.job_id, r.outcome, r.lost_because, r.version_read,
       r.version_found, r.result_size, a.ordinal, a.provider, a.worker
  FROM oncedesk.race_view r JOIN oncedesk.attempt_view a ON a.id = r.attempt_id
 WHERE r.job_id = ANY ($1::bigint[])
 ORDER BY r.id
