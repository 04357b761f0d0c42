-- The latest attempts of one job, oldest first.
SELECT * FROM (
    SELECT a.id, a.ordinal, a.lane, a.provider, a.state, a.job_version, a.worker, a.opened_because, a.opened_by,
           a.open_reason, a.follows, to_json(a.opened_at) AS opened_at, to_json(a.not_before) AS not_before,
           to_json(a.started_at) AS started_at, to_json(a.deadline_at) AS deadline_at,
           to_json(a.unknown_at) AS unknown_at, a.unknown_why, to_json(a.ended_at) AS ended_at, a.error_code,
           a.error_message, a.retryable, to_json(a.cancel_requested_at) AS cancel_requested_at,
           a.cancel_requested_by, a.cancel_reason, a.cancel_evidence
      FROM oncedesk.attempt_view a
     WHERE a.job_id = $1::bigint
     ORDER BY a.ordinal DESC
     LIMIT $2::bigint) AS latest
 ORDER BY ordinal
