-- A person's verdict: no result will come. Refused while an attempt is live.
CREATE OR REPLACE FUNCTION oncedesk.close_job(job_id bigint, expected_version bigint, reason text)
RETURNS TABLE (outcome text, refusal text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    job   jobs;
    given text := btrim(close_job.reason);
    live  text;
BEGIN
    IF given IS NULL OR given !~ '[^[:space:]]' OR octet_length(given) > 4000 THEN
        RAISE EXCEPTION 'Closing a job needs a reason of 1 to 4000 bytes: say why.' USING ERRCODE = '22023';
    END IF;
    IF expected_version IS NULL THEN
        RAISE EXCEPTION 'Closing a job needs the version you saw: pass expected_version.' USING ERRCODE = '22023';
    END IF;
    SELECT j.* INTO job FROM jobs j WHERE j.id = close_job.job_id FOR NO KEY UPDATE;
    IF job.closed_at IS NOT NULL AND job.closed_by = session_user AND job.close_reason = given
       AND job.version = expected_version + 1 THEN
        RETURN QUERY SELECT 'closed', NULL::text; -- said again after a lost reply
        RETURN;
    END IF;
    SELECT a.state INTO live FROM attempts a
     WHERE a.job_id = job.id AND a.state IN ('pending', 'started', 'unknown')
     ORDER BY a.state = 'unknown' DESC LIMIT 1;
    refusal := CASE
        WHEN job.id IS NULL THEN 'no_such_job'
        WHEN job.completed_by IS NOT NULL THEN 'job_completed'
        WHEN job.closed_at IS NOT NULL THEN 'job_closed'
        WHEN live = 'unknown' THEN 'attempt_unknown'
        WHEN live IS NOT NULL THEN 'attempt_open'
        WHEN job.version <> expected_version THEN 'version_moved'
    END;
    IF refusal IS NULL THEN
        UPDATE jobs j
           SET closed_at = clock_timestamp(), closed_by = session_user, close_reason = given, version = j.version + 1
         WHERE j.id = job.id AND j.version = expected_version;
        outcome := 'closed';
    ELSE
        outcome := 'refused';
    END IF;
    IF job.id IS NOT NULL THEN
        INSERT INTO operator_actions (action, job_id, reason, outcome)
        VALUES ('close_job', job.id, given, coalesce(refusal, 'closed'));
    END IF;
    RETURN NEXT;
END $$;
