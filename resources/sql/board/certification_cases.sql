-- The cases of a run in the order they were run, without what was sent and what came.
SELECT c.name, c.repeat, to_json(c.at) AS at, c.verdict, c.reason, c.faults, c.model, c.took_ms
  FROM oncedesk.certification_case_view c
 WHERE c.run_id = $1::bigint
 ORDER BY c.at, c.name, c.repeat
