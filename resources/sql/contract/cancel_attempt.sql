-- An explicit cancel by a person. Pending and unknown attempts are cancelled at once; for a started one it is a
-- request: its worker stops it, and only the provider's confirmation makes it cancelled, otherwise it is unknown.
CREATE OR REPLACE FUNCTION oncedesk.cancel_attempt(attempt_id bigint, reason text, evidence text)
RETURNS TABLE (outcome text, state text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    attempt attempts;
    given   text := btrim(cancel_attempt.reason);
    repeated boolean;
BEGIN
    IF given IS NULL OR given !~ '[^[:space:]]' OR octet_length(given) > 4000 THEN
        RAISE EXCEPTION 'A cancel needs a reason of 1 to 4000 bytes: say why.' USING ERRCODE = '22023';
    END IF;
    IF evidence IS NULL OR evidence NOT IN ('provider_confirmed_stopped', 'provider_has_no_record', 'accepted_risk') THEN
        RAISE EXCEPTION 'A cancel needs its evidence: provider_confirmed_stopped, provider_has_no_record or accepted_risk.'
            USING ERRCODE = '22023';
    END IF;
    SELECT a.* INTO attempt FROM attempts a WHERE a.id = cancel_attempt.attempt_id FOR NO KEY UPDATE;
    IF attempt.id IS NULL THEN
        RAISE EXCEPTION 'There is no attempt %.', coalesce(cancel_attempt.attempt_id::text, 'NULL') USING ERRCODE = '22023';
    END IF;

    -- The same person saying the same again after a lost reply; the provider may have confirmed it meanwhile.
    repeated := attempt.cancel_requested_by = session_user AND attempt.cancel_reason = given
                AND (attempt.cancel_evidence = cancel_attempt.evidence
                     OR attempt.state = 'cancelled' AND attempt.cancel_evidence = 'provider_confirmed_stopped');
    IF attempt.state IN ('pending', 'unknown') THEN
        UPDATE attempts a
           SET state = 'cancelled', ended_at = clock_timestamp(),
               cancel_requested_at = clock_timestamp(), cancel_requested_by = session_user,
               cancel_reason = given, cancel_evidence = cancel_attempt.evidence
         WHERE a.id = attempt.id;
        outcome := 'cancelled';
        state := 'cancelled';
        repeated := false;
    ELSIF attempt.state = 'started' THEN
        outcome := 'cancel_requested';
        state := 'started';
        IF attempt.cancel_requested_at IS NULL THEN
            UPDATE attempts a
               SET cancel_requested_at = clock_timestamp(), cancel_requested_by = session_user,
                   cancel_reason = given, cancel_evidence = cancel_attempt.evidence
             WHERE a.id = attempt.id;
            -- Any worker of the provider carries it out; its answer decides (answer_request).
            INSERT INTO requests (attempt_id, job_id, kind, provider)
            VALUES (attempt.id, attempt.job_id, 'stop', attempt.provider)
            ON CONFLICT (attempt_id, kind) WHERE answered_at IS NULL DO NOTHING;
        END IF;
    ELSE
        state := attempt.state;
        outcome := CASE WHEN attempt.state = 'cancelled' AND repeated THEN 'cancelled' ELSE 'refused' END;
    END IF;
    IF NOT coalesce(repeated, false) THEN
        INSERT INTO operator_actions (action, job_id, attempt_id, reason, evidence, outcome, detail)
        VALUES ('cancel_attempt', attempt.job_id, attempt.id, given, cancel_attempt.evidence, outcome,
                jsonb_build_object('state', state, 'was', attempt.state));
    END IF;
    RETURN NEXT;
END $$;
