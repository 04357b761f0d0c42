-- What became of the attempts of a story's jobs, in the order in which it happened.
SELECT e.attempt_id, e.step, e.event, e.detail, e.actor, extract(epoch FROM e.at) * 1000 AS at_ms,
       a.ordinal, a.provider, a.worker, a.job_id, a.job_version, a.error_code, a.error_message, a.unknown_why,
       a.cancel_reason, a.cancel_evidence
  FROM oncedesk.event_view e JOIN oncedesk.attempt_view a ON a.id = e.attempt_id
 WHERE e.job_id = ANY ($1::bigint[])
 ORDER BY e.at, e.attempt_id, e.step
