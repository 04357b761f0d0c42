-- Starts due attempts of the given providers, oldest first, skipping what another worker is claiming now.
CREATE OR REPLACE FUNCTION oncedesk.claim_attempts(worker text, providers text[], max integer)
RETURNS TABLE (attempt_id bigint, job_id bigint, ordinal integer, provider text, owner_id text,
               idempotency_key text, intent text, params jsonb, job_version bigint, claim_token uuid,
               timeout interval)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
    IF claim_attempts.worker IS NULL OR octet_length(claim_attempts.worker) NOT BETWEEN 1 AND 200 THEN
        RAISE EXCEPTION 'The worker must have a name of 1 to 200 bytes.' USING ERRCODE = '22023';
    END IF;
    IF claim_attempts.max IS NULL OR claim_attempts.max NOT BETWEEN 0 AND 10000 THEN
        RAISE EXCEPTION 'At most 10000 attempts can be claimed at once: pass a max from 0 to 10000.' USING ERRCODE = '22023';
    END IF;
    RETURN QUERY
    WITH candidate AS MATERIALIZED (
        -- More than asked for, since others may hold some; unlocked, so that nothing is held in vain.
        SELECT a.id, a.not_before FROM unnest(claim_attempts.providers) AS served(name)
          JOIN providers p ON p.name = served.name AND p.enabled
         CROSS JOIN LATERAL (SELECT a.id, a.not_before FROM attempts a
                              WHERE a.provider = p.name AND a.state = 'pending' AND a.not_before <= clock_timestamp()
                              ORDER BY a.not_before, a.id LIMIT 2 * claim_attempts.max + 16) AS a
         ORDER BY a.not_before, a.id LIMIT 2 * claim_attempts.max + 16
    ), due AS MATERIALIZED (
        SELECT a.id, a.job_id FROM candidate c JOIN attempts a ON a.id = c.id
         WHERE a.state = 'pending'
         ORDER BY c.not_before, c.id LIMIT claim_attempts.max
           FOR NO KEY UPDATE OF a SKIP LOCKED
    ), claimed AS (
        UPDATE attempts a
           SET state = CASE WHEN ended THEN 'superseded' ELSE 'started' END,
               ended_at = CASE WHEN ended THEN now.at END,
               worker = CASE WHEN NOT ended THEN claim_attempts.worker END,
               claimed_by = CASE WHEN NOT ended THEN session_user END,
               claim_token = CASE WHEN NOT ended THEN gen_random_uuid() END,
               job_version = CASE WHEN NOT ended THEN j.version END,
               started_at = CASE WHEN NOT ended THEN now.at END,
               deadline_at = CASE WHEN NOT ended THEN now.at + patience END,
               hedge_at = CASE WHEN NOT ended AND a.lane = 0 AND j.policy->>'mode' = 'hedged'
                               THEN now.at + coalesce((j.policy->>'hedge_after_s')::numeric, 10) * interval '1 s' END
          FROM due JOIN jobs j ON j.id = due.job_id
         CROSS JOIN LATERAL (SELECT clock_timestamp() AS at) AS now
         CROSS JOIN LATERAL (SELECT j.completed_by IS NOT NULL OR j.closed_at IS NOT NULL AS ended,
                                    coalesce((j.policy->>'timeout_s')::numeric, 30) * interval '1 s' AS patience) AS job
         WHERE a.id = due.id AND a.state = 'pending'
        RETURNING a.id, a.job_id, a.ordinal, a.provider, j.owner_id, j.idempotency_key, j.intent, j.params,
                  a.job_version, a.claim_token, patience, a.not_before
    )
    SELECT c.id, c.job_id, c.ordinal, c.provider, c.owner_id, c.idempotency_key, c.intent, c.params,
           c.job_version, c.claim_token, c.patience
      FROM claimed c WHERE c.claim_token IS NOT NULL ORDER BY c.not_before, c.id;
END $$;
