-- Jobs between two ids. The filter goes where it says so, with its values from $4 on.
WITH page AS MATERIALIZED (
    SELECT j.id, j.owner_id, j.idempotency_key, j.intent, j.provider, j.version, j.created_at, j.completed_at,
           j.closed_at, j.is_demo
      FROM oncedesk.job_view j
     WHERE j.id BETWEEN $1::bigint AND $2::bigint AND true /* filter */
     ORDER BY j.id DESC /* order */
     LIMIT $3::bigint
)
SELECT page.id, page.owner_id, page.idempotency_key, page.intent, page.provider, page.version,
       to_json(page.created_at) AS created_at, to_json(page.completed_at) AS completed_at,
       to_json(page.closed_at) AS closed_at, page.is_demo,
       floor(extract(epoch FROM statement_timestamp() - page.created_at) * 1000)::bigint AS age_ms,
       (SELECT s.status FROM oncedesk.job_status_view s WHERE s.id = page.id) AS status,
       strip.ordinals, strip.states, strip.providers, strip.attempt_ids
  FROM page
  LEFT JOIN LATERAL (
       -- The latest ones, should there be very many.
       SELECT array_agg(a.ordinal ORDER BY a.ordinal)::text[] AS ordinals,
              array_agg(a.state ORDER BY a.ordinal) AS states,
              array_agg(a.provider ORDER BY a.ordinal) AS providers,
              array_agg(a.id ORDER BY a.ordinal)::text[] AS attempt_ids
         FROM (SELECT a.id, a.ordinal, a.state, a.provider FROM oncedesk.attempt_view a
                WHERE a.job_id = page.id ORDER BY a.ordinal DESC LIMIT 50) AS a) AS strip ON true
 ORDER BY page.id DESC /* order */
