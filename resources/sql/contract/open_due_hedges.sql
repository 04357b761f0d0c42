-- Opens the second lane of hedged jobs whose first attempt has been silent for hedge_after_s, at the first certified
-- fallback not used yet. One second lane per first attempt; none while anything is unknown.
CREATE OR REPLACE FUNCTION oncedesk.open_due_hedges(max integer DEFAULT 1000)
RETURNS TABLE (attempt_id bigint, job_id bigint, ordinal integer, provider text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    first   attempts;
    job     jobs;
    target  text;
    why_not text;
    tried   integer;
    again   boolean;
    silent  bigint[];
    now     timestamptz := clock_timestamp(); -- in a variable an index can be searched for it
BEGIN
    IF open_due_hedges.max IS NULL OR open_due_hedges.max NOT BETWEEN 0 AND 100000 THEN
        RAISE EXCEPTION 'Pass a max from 0 to 100000.' USING ERRCODE = '22023';
    END IF;
    silent := ARRAY(
        SELECT a.id FROM attempts a
         WHERE a.state = 'started' AND a.hedge_at <= now AND a.deadline_at > clock_timestamp()
         ORDER BY a.hedge_at LIMIT open_due_hedges.max
           FOR NO KEY UPDATE SKIP LOCKED);
    -- Jobs in id order, as finish_set takes them, so that the two never deadlock.
    PERFORM FROM jobs j WHERE j.id = ANY (ARRAY(SELECT a.job_id FROM attempts a WHERE a.id = ANY (silent)))
      ORDER BY j.id FOR NO KEY UPDATE;
    FOR first IN SELECT a.* FROM attempts a WHERE a.id = ANY (silent) ORDER BY a.job_id LOOP
        SELECT j.* INTO job FROM jobs j WHERE j.id = first.job_id;
        SELECT count(*) INTO tried FROM attempts a WHERE a.job_id = job.id;
        again := false;
        IF job.completed_by IS NULL AND job.closed_at IS NULL
           AND tried < coalesce((job.policy->>'max_attempts')::numeric, 3)
           AND NOT EXISTS (SELECT FROM attempts a WHERE a.job_id = job.id AND a.id <> first.id
                              AND (a.state IN ('pending', 'started', 'unknown') OR a.follows = first.id)) THEN
            FOR target IN SELECT * FROM jsonb_array_elements_text(coalesce(job.policy->'fallbacks', '[]')) LOOP
                CONTINUE WHEN EXISTS (SELECT FROM attempts a WHERE a.job_id = job.id AND a.provider = target);
                why_not := why_not_certified(target, job.intent);
                IF why_not IS NULL THEN
                    INSERT INTO attempts AS a (job_id, ordinal, lane, provider, opened_because, follows)
                    VALUES (job.id, tried + 1, 1, target, 'hedge', first.id)
                    RETURNING a.id, a.job_id, a.ordinal, a.provider
                         INTO attempt_id, job_id, ordinal, provider;
                    RETURN NEXT;
                    again := false;
                    EXIT;
                END IF;
                again := true;
                INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
                SELECT job.id, first.id, clock_timestamp(), 'fallback_passed_over', said
                  FROM (SELECT jsonb_build_object('provider', target, 'why', why_not) AS said) AS this
                 WHERE NOT EXISTS (SELECT FROM attempt_events e WHERE e.job_id = job.id AND e.attempt_id = first.id
                                      AND e.event = 'fallback_passed_over' AND e.detail = said);
            END LOOP;
        END IF;
        -- Looked at again only while a fallback may still become certified.
        UPDATE attempts a SET hedge_at = CASE WHEN again THEN clock_timestamp() + interval '1 s' END
         WHERE a.id = first.id;
    END LOOP;
END $$;
