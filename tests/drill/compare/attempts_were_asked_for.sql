-- Each attempt has its reason: a submission (unless the job starts by hand), a person, a failure, a hedge.
SELECT format('Attempt %s of ticket #%s ("%s") was asked for by nobody.', a.id, a.job_id, a.opened_because) AS finding
  FROM oncedesk.attempts a JOIN oncedesk.jobs j ON j.id = a.job_id
 WHERE NOT CASE a.opened_because
           WHEN 'submit' THEN a.ordinal = 1 AND a.provider = j.provider AND coalesce(j.policy->>'start', 'auto') = 'auto'
           WHEN 'person' THEN EXISTS (SELECT FROM drill.told o WHERE o.kind = 'open' AND o.outcome = 'opened' AND o.told_attempt = a.id)
                OR EXISTS (SELECT FROM drill.journal o WHERE o.kind = 'open' AND o.ended IS NULL AND o.job = a.job_id AND o.actor = a.opened_by
                              AND o.reason IS NOT DISTINCT FROM a.open_reason)
           WHEN 'hedge' THEN EXISTS (SELECT FROM drill.told h WHERE h.kind = 'hedged' AND h.attempt = a.id)
                OR EXISTS (SELECT FROM drill.journal h WHERE h.kind = 'hedge' AND h.ended IS NULL AND h.actor = a.opened_by)
           ELSE EXISTS (SELECT FROM drill.journal f WHERE f.kind = 'fail' AND f.attempt = a.follows)
                OR EXISTS (SELECT FROM drill.journal f WHERE f.kind = 'answer' AND f.outcome = 'failed' AND f.attempt = a.follows) END
UNION ALL
SELECT format('Ticket #%s was to start by itself, and has no first attempt.', j.id)
  FROM oncedesk.jobs j
 WHERE coalesce(j.policy->>'start', 'auto') = 'auto'
   AND NOT EXISTS (SELECT FROM oncedesk.attempts a WHERE a.job_id = j.id AND a.ordinal = 1 AND a.opened_because = 'submit')
