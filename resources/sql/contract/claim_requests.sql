-- Hands out questions and stop requests, oldest first. One whose worker said nothing for 30 s is handed out again: both may
-- safely be put twice.
CREATE OR REPLACE FUNCTION oncedesk.claim_requests(worker text, providers text[], max integer)
RETURNS TABLE (request_id bigint, kind text, attempt_id bigint, job_id bigint, ordinal integer, provider text,
               owner_id text, idempotency_key text, intent text, params jsonb, token uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF claim_requests.worker IS NULL OR octet_length(claim_requests.worker) NOT BETWEEN 1 AND 200 THEN
        RAISE EXCEPTION 'The worker must have a name of 1 to 200 bytes.' USING ERRCODE = '22023';
    END IF;
    IF claim_requests.max IS NULL OR claim_requests.max NOT BETWEEN 0 AND 10000 THEN
        RAISE EXCEPTION 'Pass a max from 0 to 10000.' USING ERRCODE = '22023';
    END IF;
    RETURN QUERY
    WITH waiting AS MATERIALIZED (
        SELECT r.id FROM requests r
         WHERE r.answered_at IS NULL AND r.provider = ANY (claim_requests.providers)
           AND (r.claimed_at IS NULL OR r.claimed_at < clock_timestamp() - interval '30 s')
         ORDER BY r.id LIMIT claim_requests.max FOR NO KEY UPDATE SKIP LOCKED
    ), claimed AS (
        UPDATE requests r
           SET claimed_at = clock_timestamp(), worker = claim_requests.worker, token = gen_random_uuid()
          FROM waiting
         WHERE r.id = waiting.id AND r.answered_at IS NULL
        RETURNING r.id, r.kind, r.attempt_id, r.provider, r.token
    )
    SELECT c.id, c.kind, a.id, j.id, a.ordinal, c.provider, j.owner_id, j.idempotency_key, j.intent, j.params, c.token
      FROM claimed c JOIN attempts a ON a.id = c.attempt_id JOIN jobs j ON j.id = a.job_id ORDER BY c.id;
END $$;
