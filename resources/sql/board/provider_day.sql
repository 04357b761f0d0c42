-- How a provider did in each half hour of the last 24 hours: of the latest 20,000 attempts of all, which the primary key
-- finds however many there are, and of what is under way, however long. By the half hour because whole hours begin
-- there in nearly every time zone.
WITH reach AS MATERIALIZED (
    SELECT max(m.id) - 20000 AS above FROM oncedesk.attempt_view m
), latest AS MATERIALIZED (
    SELECT a.provider, a.state, a.opened_at, a.started_at, a.unknown_at, least(a.unknown_at, a.ended_at) AS left_at, a.ended_at
      FROM oncedesk.attempt_view a
     WHERE a.id > (SELECT r.above FROM reach r)
), of_provider AS MATERIALIZED (
    SELECT l.state, l.started_at, l.unknown_at, l.left_at, l.ended_at FROM latest l
     WHERE l.provider = $1 AND l.started_at IS NOT NULL
    UNION ALL
    SELECT a.state, a.started_at, NULL, NULL, NULL FROM oncedesk.attempt_view a
     WHERE a.state = 'started' AND a.provider = $1 AND a.id <= (SELECT r.above FROM reach r)
), slot AS MATERIALIZED (
    SELECT s.at, s.at + interval '30 min' AS until
      FROM (SELECT date_bin('30 min', clock_timestamp(), 'epoch') AS at) AS last,
           generate_series(last.at - interval '23 h 30 min', last.at, interval '30 min') AS s (at)
), step AS (
    SELECT o.started_at AS at, 1 AS by FROM of_provider o
    UNION ALL
    SELECT o.left_at, -1 FROM of_provider o WHERE o.left_at IS NOT NULL
    UNION ALL
    SELECT s.at, 0 FROM slot s -- what was under way when it began
), level AS (
    SELECT date_bin('30 min', t.at, 'epoch') AS slot_at,
           sum(t.by) OVER (ORDER BY t.at, t.by ROWS UNBOUNDED PRECEDING) AS in_flight
      FROM step t
), most AS (
    SELECT l.slot_at, max(l.in_flight) AS in_flight FROM level l GROUP BY l.slot_at
), done AS (
    SELECT date_bin('30 min', o.started_at, 'epoch') AS slot_at,
           count(*) AS started,
           count(o.unknown_at) AS unknown,
           count(*) FILTER (WHERE o.state = 'succeeded') AS succeeded,
           percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY extract(epoch FROM o.ended_at - o.started_at) * 1000)
               FILTER (WHERE o.state = 'succeeded') AS took_ms
      FROM of_provider o
     GROUP BY 1
)
SELECT to_json(s.at) AS at,
       to_json(s.until) AS until,
       coalesce(m.in_flight, 0) AS in_flight,
       coalesce(d.started, 0) AS started,
       coalesce(d.unknown, 0) AS unknown,
       coalesce(d.succeeded, 0) AS succeeded,
       floor(d.took_ms[1])::bigint AS p50_ms,
       floor(d.took_ms[2])::bigint AS p95_ms,
       -- Null unless there are older attempts that this day did not read.
       CASE WHEN (SELECT min(a.id) FROM oncedesk.attempt_view a) <= (SELECT r.above FROM reach r)
            THEN (SELECT to_json(min(l.opened_at)) FROM latest l) END AS opened_since
  FROM slot s
  LEFT JOIN most m ON m.slot_at = s.at
  LEFT JOIN done d ON d.slot_at = s.at
 ORDER BY s.at
