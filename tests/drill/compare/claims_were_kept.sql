-- Who was told that it holds an attempt finds it started by itself, with its token; and no attempt was started by a
-- claim that was answered without it.
SELECT format('Call %s was told that it holds attempt %s of ticket #%s, and it does not.', c.call, c.attempt, c.job) AS finding
  FROM drill.told c
  LEFT JOIN oncedesk.attempts a ON a.id = c.attempt
  LEFT JOIN oncedesk.jobs j ON j.id = a.job_id
 WHERE c.kind = 'claimed'
   AND (a.job_id, a.ordinal, a.provider, a.job_version, a.claim_token, a.worker, a.claimed_by, j.owner_id, j.idempotency_key, j.intent, j.params)
       IS DISTINCT FROM
       (c.job, c.told_ordinal::int, c.provider, c.told_version, c.token, c.name, c.actor, c.owner, c.key, c.intent, c.params)
UNION ALL
SELECT format('Attempt %s was started by "%s", which was not told of it.', a.id, a.worker)
  FROM oncedesk.attempts a
  LEFT JOIN drill.journal c ON c.kind = 'claim' AND c.name = a.worker
 WHERE a.started_at IS NOT NULL
   AND (c.call IS NULL OR c.ended IS NOT NULL AND NOT EXISTS (
            SELECT FROM drill.told t WHERE t.kind = 'claimed' AND t.attempt = a.id AND t.call = c.call))
UNION ALL
SELECT format('Attempt %s was given to calls %s.', c.attempt, string_agg(c.call::text, ', '))
  FROM drill.told c WHERE c.kind = 'claimed' GROUP BY c.attempt HAVING count(*) > 1
