-- How a provider did of late: its latest 1,000 attempts among the latest 20,000 of all, which the primary key finds however
-- many there are.
WITH latest AS MATERIALIZED (
    SELECT a.state, a.opened_at, a.started_at, a.unknown_at, a.ended_at
      FROM oncedesk.attempt_view a
     WHERE a.provider = $1 AND a.id > (SELECT max(m.id) - 20000 FROM oncedesk.attempt_view m)
     ORDER BY a.id DESC
     LIMIT 1000
), of_day AS (
    SELECT l.* FROM latest l WHERE l.opened_at > clock_timestamp() - interval '24 h'
), took AS (
    SELECT extract(epoch FROM l.ended_at - l.started_at) * 1000 AS ms FROM latest l
     WHERE l.state = 'succeeded' AND l.started_at IS NOT NULL AND l.ended_at IS NOT NULL
)
SELECT (SELECT count(*) FROM oncedesk.attempt_view s WHERE s.state = 'started' AND s.provider = $1) AS in_flight,
       (SELECT count(*) FROM of_day) AS attempts,
       (SELECT count(*) FROM of_day d WHERE d.started_at IS NOT NULL) AS started,
       (SELECT count(*) FROM of_day d WHERE d.unknown_at IS NOT NULL) AS unknown,
       (SELECT count(*) FROM of_day) = 1000 AS is_cut,
       (SELECT count(*) FROM took) AS succeeded,
       (SELECT floor(percentile_disc(0.5) WITHIN GROUP (ORDER BY t.ms))::bigint FROM took t) AS p50_ms,
       (SELECT floor(percentile_disc(0.95) WITHIN GROUP (ORDER BY t.ms))::bigint FROM took t) AS p95_ms
