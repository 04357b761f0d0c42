-- A state that a caller was told of is the attempt's, or came before the one it is in now: what ended never changed.
SELECT format('Call %s (%s) was told that attempt %s is %s, and it is %s.', s.call, s.kind, s.attempt, coalesce(s.why, 'nothing'), coalesce(a.state, 'not there')) AS finding
  FROM drill.told s
  LEFT JOIN oncedesk.attempts a ON a.id = s.attempt
 WHERE s.kind IN ('fail', 'unknown', 'cancel', 'answer')
   AND CASE s.why WHEN 'pending' THEN a.id IS NULL
                  WHEN 'started' THEN a.started_at IS NULL
                  WHEN 'unknown' THEN a.unknown_at IS NULL
                  ELSE a.state IS DISTINCT FROM s.why END
UNION ALL
SELECT format('Call %s was told that it swept attempt %s, which never was overdue.', s.call, s.attempt)
  FROM drill.told s
  LEFT JOIN oncedesk.attempts a ON a.id = s.attempt
 WHERE s.kind = 'swept'
   AND (a.job_id IS DISTINCT FROM s.job OR a.unknown_why IS NULL OR a.unknown_why NOT LIKE 'No answer within %' OR a.unknown_at < a.deadline_at)
UNION ALL
SELECT format('Call %s said fail and was told so, and attempt %s tells another failure: %s.', f.call, f.attempt, coalesce(a.error_message, 'none'))
  FROM drill.told f
  LEFT JOIN oncedesk.attempts a ON a.id = f.attempt
 WHERE f.kind = 'fail' AND f.why = 'failed'
   AND (a.error_message IS NULL
        OR NOT EXISTS (SELECT FROM drill.journal o WHERE o.kind = 'fail' AND o.attempt = f.attempt AND o.reason = a.error_message AND o.began < f.ended)
           AND a.error_code <> 'provider_says_failed')
