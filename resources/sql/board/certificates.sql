-- The latest certificate of each provider and intent.
SELECT c.id, c.provider, c.intent, c.suite_version, to_json(c.issued_at) AS issued_at,
       to_json(c.expires_at) AS expires_at, c.valid, c.why_not
  FROM oncedesk.certificate_view c
 ORDER BY c.provider, c.intent
