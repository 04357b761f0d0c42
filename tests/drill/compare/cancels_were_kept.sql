-- Who was told that an attempt is cancelled, is asked to be, or cannot be, finds that in the history with the reason and
-- the evidence; once, unless a reply was lost.
WITH action AS MATERIALIZED (
    SELECT x.reason, x.attempt_id, x.evidence, x.actor, count(*) AS times, array_agg(x.outcome) AS outcomes
      FROM oncedesk.operator_actions x WHERE x.action = 'cancel_attempt' GROUP BY 1, 2, 3, 4
)
SELECT format('Call %s was told "%s" for attempt %s; history says %s.', c.call, c.outcome, c.attempt, coalesce(x.outcomes::text, 'nothing')) AS finding
  FROM drill.told c
  LEFT JOIN action x ON x.reason = c.reason AND x.attempt_id = c.attempt AND x.evidence = c.evidence AND x.actor = c.actor
 WHERE c.kind = 'cancel'
   AND (x.times IS NULL OR x.times > 1 + c.doubts OR c.doubts = 0 AND x.outcomes[1] <> c.outcome
        OR c.outcome NOT IN ('cancelled', 'cancel_requested', 'refused'))
UNION ALL
SELECT format('Call %s was told "%s" for attempt %s, which is %s because of "%s" (%s).', c.call, c.outcome, c.attempt, coalesce(a.state, 'not there'),
              a.cancel_reason, a.cancel_evidence)
  FROM drill.told c
  LEFT JOIN oncedesk.attempts a ON a.id = c.attempt
 WHERE c.kind = 'cancel'
   AND (c.outcome = 'cancelled'
        AND ((a.state, a.cancel_reason, a.cancel_requested_by) IS DISTINCT FROM ('cancelled', c.reason, c.actor)
             OR a.cancel_evidence NOT IN (c.evidence, 'provider_confirmed_stopped'))
        OR c.outcome = 'cancel_requested' AND a.cancel_requested_at IS NULL)
UNION ALL
SELECT format('A cancel of attempt %s ("%s") is in the history, and nobody said so.', x.attempt_id, x.reason)
  FROM action x
 WHERE NOT EXISTS (SELECT FROM drill.journal c WHERE c.kind = 'cancel' AND c.reason = x.reason AND c.attempt = x.attempt_id AND c.actor = x.actor)
