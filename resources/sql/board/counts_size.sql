-- How many jobs there are by the planner's own reckoning; null when the table was never analysed.
SELECT CASE WHEN c.reltuples > 0 AND c.relpages > 0
            THEN (c.reltuples / c.relpages * (s.bytes / current_setting('block_size')::bigint))::bigint END AS jobs,
       s.bytes
  FROM pg_class c
 CROSS JOIN LATERAL (SELECT pg_relation_size(c.oid) AS bytes) AS s
 WHERE c.oid = 'oncedesk.jobs'::regclass
