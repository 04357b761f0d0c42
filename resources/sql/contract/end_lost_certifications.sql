-- Runs whose worker has said nothing for 2 minutes have ended, and prove nothing; so have trials that nobody took in that time:
-- whoever wanted to see what comes is gone.
CREATE OR REPLACE FUNCTION oncedesk.end_lost_certifications() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
    UPDATE certification_runs r
       SET finished_at = clock_timestamp(), outcome = 'aborted', reason = CASE WHEN r.claimed_at IS NULL THEN 'No worker that serves the provider took it within 2 minutes.'
                                                                                      ELSE 'Its worker fell silent.' END
     WHERE r.id IN (SELECT l.id FROM certification_runs l
                     WHERE l.finished_at IS NULL
                       AND coalesce(l.heard_at, CASE WHEN l.trial_suite IS NOT NULL THEN l.requested_at END) < clock_timestamp() - interval '2 min'
                     ORDER BY l.id FOR NO KEY UPDATE SKIP LOCKED)
       AND r.finished_at IS NULL
$$;
