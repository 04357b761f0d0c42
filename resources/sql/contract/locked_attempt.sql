-- The attempt, locked, if the token is the one it was claimed with. Private.
CREATE OR REPLACE FUNCTION oncedesk.locked_attempt(attempt_id bigint, claim_token uuid) RETURNS oncedesk.attempts
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    attempt attempts;
BEGIN
    SELECT a.* INTO attempt FROM attempts a
     WHERE a.id = locked_attempt.attempt_id AND a.claim_token = locked_attempt.claim_token FOR NO KEY UPDATE;
    IF attempt.id IS NULL THEN
        RAISE EXCEPTION 'Attempt % was not claimed with this token: report only attempts that claim_attempts returned, with the token it returned.', attempt_id
            USING ERRCODE = '22023';
    END IF;
    RETURN attempt;
END $$;
