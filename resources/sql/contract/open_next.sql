-- What follows a definite failure, decided in the same transaction so that no dying worker can lose it: the next
-- certified fallback not used yet, at once; else the same provider after a backoff if that may help, and if it is the job's
-- own or still certified; else nobody, and the job is stalled until a person decides. Private; the caller holds the failed attempt's lock.
CREATE OR REPLACE FUNCTION oncedesk.open_next(failed oncedesk.attempts, retry_after interval) RETURNS void
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    job     jobs;
    tried   integer;
    target  text;
    because text;
    why_not text;
    wait    interval := interval '0';
BEGIN
    SELECT j.* INTO job FROM jobs j WHERE j.id = failed.job_id FOR NO KEY UPDATE;
    SELECT count(*) INTO tried FROM attempts a WHERE a.job_id = job.id;
    IF job.completed_by IS NOT NULL OR job.closed_at IS NOT NULL
       OR failed.cancel_requested_at IS NOT NULL -- a person wanted it to stop; what follows is theirs to say
       OR EXISTS (SELECT FROM attempts a WHERE a.job_id = job.id AND a.state IN ('pending', 'started', 'unknown')) THEN
        RETURN;
    END IF;
    IF tried >= coalesce((job.policy->>'max_attempts')::numeric, 3) THEN
        INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
        SELECT job.id, failed.id, clock_timestamp(), 'fallback_passed_over',
               jsonb_build_object('provider', f.name, 'why', format('the policy allows %s in all, and there were as many',
                   CASE tried WHEN 1 THEN '1 attempt' ELSE tried || ' attempts' END))
          FROM jsonb_array_elements_text(coalesce(job.policy->'fallbacks', '[]')) AS f (name)
         WHERE NOT EXISTS (SELECT FROM attempts a WHERE a.job_id = job.id AND a.provider = f.name);
        RETURN;
    END IF;

    FOR target IN SELECT * FROM jsonb_array_elements_text(coalesce(job.policy->'fallbacks', '[]')) LOOP
        CONTINUE WHEN EXISTS (SELECT FROM attempts a WHERE a.job_id = job.id AND a.provider = target);
        why_not := why_not_certified(target, job.intent);
        IF why_not IS NULL THEN
            because := 'failover';
            EXIT;
        END IF;
        INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
        VALUES (job.id, failed.id, clock_timestamp(), 'fallback_passed_over',
                jsonb_build_object('provider', target, 'why', why_not));
    END LOOP;

    IF because IS NULL THEN
        IF NOT failed.retryable THEN
            RETURN;
        END IF;
        target := failed.provider;
        why_not := CASE WHEN target <> job.provider THEN why_not_certified(target, job.intent)
                        WHEN NOT (SELECT p.enabled FROM providers p WHERE p.name = target) THEN 'provider disabled' END;
        IF why_not IS NOT NULL THEN
            INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
            VALUES (job.id, failed.id, clock_timestamp(), 'fallback_passed_over',
                    jsonb_build_object('provider', target, 'why', why_not));
            RETURN;
        END IF;
        because := 'retry';
        -- Doubles with each failure at this provider, at most a day; up to half of it again as jitter.
        wait := least(86400, coalesce((job.policy->>'retry_backoff_s')::numeric, 5)
                    * 2 ^ least(20, (SELECT count(*) - 1 FROM attempts a
                                      WHERE a.job_id = job.id AND a.provider = target AND a.state = 'failed')))
                * (1 + random() / 2) * interval '1 s';
        wait := greatest(wait, least(coalesce(retry_after, interval '0'), interval '1 day'));
    END IF;
    INSERT INTO attempts (job_id, ordinal, provider, opened_because, follows, not_before)
    VALUES (job.id, tried + 1, target, because, failed.id, clock_timestamp() + wait);
END $$;
