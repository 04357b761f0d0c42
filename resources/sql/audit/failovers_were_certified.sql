-- Promise 9: what was opened at another provider by itself went to a fallback of its job that was certified at that time.
-- That a certificate was stale, because the settings had changed, is not kept. A certificate revoked less than an hour
-- before is let pass: whoever opened the attempt may have read it before the revocation was committed. Demo jobs earn none.
SELECT format('Ticket #%s: attempt %s (%s) was opened at %s, which %s.', a.job_id, a.id, a.opened_because, a.provider, CASE
           WHEN NOT coalesce(j.policy->'fallbacks' ? a.provider, false) THEN 'is no fallback of the ticket'
           ELSE format('was not certified for %s then', j.intent) END) AS finding
  FROM oncedesk.attempt_view a JOIN oncedesk.job_view j ON j.id = a.job_id
 WHERE a.opened_because IN ('failover', 'hedge')
   AND (NOT coalesce(j.policy->'fallbacks' ? a.provider, false)
        OR (NOT j.is_demo
            AND NOT EXISTS (SELECT FROM oncedesk.certificate_history_view c
                             WHERE c.provider = a.provider AND c.intent = j.intent
                               AND c.issued_at < a.opened_at + interval '1 min' AND c.expires_at > a.opened_at - interval '1 min'
                               AND (c.revoked_at IS NULL OR c.revoked_at > a.opened_at - interval '1 hour'))))
 LIMIT $1
