-- Who was told created or replayed finds that job under its owner and key, with what was submitted; who was told of a
-- conflict differs from it in what was named. Each such submission is in the history, as told and by whom.
SELECT format('Call %s was told "%s" #%s, and ticket #%s holds %s of %s.', s.call, s.outcome, s.told_job,
              coalesce(j.id::text, ' (none)'), s.key, s.owner) AS finding
  FROM drill.told s
  LEFT JOIN oncedesk.jobs j ON j.owner_id = s.owner AND j.idempotency_key = s.key
 CROSS JOIN LATERAL (SELECT j.intent IS DISTINCT FROM s.intent AS intent, j.provider IS DISTINCT FROM s.provider AS provider,
                            j.params IS DISTINCT FROM s.params AS params, j.policy IS DISTINCT FROM s.policy AS policy) AS other
 WHERE s.kind = 'submit'
   AND (j.id IS DISTINCT FROM s.told_job
        OR s.outcome NOT IN ('created', 'replayed', 'conflict')
        OR (s.outcome = 'conflict') <> (other.intent OR other.provider OR other.params OR other.policy)
        OR (s.outcome = 'conflict')
           AND (('intent' = ANY (s.differs)) <> other.intent OR ('provider' = ANY (s.differs)) <> other.provider
                OR ('policy' = ANY (s.differs)) <> other.policy
                OR EXISTS (SELECT FROM unnest(s.differs) AS d WHERE d LIKE 'params%') <> other.params))
UNION ALL
SELECT format('Call %s was told "%s" #%s, and history has no such submission.', s.call, s.outcome, s.told_job)
  FROM drill.told s
 WHERE s.kind = 'submit'
   AND NOT EXISTS (SELECT FROM oncedesk.submissions r
                    WHERE r.client = s.name AND r.outcome = s.outcome AND r.job_id = s.told_job AND r.actor = s.actor)
