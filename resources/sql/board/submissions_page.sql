-- Calls of submit_job between two ids. The filter goes where it says so, with its values from $4 on.
SELECT s.id, to_json(s.at) AS at, s.owner_id, s.idempotency_key, s.outcome, s.job_id, s.differs, s.client, s.actor
  FROM oncedesk.submission_view s
 WHERE s.id BETWEEN $1::bigint AND $2::bigint AND true /* filter */
 ORDER BY s.id DESC /* order */
 LIMIT $3::bigint
