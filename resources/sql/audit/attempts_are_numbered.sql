-- Attempts belong to a job and are numbered 1, 2, 3 … under it.
SELECT CASE WHEN j.id IS NULL THEN format('Attempts name ticket #%s, which is not there.', a.job_id)
            ELSE format('Ticket #%s has %s attempts, numbered from %s to %s.', a.job_id, a.times, a.first, a.last) END AS finding
  FROM (SELECT a.job_id, count(*) AS times, count(DISTINCT a.ordinal) AS numbers, min(a.ordinal) AS first, max(a.ordinal) AS last
          FROM oncedesk.attempt_view a GROUP BY a.job_id) AS a
  LEFT JOIN oncedesk.job_view j ON j.id = a.job_id
 WHERE j.id IS NULL OR a.first <> 1 OR a.last <> a.times OR a.numbers <> a.times
 LIMIT $1
