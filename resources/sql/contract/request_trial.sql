-- An admin wants to see what a contract suite that is not saved, one case of it, or settings that are not saved would come to.
-- A worker carries it out like a run, if one does so within 2 minutes; it proves nothing. Returns the run.
CREATE OR REPLACE FUNCTION oncedesk.request_trial(provider text, intent text, suite text, only_case text DEFAULT NULL, settings jsonb DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    body    json;
    cases   json;
    run     bigint;
BEGIN
    PERFORM suite_content(request_trial.intent, request_trial.suite);
    PERFORM FROM providers p WHERE p.name = request_trial.provider FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no provider "%": add it first.', coalesce(left(request_trial.provider, 100), '') USING ERRCODE = '22023';
    END IF;
    IF request_trial.settings IS NOT NULL AND jsonb_typeof(request_trial.settings) <> 'object' THEN
        RAISE EXCEPTION 'A provider''s settings are a JSON object.' USING ERRCODE = '22023';
    END IF;
    body := request_trial.suite::json;
    IF request_trial.only_case IS NOT NULL THEN
        -- Every value of it to the digit: json keeps the text, jsonb does not.
        SELECT json_agg(c.one) INTO cases FROM json_array_elements(body->'cases') AS c (one) WHERE c.one->>'name' = request_trial.only_case;
        IF cases IS NULL THEN
            RAISE EXCEPTION 'The suite has no case "%": name one of its cases.', left(request_trial.only_case, 100) USING ERRCODE = '22023';
        END IF;
        SELECT json_object_agg(m.key, CASE m.key WHEN 'cases' THEN cases ELSE m.value END) INTO body FROM json_each(body) AS m;
    END IF;
    PERFORM end_lost_certifications();
    PERFORM pg_advisory_xact_lock(hashtextextended('oncedesk.trials', 0));
    IF (SELECT count(*) >= 20 FROM certification_runs r WHERE r.finished_at IS NULL AND r.trial_suite IS NOT NULL) THEN
        RAISE EXCEPTION 'Twenty trials are open already: wait for one to end, or cancel one.' USING ERRCODE = '22023';
    END IF;
    INSERT INTO certification_runs AS r (provider, intent, trial_suite, trial_settings, calls)
    SELECT request_trial.provider, request_trial.intent, body, request_trial.settings, sum(d.repeat)
      FROM suite_demands(body::jsonb) d
    RETURNING r.id INTO run;
    INSERT INTO operator_actions (action, outcome, detail)
    VALUES ('request_trial', 'done', jsonb_build_object('run_id', run, 'provider', request_trial.provider, 'intent', request_trial.intent)
            || CASE WHEN request_trial.settings IS NULL THEN '{}' ELSE jsonb_build_object('to', request_trial.settings) END);
    RETURN run;
END $$;
