-- All workers ever seen, the living first.
SELECT w.name, w.providers, w.in_flight, w.version, to_json(w.last_heartbeat) AS last_heartbeat, w.alive,
       floor(extract(epoch FROM clock_timestamp() - w.last_heartbeat) * 1000)::bigint AS silent_ms
  FROM oncedesk.worker_view w
 ORDER BY w.alive DESC, w.name
