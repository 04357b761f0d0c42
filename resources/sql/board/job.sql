-- One job, whole. JSON comes as the exact text that jsonb spells.
SELECT j.id, j.owner_id, j.idempotency_key, j.intent, j.provider, j.params::text AS params,
       j.policy::text AS policy, j.version, to_json(j.created_at) AS created_at, j.created_by,
       floor(extract(epoch FROM statement_timestamp() - j.created_at) * 1000)::bigint AS age_ms,
       j.completed_by, to_json(j.completed_at) AS completed_at, j.result::text AS result, j.result_bytes,
       to_json(j.closed_at) AS closed_at, j.closed_by, j.close_reason, j.is_demo, s.status
  FROM oncedesk.job_view j
  JOIN oncedesk.job_status_view s ON s.id = j.id
 WHERE j.id = $1::bigint
