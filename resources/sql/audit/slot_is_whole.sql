-- A result, and a closing, is there whole or not at all, and never both.
SELECT format('Ticket #%s: %s.', j.id, CASE
           WHEN j.completed_by IS NOT NULL AND j.closed_at IS NOT NULL THEN 'it has a result and is closed as well'
           WHEN (j.closed_at IS NULL) <> (j.closed_by IS NULL) OR (j.closed_at IS NULL) <> (j.close_reason IS NULL)
               THEN 'its closing does not say when, by whom and why'
           WHEN j.completed_by IS NULL THEN 'a result is stored that no attempt holds the slot for'
           ELSE 'its result slot is taken, and its time or its one result is missing' END) AS finding
  FROM oncedesk.job_view j
 WHERE (j.completed_by IS NOT NULL AND j.closed_at IS NOT NULL)
    OR (j.closed_at IS NULL) <> (j.closed_by IS NULL) OR (j.closed_at IS NULL) <> (j.close_reason IS NULL)
    OR CASE WHEN j.completed_by IS NULL THEN j.completed_at IS NOT NULL OR j.result IS NOT NULL OR j.result_bytes IS NOT NULL
            ELSE j.completed_at IS NULL OR (j.result IS NULL) = (j.result_bytes IS NULL) END
 LIMIT $1
