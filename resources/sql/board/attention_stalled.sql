-- The last attempt of each of these stalled jobs; nulls where none was ever opened.
SELECT a.id, j.id AS job_id, a.ordinal, coalesce(a.provider, j.provider) AS provider, a.state, a.worker,
       coalesce(a.error_message, a.cancel_reason) AS why,
       to_json(coalesce(a.ended_at, j.created_at)) AS since, to_json(a.deadline_at) AS deadline_at,
       floor(extract(epoch FROM clock_timestamp() - coalesce(a.ended_at, j.created_at)) * 1000)::bigint AS waiting_ms,
       j.owner_id, j.idempotency_key, j.intent
  FROM unnest($1::bigint[]) AS stalled(id)
  JOIN oncedesk.job_view j ON j.id = stalled.id
  LEFT JOIN LATERAL (SELECT a.* FROM oncedesk.attempt_view a
                      WHERE a.job_id = j.id ORDER BY a.ordinal DESC LIMIT 1) AS a ON true
 ORDER BY j.id
