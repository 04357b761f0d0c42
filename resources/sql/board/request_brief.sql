-- What became of one request to a provider.
SELECT r.worker, r.answer, a.state,
       (SELECT w.payload::text FROM oncedesk.answer_view w
         WHERE w.attempt_id = r.attempt_id AND w.request_id = r.id ORDER BY w.id DESC LIMIT 1) AS payload
  FROM oncedesk.request_view r
  JOIN oncedesk.attempt_view a ON a.id = r.attempt_id
 WHERE r.id = $1::bigint
