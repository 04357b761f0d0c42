-- A provider's settings, every number as it is stored, indented for reading.
SELECT jsonb_pretty(p.settings) AS settings
  FROM oncedesk.provider_view p
 WHERE p.name = $1
