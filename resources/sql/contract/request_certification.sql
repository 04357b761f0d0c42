-- An admin wants a provider put to the latest contract suite of an intent: a worker will do it. Returns the run; one that is
-- still open is returned again.
CREATE OR REPLACE FUNCTION oncedesk.request_certification(provider text, intent text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    latest integer;
    run    bigint;
    standing certification_runs;
BEGIN
    PERFORM FROM providers p WHERE p.name = request_certification.provider FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no provider "%": add it first.', coalesce(left(request_certification.provider, 100), '') USING ERRCODE = '22023';
    END IF;
    SELECT max(s.version) INTO latest FROM suites s WHERE s.intent = request_certification.intent;
    IF latest IS NULL THEN
        RAISE EXCEPTION 'The intent "%" has no contract suite: import one first.', coalesce(left(request_certification.intent, 100), '') USING ERRCODE = '22023';
    END IF;
    PERFORM end_lost_certifications(); -- of a worker that is gone
    INSERT INTO certification_runs AS r (provider, intent, suite_version, calls)
    SELECT request_certification.provider, s.intent, s.version, s.calls
      FROM suites s WHERE s.intent = request_certification.intent AND s.version = latest
    ON CONFLICT (provider, intent) WHERE finished_at IS NULL AND trial_suite IS NULL DO NOTHING
    RETURNING r.id INTO run;
    IF run IS NULL THEN
        SELECT r.* INTO standing FROM certification_runs r
         WHERE r.provider = request_certification.provider AND r.intent = request_certification.intent
           AND r.finished_at IS NULL AND r.trial_suite IS NULL;
        IF standing.id IS NULL THEN
            RAISE EXCEPTION 'Another run has just ended: ask again.' USING ERRCODE = '40001';
        END IF;
        IF standing.cancel_requested_at IS NOT NULL OR standing.suite_version <> latest THEN
            RAISE EXCEPTION 'Run % % is still under way: ask again when it has ended.', standing.id,
                CASE WHEN standing.cancel_requested_at IS NOT NULL THEN 'was cancelled and'
                     ELSE format('of suite version %s, which is at %s now,', standing.suite_version, latest) END USING ERRCODE = 'P0001';
        END IF;
        RETURN standing.id;
    END IF;
    INSERT INTO operator_actions (action, outcome, detail)
    VALUES ('request_certification', 'done', jsonb_build_object('run_id', run, 'provider', request_certification.provider,
            'intent', request_certification.intent, 'suite_version', latest));
    RETURN run;
END $$;
