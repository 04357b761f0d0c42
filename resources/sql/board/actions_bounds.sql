-- The lowest and highest id there is; null when there is none.
SELECT (SELECT id FROM oncedesk.action_view ORDER BY id LIMIT 1) AS lowest,
       (SELECT id FROM oncedesk.action_view ORDER BY id DESC LIMIT 1) AS highest
