-- The latest answers of providers about one job's attempts, oldest first.
SELECT * FROM (
    SELECT w.id, w.request_id, w.attempt_id, to_json(w.at) AS at, w.answer, w.payload::text AS payload, w.actor
      FROM oncedesk.answer_view w
     WHERE w.attempt_id = ANY (ARRAY(SELECT a.id FROM oncedesk.attempt_view a WHERE a.job_id = $1::bigint))
     ORDER BY w.id DESC
     LIMIT $2::bigint) AS latest
 ORDER BY id
