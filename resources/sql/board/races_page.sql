-- Decisions on result slots between two ids. The filter goes where it says so, with its values from $4 on.
SELECT r.id, to_json(r.at) AS at, r.attempt_id, a.ordinal, a.provider, r.job_id, j.owner_id, j.idempotency_key,
       j.intent, r.outcome, r.lost_because, r.version_read, r.version_found, r.winner,
       (SELECT w.ordinal FROM oncedesk.attempt_view w WHERE w.id = r.winner) AS winner_ordinal,
       (SELECT w.provider FROM oncedesk.attempt_view w WHERE w.id = r.winner) AS winner_provider,
       encode(r.result_sha256, 'hex') AS result_sha256, r.result_size, r.actor
  FROM oncedesk.race_view r
  JOIN oncedesk.attempt_view a ON a.id = r.attempt_id
  JOIN oncedesk.job_view j ON j.id = a.job_id
 WHERE r.id BETWEEN $1::bigint AND $2::bigint AND true /* filter */
 ORDER BY r.id DESC /* order */
 LIMIT $3::bigint
