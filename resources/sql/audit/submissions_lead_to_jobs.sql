-- Promise 2 and 3: each submission names the job that holds its key, each job was created by exactly one, and that was its
-- first. A submission keeps no owner and key of its own: one that was moved is found only at a job younger than itself.
WITH per_job AS (
    SELECT s.job_id, count(*) FILTER (WHERE s.outcome = 'created') AS created,
           min(s.id) AS first, min(s.id) FILTER (WHERE s.outcome = 'created') AS creation
      FROM oncedesk.submission_view s GROUP BY s.job_id
)
SELECT CASE WHEN j.id IS NULL THEN format('Submissions name ticket #%s, which is not there.', p.job_id)
            WHEN p.created = 1 THEN format('Submission %s names ticket #%s, which was created only by the later submission %s.', p.first, j.id, p.creation)
            ELSE format('Ticket #%s was created by %s submissions instead of one.', j.id, coalesce(p.created, 0)) END AS finding
  FROM oncedesk.job_view j FULL JOIN per_job p ON p.job_id = j.id
 WHERE j.id IS NULL OR p.created IS DISTINCT FROM 1 OR p.first < p.creation
UNION ALL
SELECT format('Submission %s (%s) says that it differs in %s.', s.id, s.outcome, coalesce(array_to_string(s.differs, ', '), 'nothing'))
  FROM oncedesk.submission_view s
 WHERE s.outcome NOT IN ('created', 'replayed', 'conflict')
    OR (s.outcome = 'conflict') <> (coalesce(cardinality(s.differs), 0) > 0)
 LIMIT $1
