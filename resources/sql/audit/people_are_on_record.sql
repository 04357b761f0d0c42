-- Promise 12: what people did (cancelled, opened, closed) is among the operator actions, and what those say was done is there.
WITH done AS (
    SELECT w.action, w.job_id, w.attempt_id FROM oncedesk.action_view w
     WHERE (w.action, w.outcome) IN (('cancel_attempt', 'cancelled'), ('cancel_attempt', 'cancel_requested'),
                                     ('open_attempt', 'opened'), ('close_job', 'closed'))
)
SELECT format('Attempt %s of ticket #%s was cancelled, or asked to, by %s, and no operator action tells of it.', a.id, a.job_id, a.cancel_requested_by) AS finding
  FROM oncedesk.attempt_view a
 WHERE a.cancel_requested_at IS NOT NULL
   AND NOT EXISTS (SELECT FROM done d WHERE d.action = 'cancel_attempt' AND d.attempt_id = a.id AND d.job_id = a.job_id)
UNION ALL
SELECT format('Attempt %s of ticket #%s was opened by %s, and no operator action tells of it.', a.id, a.job_id, a.opened_by)
  FROM oncedesk.attempt_view a
 WHERE a.opened_because = 'person'
   AND NOT EXISTS (SELECT FROM done d WHERE d.action = 'open_attempt' AND d.attempt_id = a.id AND d.job_id = a.job_id)
UNION ALL
SELECT format('Ticket #%s was closed by %s, and no operator action tells of it.', j.id, j.closed_by)
  FROM oncedesk.job_view j
 WHERE j.closed_at IS NOT NULL AND NOT EXISTS (SELECT FROM done d WHERE d.action = 'close_job' AND d.job_id = j.id)
UNION ALL
SELECT format('An operator action (%s) tells of attempt %s of ticket #%s, %s.', d.action, d.attempt_id, d.job_id, CASE
           WHEN a.id IS NULL THEN 'which is not there' WHEN a.job_id <> d.job_id THEN format('which is one of ticket #%s', a.job_id)
           WHEN d.action = 'cancel_attempt' THEN 'whom nobody asked to cancel' ELSE 'which no person opened' END)
  FROM done d LEFT JOIN oncedesk.attempt_view a ON a.id = d.attempt_id
 WHERE d.action <> 'close_job'
   AND (a.id IS NULL OR a.job_id IS DISTINCT FROM d.job_id OR (d.action = 'cancel_attempt' AND a.cancel_requested_at IS NULL)
        OR (d.action = 'open_attempt' AND a.opened_because <> 'person'))
UNION ALL
SELECT format('An operator action tells that ticket #%s was closed; it is not.', d.job_id)
  FROM done d LEFT JOIN oncedesk.job_view j ON j.id = d.job_id
 WHERE d.action = 'close_job' AND j.closed_at IS NULL
 LIMIT $1
