-- A worker says it is alive; the answer is what people asked it to cancel.
CREATE OR REPLACE FUNCTION oncedesk.heartbeat(worker text, providers text[], in_flight integer, version text)
RETURNS TABLE (attempt_id bigint, job_id bigint, requested_at timestamptz, reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF heartbeat.worker IS NULL OR octet_length(heartbeat.worker) NOT BETWEEN 1 AND 200 THEN
        RAISE EXCEPTION 'The worker must have a name of 1 to 200 bytes.' USING ERRCODE = '22023';
    END IF;
    INSERT INTO workers AS w (name, providers, in_flight, version)
    VALUES (heartbeat.worker, coalesce(heartbeat.providers, '{}'), coalesce(heartbeat.in_flight, 0),
            coalesce(left(heartbeat.version, 100), ''))
    ON CONFLICT (name) DO UPDATE
       SET providers = EXCLUDED.providers, in_flight = EXCLUDED.in_flight, version = EXCLUDED.version,
           last_heartbeat = clock_timestamp();
    RETURN QUERY
    SELECT a.id, a.job_id, a.cancel_requested_at, a.cancel_reason FROM attempts a
     WHERE a.worker = heartbeat.worker AND a.state = 'started' AND a.cancel_requested_at IS NOT NULL
     ORDER BY a.id;
END $$;
