-- The latest events of one job's attempts, oldest first.
SELECT attempt_id, to_json(at) AS at, event, actor, detail::text AS detail FROM (
    SELECT e.attempt_id, e.at, e.step, e.event, e.actor, e.detail
      FROM oncedesk.event_view e
     WHERE e.job_id = $1::bigint
     ORDER BY e.at DESC, e.attempt_id DESC, e.step DESC
     LIMIT $2::bigint) AS latest
 ORDER BY latest.at, latest.attempt_id, latest.step
