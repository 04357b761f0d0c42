-- A definite failure. What follows is opened in the same transaction (open_next).
CREATE OR REPLACE FUNCTION oncedesk.fail_attempt(
    attempt_id bigint, claim_token uuid, error_code text, error_message text, retryable boolean,
    retry_after interval DEFAULT NULL)
RETURNS TABLE (state text, next_attempt_id bigint, next_ordinal integer, next_provider text, next_not_before timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    attempt attempts := locked_attempt(attempt_id, claim_token);
    code    text := coalesce(nullif(left(btrim(fail_attempt.error_code), 100), ''), 'unspecified');
    message text := left(fail_attempt.error_message, 2000);
BEGIN
    IF attempt.state IN ('started', 'unknown') THEN
        UPDATE attempts a
           SET state = 'failed', ended_at = clock_timestamp(), error_code = code, error_message = message,
               retryable = coalesce(fail_attempt.retryable, false)
         WHERE a.id = attempt.id RETURNING a.* INTO attempt;
        PERFORM open_next(attempt, fail_attempt.retry_after);
    ELSIF attempt.state = 'cancelled' AND NOT EXISTS (
            SELECT FROM attempt_events e
             WHERE e.job_id = attempt.job_id AND e.attempt_id = attempt.id AND e.event = 'late_failure') THEN
        -- Shown beside the verdict; it changes nothing.
        INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
        VALUES (attempt.job_id, attempt.id, clock_timestamp(), 'late_failure',
                jsonb_build_object('error_code', code, 'error_message', message));
    END IF;
    RETURN QUERY
    SELECT attempt.state, n.id, n.ordinal, n.provider, n.not_before
      FROM (VALUES (1)) AS one
      LEFT JOIN attempts n ON n.job_id = attempt.job_id AND n.follows = attempt.id AND n.opened_because IN ('retry', 'failover');
END $$;
