-- What the provider said, kept as evidence. Returns the state the attempt is in now. Asked: succeeded (payload is
-- the result) and failed are conclusive and move an unknown attempt as its worker's own report would; running,
-- no_record and unreachable conclude nothing. Told to stop an attempt that a person asked to cancel: stopped
-- cancels it; anything else leaves it unknown.
CREATE OR REPLACE FUNCTION oncedesk.answer_request(request_id bigint, token uuid, answer text, payload jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    request requests;
    attempt attempts;
BEGIN
    SELECT r.* INTO request FROM requests r WHERE r.id = answer_request.request_id;
    -- Attempt first, request second: the order of every other function.
    SELECT a.* INTO attempt FROM attempts a WHERE a.id = request.attempt_id FOR NO KEY UPDATE;
    SELECT r.* INTO request FROM requests r
     WHERE r.id = answer_request.request_id AND r.token = answer_request.token FOR NO KEY UPDATE;
    IF request.id IS NULL THEN
        RAISE EXCEPTION 'Request % is not held with this token: another worker may have taken it over.',
            coalesce(answer_request.request_id::text, 'NULL') USING ERRCODE = '22023';
    END IF;
    IF answer IS NULL OR answer <> ALL (CASE request.kind
            WHEN 'ask' THEN ARRAY['running', 'succeeded', 'failed', 'no_record', 'unreachable']
            ELSE ARRAY['stopped', 'not_stopped', 'unreachable'] END) THEN
        RAISE EXCEPTION 'An answer to a request of kind % is one of %.', request.kind,
            CASE request.kind WHEN 'ask' THEN 'running, succeeded, failed, no_record, unreachable'
                              ELSE 'stopped, not_stopped, unreachable' END USING ERRCODE = '22023';
    END IF;
    IF NOT fits_written_out(payload) THEN
        RAISE EXCEPTION 'The numbers in the payload take more than 64 MiB when they are written out: send it as a JSON string.'
            USING ERRCODE = '22023';
    END IF;
    IF request.answered_at IS NOT NULL THEN
        RETURN attempt.state;
    END IF;

    UPDATE requests r SET answered_at = clock_timestamp(), answer = answer_request.answer WHERE r.id = request.id;
    INSERT INTO provider_answers (request_id, attempt_id, answer, payload)
    VALUES (request.id, attempt.id, answer_request.answer,
            -- A result is kept in the result slot or thrown away, never here.
            CASE WHEN request.kind = 'ask' AND answer_request.answer = 'succeeded' THEN NULL ELSE answer_request.payload END);

    IF request.kind = 'ask' AND attempt.state = 'unknown' THEN
        IF answer = 'succeeded' THEN
            PERFORM finish_set(ARRAY[attempt.id], ARRAY[attempt.claim_token], ARRAY[coalesce(payload, 'null')], NULL);
        ELSIF answer = 'failed' THEN
            PERFORM fail_attempt(attempt.id, attempt.claim_token, 'provider_says_failed',
                                 'Asked, the provider said that it failed.', false);
        END IF;
    ELSIF request.kind = 'stop' AND answer = 'stopped' AND attempt.state IN ('started', 'unknown')
          AND attempt.cancel_requested_at IS NOT NULL THEN
        UPDATE attempts a
           SET state = 'cancelled', ended_at = clock_timestamp(), cancel_evidence = 'provider_confirmed_stopped'
         WHERE a.id = attempt.id;
    ELSIF request.kind = 'stop' AND attempt.state = 'started' AND attempt.cancel_requested_at IS NOT NULL THEN
        UPDATE attempts a
           SET state = 'unknown', unknown_at = clock_timestamp(),
               unknown_why = 'A cancel was requested, and the provider did not confirm that it stopped.'
         WHERE a.id = attempt.id;
    END IF;
    RETURN (SELECT a.state FROM attempts a WHERE a.id = attempt.id);
END $$;
