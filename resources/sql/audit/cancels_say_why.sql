-- Promise 6: every cancel, done or asked for, has its time, its person, reason and evidence.
SELECT format('Attempt %s of ticket #%s %s without %s.', a.id, a.job_id,
              CASE a.state WHEN 'cancelled' THEN 'is cancelled' ELSE 'was to be cancelled' END, CASE
           WHEN coalesce(a.cancel_requested_by, '') = '' THEN 'saying by whom'
           WHEN a.cancel_requested_at IS NULL THEN 'saying when that was asked for'
           WHEN coalesce(a.cancel_reason, '') !~ '[^[:space:]]' THEN 'its reason' ELSE 'its evidence' END) AS finding
  FROM oncedesk.attempt_view a
 WHERE (a.state = 'cancelled' OR num_nonnulls(a.cancel_requested_at, a.cancel_requested_by, a.cancel_reason, a.cancel_evidence) > 0)
   AND (a.cancel_requested_at IS NULL OR coalesce(a.cancel_requested_by, '') = '' OR coalesce(a.cancel_reason, '') !~ '[^[:space:]]'
        OR coalesce(a.cancel_evidence, '') NOT IN ('provider_confirmed_stopped', 'provider_has_no_record', 'accepted_risk'))
 LIMIT $1
