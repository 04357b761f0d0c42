-- Who was told that an attempt was opened finds it, opened for that reason; who was refused finds the refusal in the
-- history. The attempts that a failure and a hedge led to are there as told.
SELECT format('Call %s was told "%s" %s for ticket #%s, and there is no such attempt.', o.call, o.outcome, o.told_attempt, o.job) AS finding
  FROM drill.told o
  LEFT JOIN oncedesk.attempts a ON a.id = o.told_attempt
 WHERE o.kind = 'open' AND o.outcome = 'opened'
   AND (a.id IS NULL OR (a.job_id, a.ordinal, a.opened_because, a.opened_by) IS DISTINCT FROM (o.job, o.told_ordinal, 'person', o.actor)
        OR a.open_reason IS DISTINCT FROM o.reason
        OR a.provider IS DISTINCT FROM coalesce(o.provider, (SELECT j.provider FROM oncedesk.jobs j WHERE j.id = o.job)))
UNION ALL
SELECT format('Call %s was told "%s" for ticket #%s, and that cannot be: %s.', o.call, o.why, o.job, coalesce(j.id::text, 'no such ticket'))
  FROM drill.told o
  LEFT JOIN oncedesk.jobs j ON j.id = o.job
 WHERE o.kind = 'open' AND o.outcome IS DISTINCT FROM 'opened'
   AND (o.outcome IS DISTINCT FROM 'refused' OR o.why IS NULL
        OR (o.why = 'no_such_job') <> (j.id IS NULL)
        OR o.why = 'job_completed' AND j.completed_by IS NULL
        OR o.why = 'job_closed' AND j.closed_at IS NULL
        OR (o.why IN ('attempt_open', 'attempt_unknown'))
           <> EXISTS (SELECT FROM oncedesk.attempts a WHERE a.id = o.told_attempt AND a.job_id = o.job)
        OR o.why = 'attempt_unknown'
           AND NOT EXISTS (SELECT FROM oncedesk.attempts a WHERE a.id = o.told_attempt AND a.unknown_at IS NOT NULL))
UNION ALL
SELECT format('%s calls to open an attempt of ticket #%s for %s were told "%s", and history has %s.', count(*), o.job,
              coalesce(quote_literal(o.reason), 'no reason'), coalesce(o.why, o.outcome),
              (SELECT count(*) FROM oncedesk.operator_actions x
                WHERE x.action = 'open_attempt' AND x.job_id = o.job AND x.reason IS NOT DISTINCT FROM o.reason AND x.actor = o.actor
                  AND x.outcome = coalesce(o.why, o.outcome)))
  FROM drill.told o
 WHERE o.kind = 'open' AND o.why IS DISTINCT FROM 'no_such_job'
 GROUP BY o.job, o.reason, o.actor, coalesce(o.why, o.outcome), o.outcome, o.why
HAVING count(*) > (SELECT count(*) FROM oncedesk.operator_actions x
                    WHERE x.action = 'open_attempt' AND x.job_id = o.job AND x.reason IS NOT DISTINCT FROM o.reason AND x.actor = o.actor
                      AND x.outcome = coalesce(o.why, o.outcome))
UNION ALL
SELECT format('Call %s was told that attempt %s follows attempt %s, and it does not.', f.call, f.told_attempt, f.attempt)
  FROM drill.told f
  LEFT JOIN oncedesk.attempts a ON a.follows = f.attempt AND a.opened_because IN ('retry', 'failover')
 WHERE f.kind = 'fail'
   AND (a.id, a.ordinal, a.provider) IS DISTINCT FROM (f.told_attempt, f.told_ordinal::int, f.provider)
UNION ALL
SELECT format('Call %s was told that it opened attempt %s of ticket #%s as a second lane, and it is not there.', h.call, h.attempt, h.job)
  FROM drill.told h
  LEFT JOIN oncedesk.attempts a ON a.id = h.attempt
 WHERE h.kind = 'hedged'
   AND (a.job_id, a.ordinal, a.provider, a.opened_because, a.lane, a.opened_by)
       IS DISTINCT FROM (h.job, h.told_ordinal::int, h.provider, 'hedge', 1::smallint, h.actor)
