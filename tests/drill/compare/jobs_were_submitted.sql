-- No job, and no submission, that nobody sent: once for its answer, and once for each reply that was lost. A job is what
-- the submission that created it asked for, and no caller was told of it before that one began.
SELECT format('Submission by "%s" is in the history %s times, and was sent %s times.', r.client, r.times,
              coalesce(s.doubts + (s.ended IS NOT NULL)::int, 0)) AS finding
  FROM (SELECT client, count(*) AS times FROM oncedesk.submissions GROUP BY client) AS r
  LEFT JOIN drill.journal s ON s.kind = 'submit' AND s.name = r.client
 WHERE s.call IS NULL OR r.times > s.doubts + (s.ended IS NOT NULL)::int
UNION ALL
SELECT format('Ticket #%s is not what %s asked for.', j.id, coalesce(s.name, 'anybody'))
  FROM oncedesk.jobs j
  LEFT JOIN oncedesk.submissions r ON r.job_id = j.id AND r.outcome = 'created'
  LEFT JOIN drill.journal s ON s.kind = 'submit' AND s.name = r.client
 WHERE s.call IS NULL
    OR (j.owner_id, j.idempotency_key, j.intent, j.provider, j.params, j.policy)
       IS DISTINCT FROM (s.owner, s.key, s.intent, s.provider, s.params, s.policy)
UNION ALL
SELECT format('Call %s was told of ticket #%s before call %s, which created it, began.', d.call, r.job_id, s.call)
  FROM oncedesk.submissions r
  JOIN drill.journal s ON s.kind = 'submit' AND s.name = r.client
  JOIN drill.told d ON d.kind = 'submit' AND d.owner = s.owner AND d.key = s.key AND d.ended < s.began
 WHERE r.outcome = 'created'
