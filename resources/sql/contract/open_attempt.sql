-- A person opens another attempt. With a reason they may go beyond max_attempts and to an uncertified provider;
-- nothing lets them open one beside a live attempt, save the second lane of a hedged job.
CREATE OR REPLACE FUNCTION oncedesk.open_attempt(job_id bigint, provider text DEFAULT NULL, reason text DEFAULT NULL)
RETURNS TABLE (outcome text, attempt_id bigint, ordinal integer, refusal text, blocking_attempt_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    job     record;
    live    record;
    target  text;
    second  boolean := false; -- the second lane of a hedged job
    given   text := nullif(btrim(open_attempt.reason), '');
    held    bigint; -- the first lane of a hedged job
    tried   integer;
BEGIN
    IF octet_length(open_attempt.reason) > 4000 THEN
        RAISE EXCEPTION 'The reason is longer than 4000 bytes: shorten it.' USING ERRCODE = '22023';
    END IF;
    -- The first lane must not end or turn unknown while a second is opened beside it. Attempt before job: see finish_set.
    SELECT a.id INTO held FROM attempts a
      JOIN jobs j ON j.id = a.job_id AND j.policy->>'mode' = 'hedged'
     WHERE a.job_id = open_attempt.job_id AND a.state = 'started' AND a.lane = 0 FOR NO KEY UPDATE OF a;
    SELECT j.* INTO job FROM jobs j WHERE j.id = open_attempt.job_id FOR NO KEY UPDATE;
    target := coalesce(open_attempt.provider, job.provider);
    SELECT a.id, a.state, a.lane, a.provider INTO live FROM attempts a
     WHERE a.job_id = job.id AND a.state IN ('pending', 'started', 'unknown')
     ORDER BY a.state = 'unknown' DESC, a.id LIMIT 1;
    SELECT coalesce(max(a.ordinal), 0) INTO tried FROM attempts a WHERE a.job_id = job.id;
    second := coalesce(live.id = held AND live.state = 'started'
              AND target <> job.provider AND target <> live.provider AND job.policy->'fallbacks' ? target
              AND NOT EXISTS (SELECT FROM attempts a WHERE a.job_id = job.id AND a.lane = 1
                                 AND a.state IN ('pending', 'started', 'unknown')), false);

    refusal := CASE
        WHEN job.id IS NULL THEN 'no_such_job'
        WHEN job.completed_by IS NOT NULL THEN 'job_completed'
        WHEN job.closed_at IS NOT NULL THEN 'job_closed'
        WHEN live.state = 'unknown' THEN 'attempt_unknown'
        WHEN live.id IS NOT NULL AND NOT second THEN 'attempt_open'
        WHEN NOT EXISTS (SELECT FROM providers p WHERE p.name = target) THEN 'no_such_provider'
        WHEN NOT (SELECT p.enabled FROM providers p WHERE p.name = target) THEN 'provider_disabled'
        WHEN target <> job.provider AND (given IS NULL OR second)
             AND why_not_certified(target, job.intent) IS NOT NULL THEN 'not_certified'
        WHEN given IS NULL AND tried >= coalesce((job.policy->>'max_attempts')::numeric, 3) THEN 'attempts_exhausted'
    END;

    IF refusal IS NULL THEN
        INSERT INTO attempts AS a (job_id, ordinal, lane, provider, opened_because, open_reason, follows)
        VALUES (job.id, tried + 1, second::int, target, 'person', given, CASE WHEN second THEN live.id END)
        RETURNING a.id, a.ordinal INTO attempt_id, ordinal;
        outcome := 'opened';
    ELSE
        outcome := 'refused';
        IF refusal IN ('attempt_open', 'attempt_unknown') THEN
            blocking_attempt_id := live.id;
        END IF;
    END IF;
    IF job.id IS NOT NULL THEN
        INSERT INTO operator_actions (action, job_id, attempt_id, reason, outcome, detail)
        VALUES ('open_attempt', job.id, attempt_id, given, coalesce(refusal, 'opened'),
                jsonb_strip_nulls(jsonb_build_object('provider', left(target, 100), 'blocking_attempt_id', blocking_attempt_id)));
    END IF;
    RETURN NEXT;
END $$;
