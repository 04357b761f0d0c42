-- Who was told that a job is closed finds it closed, at the next version, with the reason; who was refused finds that in
-- the history.
SELECT format('Call %s was told that ticket #%s is closed; it is at version %s, closed: %s.', c.call, c.job, j.version, coalesce(j.close_reason, 'no')) AS finding
  FROM drill.told c
  LEFT JOIN oncedesk.jobs j ON j.id = c.job
 WHERE c.kind = 'close' AND c.outcome = 'closed'
   AND (j.version, j.close_reason, j.closed_by) IS DISTINCT FROM (c.version + 1, c.reason, c.actor)
UNION ALL
SELECT format('Call %s was told "%s" for ticket #%s, and history does not say so.', c.call, coalesce(c.why, c.outcome), c.job)
  FROM drill.told c
 WHERE c.kind = 'close'
   AND NOT EXISTS (SELECT FROM oncedesk.operator_actions x
                    WHERE x.action = 'close_job' AND x.job_id = c.job AND x.reason = c.reason AND x.actor = c.actor
                      AND x.outcome = coalesce(c.why, c.outcome))
