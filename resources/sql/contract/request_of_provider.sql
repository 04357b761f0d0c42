-- Puts a question or a stop request for a worker to carry out; an unanswered one is not asked twice. Private.
CREATE OR REPLACE FUNCTION oncedesk.request_of_provider(attempt_id bigint, kind text) RETURNS bigint
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    attempt attempts;
    request bigint;
BEGIN
    SELECT a.* INTO attempt FROM attempts a WHERE a.id = request_of_provider.attempt_id;
    IF attempt.id IS NULL THEN
        RAISE EXCEPTION 'There is no attempt %.', coalesce(request_of_provider.attempt_id::text, 'NULL') USING ERRCODE = '22023';
    END IF;
    IF attempt.started_at IS NULL THEN
        RAISE EXCEPTION 'Attempt % was never started: the provider cannot know of it.', attempt.id USING ERRCODE = '22023';
    END IF;
    INSERT INTO requests AS r (attempt_id, job_id, kind, provider)
    VALUES (attempt.id, attempt.job_id, request_of_provider.kind, attempt.provider)
    ON CONFLICT (attempt_id, kind) WHERE answered_at IS NULL DO NOTHING
    RETURNING r.id INTO request;
    IF request IS NULL THEN
        SELECT r.id INTO request FROM requests r
         WHERE r.attempt_id = attempt.id AND r.kind = request_of_provider.kind
         ORDER BY r.answered_at IS NULL DESC, r.id DESC LIMIT 1;
    ELSE
        INSERT INTO operator_actions (action, job_id, attempt_id, outcome, detail)
        VALUES (CASE request_of_provider.kind WHEN 'ask' THEN 'ask_provider' ELSE 'stop_at_provider' END,
                attempt.job_id, attempt.id, 'requested', jsonb_build_object('request_id', request));
    END IF;
    RETURN request;
END $$;
