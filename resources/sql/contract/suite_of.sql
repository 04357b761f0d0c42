-- What a run of certification runs.
CREATE OR REPLACE FUNCTION oncedesk.suite_of(run oncedesk.certification_runs) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = oncedesk, pg_temp AS $$
    SELECT coalesce((run).trial_suite,
                    (SELECT s.body FROM suites s WHERE s.intent = (run).intent AND s.version = (run).suite_version))::jsonb
$$;
