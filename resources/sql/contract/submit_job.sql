-- One job per owner and key. The unique constraint decides; looking first only spares a replay the checks
-- (promise 2: a replay succeeds even when its provider has since been disabled or a limit lowered).
CREATE OR REPLACE FUNCTION oncedesk.submit_job(
    owner_id text, idempotency_key text, intent text, provider text, params jsonb,
    policy jsonb DEFAULT '{}', client text DEFAULT NULL)
RETURNS TABLE (outcome text, job_id bigint, conflicts_with bigint, differs text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    stored record;
    fault  text;
    job    bigint;
BEGIN
    IF submit_job.owner_id IS NULL OR octet_length(submit_job.owner_id) NOT BETWEEN 1 AND 255
       OR submit_job.owner_id !~ '[^[:space:]]' THEN
        RAISE EXCEPTION 'The owner must be 1 to 255 bytes of text, not blank.' USING ERRCODE = '22023';
    END IF;
    IF submit_job.idempotency_key IS NULL OR octet_length(submit_job.idempotency_key) NOT BETWEEN 1 AND 255
       OR submit_job.idempotency_key !~ '^[ -~]*[!-~][ -~]*$' THEN
        RAISE EXCEPTION 'The idempotency key must be 1 to 255 printable ASCII characters, not all blank.'
            USING ERRCODE = '22023';
    END IF;
    submit_job.policy := coalesce(submit_job.policy, '{}');
    IF octet_length(submit_job.client) > 200 THEN
        submit_job.client := left(submit_job.client, 50);
    END IF;

    SELECT j.id, j.intent, j.provider, j.params, j.policy INTO stored FROM jobs j
     WHERE j.owner_id = submit_job.owner_id AND j.idempotency_key = submit_job.idempotency_key;

    IF stored.id IS NULL THEN
        IF submit_job.intent IS NULL OR octet_length(submit_job.intent) NOT BETWEEN 1 AND 100
           OR submit_job.intent !~ '^[!-~]+$' THEN
            RAISE EXCEPTION 'The intent must be 1 to 100 printable ASCII characters without blanks, for example print.poster.'
                USING ERRCODE = '22023';
        END IF;
        IF jsonb_typeof(submit_job.params) IS DISTINCT FROM 'object' OR pg_column_size(submit_job.params) >= 4096
           OR octet_length(submit_job.params::text) > 128 THEN
            fault := params_fault(submit_job.params);
        END IF;
        IF fault IS NULL AND submit_job.policy <> '{}' THEN
            fault := policy_fault(submit_job.policy);
        END IF;
        IF fault IS NOT NULL THEN
            RAISE EXCEPTION '%', fault USING ERRCODE = '22023';
        END IF;
        IF NOT coalesce((SELECT p.enabled FROM providers p WHERE p.name = submit_job.provider), false) THEN
            PERFORM FROM providers p WHERE p.name = submit_job.provider;
            IF FOUND THEN
                RAISE EXCEPTION 'The provider "%" is disabled: name another, or have it enabled.', submit_job.provider
                    USING ERRCODE = '22023';
            END IF;
            RAISE EXCEPTION 'There is no provider "%": add it first, or name another.',
                coalesce(left(submit_job.provider, 100), '') USING ERRCODE = '22023';
        END IF;

        INSERT INTO jobs AS j (owner_id, idempotency_key, intent, provider, params, policy)
        VALUES (submit_job.owner_id, submit_job.idempotency_key, submit_job.intent, submit_job.provider,
                submit_job.params, submit_job.policy)
        ON CONFLICT ON CONSTRAINT jobs_one_per_owner_and_key DO NOTHING
        RETURNING j.id INTO job;

        IF job IS NOT NULL THEN
            IF coalesce(submit_job.policy->>'start', 'auto') = 'auto' THEN
                INSERT INTO attempts (job_id, ordinal, provider) VALUES (job, 1, submit_job.provider);
            END IF;
            INSERT INTO submissions (job_id, outcome, client) VALUES (job, 'created', submit_job.client);
            RETURN QUERY SELECT 'created', job, NULL::bigint, NULL::text[];
            RETURN;
        END IF;

        -- Another transaction was first and has committed; this statement sees its row.
        SELECT j.id, j.intent, j.provider, j.params, j.policy INTO STRICT stored FROM jobs j
         WHERE j.owner_id = submit_job.owner_id AND j.idempotency_key = submit_job.idempotency_key;
    END IF;

    IF (stored.intent, stored.provider, stored.policy, stored.params) IS NOT DISTINCT FROM
       (submit_job.intent, submit_job.provider, submit_job.policy, submit_job.params) THEN
        INSERT INTO submissions (job_id, outcome, client) VALUES (stored.id, 'replayed', submit_job.client);
        RETURN QUERY SELECT 'replayed', stored.id, NULL::bigint, NULL::text[];
        RETURN;
    END IF;

    differs := ARRAY(
        SELECT 'intent' WHERE stored.intent IS DISTINCT FROM submit_job.intent
        UNION ALL SELECT 'provider' WHERE stored.provider IS DISTINCT FROM submit_job.provider
        UNION ALL SELECT 'policy' WHERE stored.policy IS DISTINCT FROM submit_job.policy
        UNION ALL (SELECT left(d, 300) FROM params_differ(stored.params, submit_job.params) AS d LIMIT 20));
    INSERT INTO submissions (job_id, outcome, differs, client)
    VALUES (stored.id, 'conflict', differs, submit_job.client);
    RETURN QUERY SELECT 'conflict', NULL::bigint, stored.id, differs;
END $$;
