-- But for the Lab's: every intent that has a contract suite or a certificate, with every provider: what a failover to it rests on.
WITH latest_suite AS (
    SELECT s.intent, s.version, s.calls FROM oncedesk.suite_view s WHERE s.is_latest AND s.intent <> 'lab.print'
), intent AS (
    SELECT s.intent FROM latest_suite s UNION SELECT c.intent FROM oncedesk.certificate_view c WHERE c.intent <> 'lab.print'
), served AS (
    SELECT DISTINCT unnest(w.providers) AS provider FROM oncedesk.worker_view w WHERE w.alive
)
SELECT i.intent, p.name AS provider, p.enabled, v.provider IS NOT NULL AS served, d.version, d.calls,
       c.id IS NOT NULL AS has_certificate, c.why_not, to_json(c.expires_at) AS expires_at,
       latest.id AS run, latest.outcome, latest.claimed_at IS NOT NULL AS claimed, latest.worker,
       latest.cancel_requested_at IS NOT NULL AS cancel_requested, open.done, open.total,
       CASE WHEN verdict.outcome = 'failed' AND (c.id IS NULL OR c.issued_at < verdict.finished_at) THEN verdict.reason END AS failed_because
  FROM intent i
 CROSS JOIN (SELECT * FROM oncedesk.provider_view WHERE name NOT IN ('lab-inkjet', 'lab-laser')) p
  LEFT JOIN latest_suite d ON d.intent = i.intent
  LEFT JOIN served v ON v.provider = p.name
  LEFT JOIN oncedesk.certificate_view c ON c.provider = p.name AND c.intent = i.intent
  LEFT JOIN LATERAL (SELECT r.id, r.outcome, r.claimed_at, r.worker, r.cancel_requested_at FROM oncedesk.certification_view r
                      WHERE r.intent = i.intent AND r.provider = p.name AND NOT r.is_trial ORDER BY r.id DESC LIMIT 1) latest ON true
  LEFT JOIN LATERAL (SELECT r.outcome, r.reason, r.finished_at FROM oncedesk.certification_view r
                      WHERE r.intent = i.intent AND r.provider = p.name AND NOT r.is_trial AND r.outcome IN ('passed', 'failed')
                      ORDER BY r.id DESC LIMIT 1) verdict ON true
  LEFT JOIN LATERAL (SELECT r.done, r.total FROM oncedesk.certification_view r
                      WHERE r.id = latest.id AND latest.outcome IS NULL) open ON true
 ORDER BY i.intent COLLATE "C", p.name
