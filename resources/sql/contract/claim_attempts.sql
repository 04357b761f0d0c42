-- Starts due attempts of the given providers, oldest first, skipping what another worker is claiming now.
-- Each step reads one table by ids already known, and says "pending" without the state: see finish_set.
CREATE OR REPLACE FUNCTION oncedesk.claim_attempts(worker text, providers text[], max integer)
RETURNS TABLE (attempt_id bigint, job_id bigint, ordinal integer, provider text, owner_id text,
               idempotency_key text, intent text, params jsonb, job_version bigint, claim_token uuid,
               timeout interval)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    now   timestamptz := clock_timestamp(); -- in a variable an index can be searched for it
    reach bigint := 2 * claim_attempts.max + 16;
    seen  bigint[];
    due   bigint[] := '{}';
BEGIN
    IF claim_attempts.worker IS NULL OR octet_length(claim_attempts.worker) NOT BETWEEN 1 AND 200 THEN
        RAISE EXCEPTION 'The worker must have a name of 1 to 200 bytes.' USING ERRCODE = '22023';
    END IF;
    IF claim_attempts.max IS NULL OR claim_attempts.max NOT BETWEEN 0 AND 10000 THEN
        RAISE EXCEPTION 'At most 10000 attempts can be claimed at once: pass a max from 0 to 10000.' USING ERRCODE = '22023';
    END IF;
    LOOP
        -- More than asked for, since others may hold some; unlocked, so that nothing is held in vain.
        seen := ARRAY(
            SELECT a.id FROM (SELECT DISTINCT s.name FROM unnest(claim_attempts.providers) AS s(name)) AS served
              JOIN providers p ON p.name = served.name AND p.enabled
             CROSS JOIN LATERAL (SELECT a.id, a.not_before FROM attempts a
                                  WHERE a.provider = p.name AND a.state = 'pending' AND a.not_before <= now
                                  ORDER BY a.not_before, a.id LIMIT reach) AS a
             ORDER BY a.not_before, a.id LIMIT reach);
        due := due || ARRAY(
            SELECT a.id FROM attempts a
             WHERE a.id = ANY (seen) AND a.id <> ALL (due) AND a.claim_token IS NULL AND a.ended_at IS NULL
             ORDER BY a.not_before, a.id LIMIT claim_attempts.max - cardinality(due)
               FOR NO KEY UPDATE SKIP LOCKED);
        -- Others hold most of these: further on, then.
        EXIT WHEN cardinality(due) = claim_attempts.max OR cardinality(seen) < reach;
        reach := 4 * reach;
    END LOOP;
    RETURN QUERY
    WITH claimed AS (
        UPDATE attempts a
           SET (state, ended_at, worker, claimed_by, claim_token, job_version, started_at, deadline_at, hedge_at) = (
                SELECT CASE WHEN ended THEN 'superseded' ELSE 'started' END,
                       CASE WHEN ended THEN moment END,
                       CASE WHEN NOT ended THEN claim_attempts.worker END,
                       CASE WHEN NOT ended THEN session_user END,
                       CASE WHEN NOT ended THEN gen_random_uuid() END,
                       CASE WHEN NOT ended THEN j.version END,
                       CASE WHEN NOT ended THEN moment END,
                       CASE WHEN NOT ended
                            THEN moment + coalesce((j.policy->>'timeout_s')::numeric, 30) * interval '1 s' END,
                       CASE WHEN NOT ended AND a.lane = 0 AND j.policy->>'mode' = 'hedged'
                            THEN moment + coalesce((j.policy->>'hedge_after_s')::numeric, 10) * interval '1 s' END
                  FROM jobs j
                 CROSS JOIN LATERAL (SELECT clock_timestamp() AS moment,
                                            j.completed_by IS NOT NULL OR j.closed_at IS NOT NULL AS ended) AS this
                 WHERE j.id = a.job_id)
         WHERE a.id = ANY (due) AND a.claim_token IS NULL AND a.ended_at IS NULL
        RETURNING a.id, a.job_id, a.ordinal, a.provider, a.job_version, a.claim_token, a.not_before
    )
    SELECT c.id, c.job_id, c.ordinal, c.provider, j.owner_id, j.idempotency_key, j.intent, j.params, c.job_version,
           c.claim_token, j.patience
      FROM claimed c
     CROSS JOIN LATERAL (SELECT j.owner_id, j.idempotency_key, j.intent, j.params,
                                coalesce((j.policy->>'timeout_s')::numeric, 30) * interval '1 s' AS patience
                           FROM jobs j WHERE j.id = c.job_id OFFSET 0) AS j
     WHERE c.claim_token IS NOT NULL ORDER BY c.not_before, c.id;
END $$;
