-- Promise 7: of a result that lost only size and digest are kept. That a value somewhere has the digest of a lost result
-- proves nothing by itself: providers, workers and people say the same thing twice, and some results are as plain as
-- false. So this looks where no honest value stands: at what the database never writes there.
--   Answers of a provider: it may well answer a question with the words of its result. Only a result in the answer
--     "succeeded" is wrong, and an answer to no question.
--   Error messages: a worker's words, said before the result lost. Only an attempt that failed has one, and its history the same.
--   Events and actions: what the database writes there has known names and no parts of its own (settings of a provider
--     have: not looked at). In anything else each object, list or longer text, at any depth, is compared with what any
--     attempt lost, whoever's event it is.
--   A winner's result, reasons and params are not looked at: they may be the same as a loser's result.
WITH noted AS (
    SELECT format('An event of attempt %s', e.attempt_id) AS place, e.detail,
           ARRAY['because', 'reason', 'follows', 'not_before', 'worker', 'why', 'evidence', 'error_code', 'error_message', 'retryable', 'provider'] AS names
      FROM oncedesk.event_view e WHERE e.detail IS NOT NULL AND e.event NOT IN ('pending', 'started', 'succeeded')
    UNION ALL
    SELECT format('Operator action %s', w.id), CASE WHEN w.action = 'set_provider' THEN w.detail - ARRAY['from', 'to'] ELSE w.detail END,
           ARRAY['state', 'was', 'provider', 'blocking_attempt_id', 'request_id', 'kind', 'certificate_id', 'intent', 'count', 'client', 'owner', 'run_id', 'suite_version', 'model']
      FROM oncedesk.action_view w WHERE w.detail IS NOT NULL
), foreign_part AS MATERIALIZED (
    SELECT n.place, part.value
      FROM noted n
     CROSS JOIN LATERAL jsonb_path_query(n.detail, '$.**') AS part (value)
     WHERE (jsonb_typeof(n.detail) <> 'object' OR n.detail <> '{}')
       AND CASE jsonb_typeof(n.detail)
               WHEN 'object' THEN n.detail - n.names <> '{}' OR jsonb_path_exists(n.detail, 'strict $.* ? (@.type() == "object" || @.type() == "array")')
               ELSE true END
       AND CASE jsonb_typeof(part.value) WHEN 'object' THEN part.value <> '{}' WHEN 'array' THEN part.value <> '[]'
                                         WHEN 'string' THEN octet_length(part.value #>> '{}') >= 16 ELSE false END
)
SELECT DISTINCT format('%s holds the result of attempt %s, which lost.', f.place, r.attempt_id) AS finding
  FROM (SELECT f.place, sha256(convert_to(f.value::text, 'UTF8')) AS digest FROM foreign_part f
        UNION SELECT f.place, sha256(convert_to(f.value #>> '{}', 'UTF8')) FROM foreign_part f) AS f
  JOIN oncedesk.race_view r ON r.outcome = 'lost' AND r.result_sha256 = f.digest
UNION ALL
SELECT format('Answer %s of a provider holds a result that belongs in the result slot or nowhere.', w.id)
  FROM oncedesk.answer_view w WHERE w.answer = 'succeeded' AND w.payload IS NOT NULL
UNION ALL
SELECT format('Answer %s of a provider (%s, about attempt %s) answers no question that was put.', w.id, w.answer, w.attempt_id)
  FROM oncedesk.answer_view w LEFT JOIN oncedesk.request_view q ON q.id = w.request_id
 WHERE (q.attempt_id, q.answer) IS DISTINCT FROM (w.attempt_id, w.answer) OR q.answered_at IS NULL
UNION ALL
SELECT format('Attempt %s of ticket #%s is %s, and keeps an error message that is not from its failing.', a.id, a.job_id, a.state)
  FROM oncedesk.attempt_view a LEFT JOIN oncedesk.event_view e ON a.state = 'failed' AND e.attempt_id = a.id AND e.event = 'failed'
 WHERE (a.error_message IS NOT NULL AND a.state <> 'failed')
    OR (e.event IS NOT NULL AND a.error_message IS DISTINCT FROM e.detail->>'error_message')
 LIMIT $1
