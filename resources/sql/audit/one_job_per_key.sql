-- Promise 1. Read from the table itself: an index that has lost its way would not show its own gaps.
SELECT format('Owner %s has %s tickets with the key %s: #%s.', quote_literal(left(j.owner_id, 100)), count(*),
              quote_literal(j.idempotency_key), string_agg(j.id::text, ', #' ORDER BY j.id)) AS finding
  FROM oncedesk.job_view j
 GROUP BY j.owner_id, j.idempotency_key
HAVING count(*) > 1
 LIMIT $1
