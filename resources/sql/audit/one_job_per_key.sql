-- Promise 1. Read from the table itself: an index that has lost its way would not show its own gaps.
SELECT format('Owner %s has %s tickets with the key %s: #%s.', quote_literal(left(j.owner_id, 100)), count(*),
              quote_literal(j.idempotency_key), string_agg(j.id::text, ', #' ORDER BY j.id)) AS finding
  FROM oncedesk.job_view j
 GROUP BY j.owner_id, j.idempotency_key
HAVING count(*) > 1
UNION ALL
SELECT format('Ticket #%s does not say which intent of whom it is: its owner, its key or what is to be done is missing.', j.id)
  FROM oncedesk.job_view j
 WHERE num_nulls(j.owner_id, j.idempotency_key, j.intent, j.provider, j.params, j.policy) > 0
    OR j.owner_id = '' OR j.idempotency_key !~ '^[ -~]*[!-~][ -~]*$'
 LIMIT $1
