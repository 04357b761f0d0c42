-- Promise 2 and 3: each submission names the job that holds its key, and each job was created by exactly one.
WITH per_job AS (
    SELECT s.job_id, count(*) FILTER (WHERE s.outcome = 'created') AS created FROM oncedesk.submission_view s GROUP BY s.job_id
)
SELECT CASE WHEN j.id IS NULL THEN format('Submissions name ticket #%s, which is not there.', p.job_id)
            ELSE format('Ticket #%s was created by %s submissions instead of one.', j.id, coalesce(p.created, 0)) END AS finding
  FROM oncedesk.job_view j FULL JOIN per_job p ON p.job_id = j.id
 WHERE j.id IS NULL OR p.created IS DISTINCT FROM 1
UNION ALL
SELECT format('Submission %s (%s) says that it differs in %s.', s.id, s.outcome, coalesce(array_to_string(s.differs, ', '), 'nothing'))
  FROM oncedesk.submission_view s
 WHERE s.outcome NOT IN ('created', 'replayed', 'conflict')
    OR (s.outcome = 'conflict') <> (coalesce(cardinality(s.differs), 0) > 0)
 LIMIT $1
