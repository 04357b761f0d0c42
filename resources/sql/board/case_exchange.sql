-- What one case of a run sent, and what came.
SELECT c.request, c.answer
  FROM oncedesk.certification_case_view c
 WHERE c.run_id = $1::bigint AND c.name = $2 AND c.repeat = $3::integer
