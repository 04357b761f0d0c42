-- Promise 7: of a result that lost only size and digest are kept. A winner's result is not looked at: it may well be
-- the same as the loser's.
WITH lost AS (
    SELECT r.job_id, r.attempt_id, r.result_sha256 FROM oncedesk.race_view r WHERE r.outcome = 'lost'
)
SELECT format('Answer %s of a provider holds the result of attempt %s, which lost.', w.id, w.attempt_id) AS finding
  FROM oncedesk.answer_view w JOIN lost l ON l.attempt_id = w.attempt_id
 WHERE w.payload IS NOT NULL AND sha256(convert_to(w.payload::text, 'UTF8')) = l.result_sha256
UNION ALL
SELECT format('Answer %s of a provider holds a result that belongs in the result slot or nowhere.', w.id)
  FROM oncedesk.answer_view w WHERE w.answer = 'succeeded' AND w.payload IS NOT NULL
UNION ALL
SELECT format('An event of attempt %s holds the result of attempt %s, which lost.', e.attempt_id, l.attempt_id)
  FROM oncedesk.event_view e JOIN lost l ON l.job_id = e.job_id
 WHERE e.detail IS NOT NULL AND e.event NOT IN ('pending', 'started', 'succeeded')
   AND (sha256(convert_to(e.detail::text, 'UTF8')) = l.result_sha256
        OR EXISTS (SELECT FROM jsonb_each(e.detail) AS part WHERE sha256(convert_to(part.value::text, 'UTF8')) = l.result_sha256))
 LIMIT $1
