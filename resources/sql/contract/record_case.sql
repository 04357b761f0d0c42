-- What came of one case of a run. Returns whether to go on: false once somebody has cancelled the run, or it has ended.
-- The same case again changes nothing. Without a case it only says that the worker is still at it.
CREATE OR REPLACE FUNCTION oncedesk.record_case(run_id bigint, token uuid, name text, repeat integer, verdict text, reason text,
                                                faults text[], request text, answer bytea, model text, took_ms bigint)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    run certification_runs;
BEGIN
    UPDATE certification_runs r SET heard_at = clock_timestamp()
     WHERE r.id = record_case.run_id AND r.token = record_case.token
    RETURNING r.* INTO run;
    IF run.id IS NULL THEN
        RAISE EXCEPTION 'Certification run % is not held with this token.', coalesce(record_case.run_id::text, 'NULL')
            USING ERRCODE = '22023';
    END IF;
    IF run.finished_at IS NOT NULL OR run.cancel_requested_at IS NOT NULL THEN
        RETURN false;
    END IF;
    IF record_case.name IS NULL THEN
        RETURN true;
    END IF;
    IF NOT EXISTS (SELECT FROM suite_demands(suite_of(run)) d
                    WHERE d.name = record_case.name AND record_case.repeat BETWEEN 1 AND d.repeat) THEN
        RAISE EXCEPTION 'The suite of run % has no such case, or fewer repeats.', run.id USING ERRCODE = '22023';
    END IF;
    IF record_case.verdict IS NULL OR record_case.verdict <> ALL (ARRAY['passed', 'failed_call', 'doubtful', 'not_json', 'wire', 'schema', 'rule', 'latency']) THEN
        RAISE EXCEPTION 'A verdict is one of passed, failed_call, doubtful, not_json, wire, schema, rule, latency.' USING ERRCODE = '22023';
    END IF;
    IF octet_length(record_case.answer) > 16777216 OR octet_length(record_case.request) > 16777216 THEN
        RAISE EXCEPTION 'A request or an answer is kept up to 16 MiB.' USING ERRCODE = '22023';
    END IF;
    INSERT INTO certification_cases (run_id, name, repeat, verdict, reason, faults, request, answer, model, took_ms)
    VALUES (run.id, record_case.name, record_case.repeat, record_case.verdict, left(record_case.reason, 2000),
            coalesce(record_case.faults, '{}'), record_case.request, record_case.answer,
            nullif(left(record_case.model, 200), ''), greatest(coalesce(record_case.took_ms, 0), 0))
    ON CONFLICT (run_id, name, repeat) DO NOTHING;
    RETURN true;
END $$;
