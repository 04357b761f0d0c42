-- The outcome is open: a timeout, a lost link, a worker that stops. Never a failure (promise 5).
CREATE OR REPLACE FUNCTION oncedesk.mark_unknown(attempt_id bigint, claim_token uuid, why text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    attempt attempts := locked_attempt(attempt_id, claim_token);
BEGIN
    IF attempt.state = 'started' THEN
        UPDATE attempts a
           SET state = 'unknown', unknown_at = clock_timestamp(),
               unknown_why = coalesce(nullif(left(btrim(mark_unknown.why), 2000), ''), 'not said')
         WHERE a.id = attempt.id RETURNING a.* INTO attempt;
    END IF;
    RETURN attempt.state;
END $$;
