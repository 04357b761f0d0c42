-- Promise 4 and 9: nothing was opened while another attempt of the job was unknown.
SELECT format('Ticket #%s: attempt %s was opened while attempt %s was unknown.', a.job_id, a.id, u.id) AS finding
  FROM oncedesk.attempt_view u JOIN oncedesk.attempt_view a ON a.job_id = u.job_id AND a.id <> u.id
 WHERE u.unknown_at <= a.opened_at AND (u.ended_at IS NULL OR a.opened_at < u.ended_at)
 LIMIT $1
