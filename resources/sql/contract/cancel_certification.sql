-- An admin wants a run to end. One that nobody has begun ends at once; else its worker ends it after the case it is at.
CREATE OR REPLACE FUNCTION oncedesk.cancel_certification(run_id bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    run certification_runs;
BEGIN
    SELECT r.* INTO run FROM certification_runs r WHERE r.id = cancel_certification.run_id FOR NO KEY UPDATE;
    IF run.id IS NULL THEN
        RAISE EXCEPTION 'There is no certification run %.', coalesce(cancel_certification.run_id::text, 'NULL') USING ERRCODE = '22023';
    END IF;
    IF run.finished_at IS NULL AND run.cancel_requested_at IS NULL THEN
        UPDATE certification_runs r
           SET cancel_requested_at = clock_timestamp(), cancel_requested_by = session_user,
               finished_at = CASE WHEN r.claimed_at IS NULL THEN clock_timestamp() END,
               outcome = CASE WHEN r.claimed_at IS NULL THEN 'cancelled' END,
               reason = CASE WHEN r.claimed_at IS NULL THEN format('Cancelled by %s.', session_user) END
         WHERE r.id = run.id RETURNING r.* INTO run;
        INSERT INTO operator_actions (action, outcome, detail)
        VALUES ('cancel_certification', CASE WHEN run.finished_at IS NULL THEN 'requested' ELSE 'done' END,
                jsonb_build_object('run_id', run.id, 'provider', run.provider, 'intent', run.intent));
    END IF;
    RETURN coalesce(run.outcome, 'cancel_requested');
END $$;
