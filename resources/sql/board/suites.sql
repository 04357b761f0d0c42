-- The latest contract suite of each intent, but for the Lab's.
SELECT s.intent, s.version, json_array_length(s.body->'cases') AS cases, to_json(s.saved_at) AS saved_at, s.saved_by
  FROM oncedesk.suite_view s
 WHERE s.is_latest AND s.intent <> 'lab.print'
 ORDER BY s.intent COLLATE "C"
