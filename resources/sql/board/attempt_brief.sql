-- What one sentence about an attempt says, and what its provider last answered about it.
SELECT a.job_id, a.ordinal, a.provider, a.state, a.started_at IS NOT NULL AS was_started, a.unknown_why,
       last.answer AS last_answer, to_json(last.at) AS last_answer_at
  FROM oncedesk.attempt_view a
  LEFT JOIN LATERAL (SELECT w.answer, w.at FROM oncedesk.answer_view w
                      WHERE w.attempt_id = a.id ORDER BY w.id DESC LIMIT 1) AS last ON true
 WHERE a.id = $1::bigint
