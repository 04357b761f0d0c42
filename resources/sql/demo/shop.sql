-- Adds the demo shop's machines to the providers, once session.sql has named them.
SELECT oncedesk.add_provider(m.name, 'simulated', m.settings) FROM demo_machine m ORDER BY m.place;

-- The laser stands in for the inkjet where a story tells of failover or hedging.
INSERT INTO oncedesk.certificates (provider, intent, suite_version, provider_fingerprint, issued_at, expires_at)
SELECT p.name, intent, 'demo', p.fingerprint, clock_timestamp() - interval '31 days', clock_timestamp() + interval '334 days'
  FROM demo_machine m JOIN oncedesk.providers p ON p.name = m.name AND p.kind = 'simulated' AND p.settings = m.settings
 CROSS JOIN unnest(ARRAY['print.poster', 'print.flyer']) AS intent
 WHERE m.called = 'laser' AND oncedesk.why_not_certified(p.name, intent) IS NOT NULL;
