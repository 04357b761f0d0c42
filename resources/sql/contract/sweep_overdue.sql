-- Attempts past their deadline become unknown, whoever's they are. The database clock decides.
-- A second lane that was left pending when its job ended, because someone held it then, is superseded besides.
CREATE OR REPLACE FUNCTION oncedesk.sweep_overdue(max integer DEFAULT 1000)
RETURNS TABLE (attempt_id bigint, job_id bigint, provider text, worker text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    now timestamptz := clock_timestamp(); -- in a variable an index can be searched for it
BEGIN
    IF sweep_overdue.max IS NULL OR sweep_overdue.max NOT BETWEEN 0 AND 100000 THEN
        RAISE EXCEPTION 'Pass a max from 0 to 100000.' USING ERRCODE = '22023';
    END IF;
    UPDATE attempts a SET state = 'superseded', ended_at = clock_timestamp()
     WHERE a.id = ANY (ARRAY(
            SELECT p.id FROM attempts p
             CROSS JOIN LATERAL (SELECT FROM jobs j WHERE j.id = p.job_id
                                    AND num_nonnulls(j.completed_by, j.closed_at) > 0 OFFSET 0) AS ended
             WHERE p.lane = 1 AND p.claim_token IS NULL AND p.ended_at IS NULL
             ORDER BY p.job_id LIMIT sweep_overdue.max
               FOR NO KEY UPDATE OF p SKIP LOCKED));
    RETURN QUERY
    WITH overdue AS MATERIALIZED (
        SELECT a.id FROM attempts a
         WHERE a.state = 'started' AND a.deadline_at < now
         ORDER BY a.deadline_at LIMIT sweep_overdue.max
           FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE attempts a
       SET state = 'unknown', unknown_at = clock_timestamp(),
           unknown_why = format('No answer within %s s.', trim_scale(extract(epoch FROM a.deadline_at - a.started_at)::numeric))
     WHERE a.id = ANY (ARRAY(SELECT overdue.id FROM overdue)) AND a.ended_at IS NULL AND a.unknown_at IS NULL
    RETURNING a.id, a.job_id, a.provider, a.worker;
END $$;
