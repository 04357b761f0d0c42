-- What an export wants besides the list: of the jobs in $1, in that order, so many from the front as hold $2 bytes.
-- At least one. What is stored compressed is measured as the text it becomes.
WITH wanted AS (
    SELECT g.id, g.place FROM unnest($1::bigint[]) WITH ORDINALITY AS g (id, place)
), sized AS MATERIALIZED (
    SELECT wanted.id, wanted.place, sum(size.bytes) OVER (ORDER BY wanted.place) AS bytes
      FROM wanted JOIN oncedesk.job_view j ON j.id = wanted.id
     CROSS JOIN LATERAL (
           SELECT CASE WHEN pg_column_compression(j.params) IS NULL THEN pg_column_size(j.params) ELSE octet_length(j.params::text) END
                + CASE WHEN pg_column_compression(j.policy) IS NULL THEN pg_column_size(j.policy) ELSE octet_length(j.policy::text) END
                + coalesce(CASE WHEN pg_column_compression(j.result) IS NULL THEN pg_column_size(j.result) ELSE octet_length(j.result::text) END, 0)
                + coalesce(octet_length(j.result_bytes), 0) AS bytes) AS size
), front AS MATERIALIZED (
    SELECT id, place FROM sized WHERE place = 1 OR bytes <= $2::bigint
)
SELECT j.id, j.params::text AS params, j.policy::text AS policy, j.result::text AS result, j.result_bytes,
       j.completed_by, j.closed_by, j.close_reason
  FROM front JOIN oncedesk.job_view j ON j.id = front.id
 ORDER BY front.place
