-- Promise 6 and 12: a cancel by a person has its reason, its evidence and the person.
SELECT format('Attempt %s of ticket #%s is cancelled, and %s is missing.', a.id, a.job_id, CASE
           WHEN a.cancel_requested_by IS NULL THEN 'who did it' WHEN a.cancel_reason IS NULL THEN 'its reason' ELSE 'its evidence' END) AS finding
  FROM oncedesk.attempt_view a
 WHERE a.state = 'cancelled'
   AND (a.cancel_requested_by IS NULL OR a.cancel_reason IS NULL OR a.cancel_evidence IS NULL
        OR a.cancel_evidence NOT IN ('provider_confirmed_stopped', 'provider_has_no_record', 'accepted_risk'))
 LIMIT $1
