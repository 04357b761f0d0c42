-- The latest answer before a run that passed the same case of the same intent at the same provider.
SELECT r.id, r.suite_version, c.answer
  FROM oncedesk.certification_view r
  JOIN oncedesk.certification_case_view c ON c.run_id = r.id AND c.name = $3 AND c.verdict = 'passed'
 WHERE r.provider = $1 AND r.intent = $2 AND NOT r.is_trial AND r.id < $4::bigint AND c.answer IS NOT NULL
 ORDER BY r.id DESC, c.repeat DESC
 LIMIT 1
