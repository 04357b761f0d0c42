-- Who asked a provider finds the request; who was given it finds it with its token, until another took it over; who
-- answered finds the answer as evidence. Each request has one answer at most, and somebody who asked.
SELECT format('Call %s was told that it asked with request %s, and it did not.', q.call, q.request) AS finding
  FROM drill.told q
  LEFT JOIN oncedesk.requests r ON r.id = q.request
 WHERE q.kind IN ('ask', 'stop') AND (r.attempt_id, r.kind) IS DISTINCT FROM (q.attempt, q.kind)
UNION ALL
SELECT format('Call %s was given request %s, and it is another''s.', t.call, t.request)
  FROM drill.told t
  LEFT JOIN oncedesk.requests r ON r.id = t.request
 WHERE t.kind = 'taken'
   AND ((r.attempt_id, r.kind, r.job_id, r.provider) IS DISTINCT FROM (t.attempt, t.outcome, t.job, t.provider)
        OR r.claimed_at IS NULL
        OR r.token <> t.token
           AND NOT EXISTS (SELECT FROM drill.journal o WHERE o.kind = 'take' AND o.name = r.worker AND o.call <> t.call))
UNION ALL
SELECT format('Call %s answered request %s with "%s"; the evidence says %s.', w.call, w.request, w.outcome, coalesce(e.answer, 'nothing'))
  FROM drill.told w
  LEFT JOIN oncedesk.provider_answers e ON e.request_id = w.request
  LEFT JOIN drill.journal o ON o.kind = 'answer' AND o.request = w.request AND o.outcome = e.answer AND o.actor = e.actor AND o.began < w.ended
 WHERE w.kind = 'answer' AND (e.attempt_id IS DISTINCT FROM w.attempt OR o.call IS NULL)
UNION ALL
SELECT format('Request %s has %s answers.', e.request_id, count(*))
  FROM oncedesk.provider_answers e GROUP BY e.request_id HAVING count(*) > 1
UNION ALL
SELECT format('Request %s (%s) for attempt %s was put by nobody.', r.id, r.kind, r.attempt_id)
  FROM oncedesk.requests r
 WHERE NOT EXISTS (SELECT FROM drill.journal q WHERE q.kind IN (r.kind, CASE r.kind WHEN 'stop' THEN 'cancel' END) AND q.attempt = r.attempt_id
                      AND q.actor = r.asked_by)
