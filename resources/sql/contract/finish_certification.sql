-- Ends a run. The database counts: passed when each case has run and passed as often as its suite demands, at one model and at
-- settings that are still those of now. A run that passed earns a certificate; one that failed takes the standing one back.
-- With a why, the run could not be carried out and proves nothing either way.
CREATE OR REPLACE FUNCTION oncedesk.finish_certification(run_id bigint, token uuid, why_aborted text DEFAULT NULL)
RETURNS TABLE (outcome text, reason text, certificate_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    run     certification_runs;
    content jsonb;
    models  text[];
    unnamed boolean;
    failing text;
    verdict text;
    why     text;
BEGIN
    SELECT r.* INTO run FROM certification_runs r
     WHERE r.id = finish_certification.run_id AND r.token = finish_certification.token FOR NO KEY UPDATE;
    IF run.id IS NULL THEN
        RAISE EXCEPTION 'Certification run % is not held with this token.', coalesce(finish_certification.run_id::text, 'NULL')
            USING ERRCODE = '22023';
    END IF;
    IF run.finished_at IS NULL THEN
        content := suite_of(run);
        SELECT array_agg(DISTINCT c.model ORDER BY c.model) FILTER (WHERE c.model IS NOT NULL), bool_or(c.model IS NULL AND c.answer IS NOT NULL)
          INTO models, unnamed FROM certification_cases c WHERE c.run_id = run.id;
        SELECT format('Case "%s" passed %s of %s times, and must pass %s%s', d.name, count(c.*) FILTER (WHERE c.verdict = 'passed'),
                      d.repeat, d.must_pass,
                      coalesce(': ' || (array_agg(c.reason ORDER BY c.repeat) FILTER (WHERE c.verdict <> 'passed'))[1], '.'))
          INTO failing
          FROM suite_demands(content) WITH ORDINALITY AS d (name, repeat, must_pass, place)
          LEFT JOIN certification_cases c ON c.run_id = run.id AND c.name = d.name
         GROUP BY d.name, d.repeat, d.must_pass, d.place
        HAVING count(c.*) FILTER (WHERE c.verdict = 'passed') < d.must_pass
         ORDER BY d.place LIMIT 1;
        verdict := CASE
            WHEN run.cancel_requested_at IS NOT NULL THEN 'cancelled'
            WHEN why_aborted IS NOT NULL
                 OR run.calls > (SELECT count(*) FROM certification_cases c WHERE c.run_id = run.id) THEN 'aborted'
            WHEN failing IS NOT NULL OR array_length(models, 1) > 1 OR (models IS NOT NULL AND unnamed) THEN 'failed'
            ELSE 'passed' END;
        why := CASE verdict
            WHEN 'cancelled' THEN format('Cancelled by %s.', run.cancel_requested_by)
            WHEN 'aborted' THEN coalesce(left(why_aborted, 1000), 'Not every case was run.')
            WHEN 'failed' THEN coalesce(failing, CASE WHEN array_length(models, 1) > 1
                              THEN format('More than one model answered: %s.', array_to_string(models, ', '))
                              ELSE format('Some answers name the model %s, and some name none.', models[1]) END) END;
        UPDATE certification_runs r
           SET finished_at = clock_timestamp(), outcome = verdict, reason = why, model = models[1]
         WHERE r.id = run.id RETURNING r.* INTO run;
        IF run.trial_suite IS NOT NULL THEN
            NULL; -- it proves nothing either way
        ELSIF verdict = 'passed' THEN
            INSERT INTO certificates (provider, intent, suite_version, provider_fingerprint, expires_at, run_id, model)
            VALUES (run.provider, run.intent, run.suite_version::text, run.provider_fingerprint,
                    clock_timestamp() + make_interval(days => CASE
                        WHEN jsonb_typeof(content->'valid_days') = 'number' AND (content->>'valid_days')::numeric BETWEEN 1 AND 365
                        THEN (content->>'valid_days')::numeric::integer ELSE 30 END),
                    run.id, run.model);
            PERFORM note_model(run.provider, run.model);
        ELSIF verdict = 'failed' THEN
            UPDATE certificates c SET revoked_at = clock_timestamp(), revoked_because = format('run %s failed it', run.id)
             WHERE c.provider = run.provider AND c.intent = run.intent AND c.revoked_at IS NULL;
        END IF;
    END IF;
    RETURN QUERY SELECT run.outcome, run.reason, (SELECT c.id FROM certificates c WHERE c.run_id = run.id);
END $$;
