-- Promise 7: the version starts at 1 and goes up by one with each result and each closing.
WITH won AS (
    SELECT r.job_id, count(*) AS times FROM oncedesk.race_view r WHERE r.outcome = 'won' GROUP BY r.job_id
)
SELECT format('Ticket #%s has version %s, and its history makes it %s: 1, %s result(s), %s closing.', j.id, j.version,
              1 + coalesce(w.times, 0) + (j.closed_at IS NOT NULL)::int, coalesce(w.times, 0), (j.closed_at IS NOT NULL)::int) AS finding
  FROM oncedesk.job_view j LEFT JOIN won w ON w.job_id = j.id
 WHERE j.version IS DISTINCT FROM 1 + coalesce(w.times, 0) + (j.closed_at IS NOT NULL)::int
 LIMIT $1
