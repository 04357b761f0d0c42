-- Promise 9: what was opened at another provider by itself, a retry there too, went to a fallback of its job that was certified at
-- that time: by a certificate that was still good, at the settings, the suite and the model it was earned with. What changed
-- less than an hour before is let pass: whoever opened the attempt may have read what was there before. Demo jobs earn none.
WITH opened AS MATERIALIZED (
    SELECT a.id, a.job_id, a.provider, a.opened_because, a.opened_at, j.intent, j.is_demo,
           coalesce(j.policy->'fallbacks' ? a.provider, false) AS is_fallback
      FROM oncedesk.attempt_view a JOIN oncedesk.job_view j ON j.id = a.job_id
     WHERE a.opened_because IN ('failover', 'hedge') OR (a.opened_because = 'retry' AND a.provider <> j.provider)
), changed AS MATERIALIZED ( -- each lasts until the next of its kind
    SELECT p.name AS provider, w.action, md5(p.kind || (w.detail->'to')::text) AS fingerprint, w.detail->>'model' AS model,
           w.at, lead(w.at, 1, 'infinity') OVER (PARTITION BY p.name, w.action ORDER BY w.id) AS until
      FROM oncedesk.action_view w JOIN oncedesk.provider_view p ON p.name = w.detail->>'provider'
     WHERE w.action IN ('set_provider', 'note_model')
), stale AS MATERIALIZED ( -- when a certificate was
    SELECT c.id, w.at, w.until
      FROM oncedesk.certificate_history_view c JOIN changed w ON w.provider = c.provider
     WHERE CASE w.action WHEN 'note_model' THEN w.model <> c.model ELSE w.fingerprint <> c.provider_fingerprint END
    UNION ALL
    SELECT c.id, s.saved_at, 'infinity'
      FROM oncedesk.certificate_history_view c JOIN oncedesk.suite_view s ON s.intent = c.intent
     WHERE c.run_id IS NOT NULL AND c.suite_version = (s.version - 1)::text
), certified AS MATERIALIZED (
    SELECT DISTINCT o.id
      FROM opened o JOIN oncedesk.certificate_history_view c ON c.provider = o.provider AND c.intent = o.intent
     WHERE c.issued_at < o.opened_at + interval '1 min' AND c.expires_at > o.opened_at - interval '1 min'
       AND (c.revoked_at IS NULL OR c.revoked_at > o.opened_at - interval '1 hour')
       AND NOT EXISTS (SELECT FROM stale s WHERE s.id = c.id AND s.at < o.opened_at - interval '1 hour'
                                             AND s.until > o.opened_at + interval '1 min')
)
SELECT format('Ticket #%s: attempt %s (%s) was opened at %s, which %s.', o.job_id, o.id, o.opened_because, o.provider, CASE
           WHEN o.is_fallback THEN format('was not certified for %s then', o.intent)
           WHEN o.opened_because = 'retry' THEN format('is no fallback of the ticket, and was not certified for %s then', o.intent)
           ELSE 'is no fallback of the ticket' END) AS finding
  FROM opened o LEFT JOIN certified c ON c.id = o.id
 WHERE (NOT o.is_fallback AND o.opened_because <> 'retry') OR (NOT o.is_demo AND c.id IS NULL)
 LIMIT $1
