-- Attempts belong to a job, are numbered 1, 2, 3 … under it, and say why they were opened; a job that starts by itself has
-- one. That the last attempts of a job are gone is seen only where others tell of them: moves_were_legal,
-- losses_are_logged and people_are_on_record do.
SELECT CASE WHEN j.id IS NULL THEN format('Attempts name ticket #%s, which is not there.', a.job_id)
            WHEN a.job_id IS NULL THEN format('Ticket #%s was to start by itself, and has no attempt.', j.id)
            ELSE format('Ticket #%s has %s attempts, numbered from %s to %s.', a.job_id, a.times, a.first, a.last) END AS finding
  FROM (SELECT a.job_id, count(*) AS times, count(DISTINCT a.ordinal) AS numbers, min(a.ordinal) AS first, max(a.ordinal) AS last
          FROM oncedesk.attempt_view a GROUP BY a.job_id) AS a
  FULL JOIN (SELECT j.id, coalesce(j.policy->>'start', 'auto') = 'auto' AS starts FROM oncedesk.job_view j) AS j ON j.id = a.job_id
 WHERE j.id IS NULL OR a.first <> 1 OR a.last <> a.times OR a.numbers <> a.times
    OR (a.job_id IS NULL AND j.starts)
UNION ALL
SELECT format('Attempt %s of ticket #%s: %s.', a.id, a.job_id, CASE
           WHEN a.opened_because NOT IN ('submit', 'person', 'retry', 'failover', 'hedge')
               THEN format('it says that it was opened by %s, which is no reason there is', quote_literal(left(a.opened_because, 100)))
           WHEN a.follows IS NULL THEN format('it is a %s, and does not say of what', a.opened_because)
           WHEN before.id IS NULL THEN format('it follows attempt %s, which is not there', a.follows)
           WHEN before.job_id <> a.job_id THEN format('it follows attempt %s, which is one of ticket #%s', a.follows, before.job_id)
           ELSE format('it is a %s that follows attempt %s, number %s of its ticket, which is %s', a.opened_because, a.follows, before.ordinal, before.state) END)
  FROM oncedesk.attempt_view a LEFT JOIN oncedesk.attempt_view before ON before.id = a.follows
 WHERE a.opened_because NOT IN ('submit', 'person', 'retry', 'failover', 'hedge')
    OR (a.follows IS NULL AND a.opened_because IN ('retry', 'failover', 'hedge'))
    OR (a.follows IS NOT NULL AND (before.id IS NULL OR before.job_id <> a.job_id OR before.ordinal >= a.ordinal
                                   OR (a.opened_because IN ('retry', 'failover') AND before.state <> 'failed')))
 LIMIT $1
