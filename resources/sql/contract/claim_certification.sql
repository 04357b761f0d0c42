-- Hands out one run that waits, or the named one: what to put to whom. The settings are those of now, and a certificate will
-- belong to them.
CREATE OR REPLACE FUNCTION oncedesk.claim_certification(worker text, providers text[], run bigint DEFAULT NULL)
RETURNS TABLE (run_id bigint, token uuid, provider text, kind text, settings jsonb, intent text, suite_version integer, suite json)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF claim_certification.worker IS NULL OR octet_length(claim_certification.worker) NOT BETWEEN 1 AND 200 THEN
        RAISE EXCEPTION 'The worker must have a name of 1 to 200 bytes.' USING ERRCODE = '22023';
    END IF;
    PERFORM end_lost_certifications();
    RETURN QUERY
    WITH waiting AS MATERIALIZED (
        SELECT r.id FROM certification_runs r
         WHERE r.finished_at IS NULL AND r.claimed_at IS NULL AND r.provider = ANY (claim_certification.providers)
           AND (claim_certification.run IS NULL OR r.id = claim_certification.run)
         ORDER BY r.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ), claimed AS (
        UPDATE certification_runs r
           SET claimed_at = clock_timestamp(), heard_at = clock_timestamp(), worker = claim_certification.worker,
               token = gen_random_uuid(), provider_fingerprint = p.fingerprint
          FROM waiting, providers p
         WHERE r.id = waiting.id AND r.claimed_at IS NULL AND r.finished_at IS NULL AND p.name = r.provider
        RETURNING r.id, r.token, r.provider, p.kind, coalesce(r.trial_settings, p.settings) AS settings, r.intent, r.suite_version, r.trial_suite
    )
    SELECT c.id, c.token, c.provider, c.kind, c.settings, c.intent, c.suite_version, coalesce(c.trial_suite, s.body)
      FROM claimed c LEFT JOIN suites s ON s.intent = c.intent AND s.version = c.suite_version;
END $$;
