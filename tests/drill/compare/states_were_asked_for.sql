-- No attempt is unknown, failed or cancelled, and no job closed, without somebody who said so.
SELECT format('Attempt %s is unknown ("%s"), and nobody said so.', a.id, a.unknown_why) AS finding
  FROM oncedesk.attempts a
 WHERE a.unknown_at IS NOT NULL
   AND NOT EXISTS (SELECT FROM drill.journal u WHERE u.kind = 'unknown' AND u.attempt = a.id AND u.reason = a.unknown_why)
   AND NOT (a.unknown_why LIKE 'No answer within %'
            AND (EXISTS (SELECT FROM drill.told s WHERE s.kind = 'swept' AND s.attempt = a.id)
                 OR EXISTS (SELECT FROM drill.journal s WHERE s.kind = 'sweep' AND s.ended IS NULL)))
   AND NOT (a.unknown_why LIKE 'A cancel was requested, %'
            AND EXISTS (SELECT FROM drill.journal s WHERE s.kind = 'answer' AND s.attempt = a.id AND s.outcome IN ('not_stopped', 'unreachable')))
UNION ALL
SELECT format('Attempt %s has failed ("%s"), and nobody said so.', a.id, a.error_message)
  FROM oncedesk.attempts a
 WHERE a.state = 'failed'
   AND NOT EXISTS (SELECT FROM drill.journal f WHERE f.kind = 'fail' AND f.attempt = a.id AND f.reason = a.error_message)
   AND NOT (a.error_code = 'provider_says_failed'
            AND EXISTS (SELECT FROM drill.journal f WHERE f.kind = 'answer' AND f.attempt = a.id AND f.outcome = 'failed'))
UNION ALL
SELECT format('Attempt %s is cancelled or to be cancelled ("%s", %s), and nobody said so.', a.id, a.cancel_reason, a.cancel_evidence)
  FROM oncedesk.attempts a
 WHERE (a.cancel_requested_at IS NOT NULL OR a.state = 'cancelled')
   AND NOT EXISTS (SELECT FROM drill.journal c WHERE c.kind = 'cancel' AND c.attempt = a.id AND c.reason = a.cancel_reason
                      AND c.actor = a.cancel_requested_by
                      AND (c.evidence = a.cancel_evidence
                           OR a.cancel_evidence = 'provider_confirmed_stopped'
                              AND EXISTS (SELECT FROM drill.journal s WHERE s.kind = 'answer' AND s.attempt = a.id AND s.outcome = 'stopped')))
UNION ALL
SELECT format('Ticket #%s is closed ("%s"), and nobody said so.', j.id, j.close_reason)
  FROM oncedesk.jobs j
 WHERE j.closed_at IS NOT NULL
   AND NOT EXISTS (SELECT FROM drill.journal c WHERE c.kind = 'close' AND c.job = j.id AND c.reason = j.close_reason AND c.actor = j.closed_by)
