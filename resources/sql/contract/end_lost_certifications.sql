-- Runs whose worker has said nothing for 2 minutes have ended, and prove nothing.
CREATE OR REPLACE FUNCTION oncedesk.end_lost_certifications() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
    UPDATE certification_runs r
       SET finished_at = clock_timestamp(), outcome = 'aborted', reason = 'Its worker fell silent.'
     WHERE r.id IN (SELECT l.id FROM certification_runs l
                     WHERE l.finished_at IS NULL AND l.heard_at < clock_timestamp() - interval '2 min'
                     ORDER BY l.id FOR NO KEY UPDATE SKIP LOCKED)
       AND r.finished_at IS NULL
$$;
