-- All providers by name, but for the Lab's.
SELECT p.name, p.kind, p.settings::text AS settings, p.enabled, to_json(p.created_at) AS created_at,
       to_json(p.updated_at) AS updated_at
  FROM oncedesk.provider_view p
 WHERE p.name NOT IN ('lab-inkjet', 'lab-laser')
 ORDER BY p.name
