-- The latest questions and stop requests about one job's attempts, oldest first.
SELECT * FROM (
    SELECT q.id, q.attempt_id, q.kind, q.provider, to_json(q.asked_at) AS asked_at, q.asked_by,
           to_json(q.claimed_at) AS claimed_at, q.worker, to_json(q.answered_at) AS answered_at, q.answer
      FROM oncedesk.request_view q
     WHERE q.job_id = $1::bigint
     ORDER BY q.id DESC
     LIMIT $2::bigint) AS latest
 ORDER BY id
