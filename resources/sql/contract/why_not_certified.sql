-- Why a provider may not be failed over to for an intent; null when it may.
CREATE OR REPLACE FUNCTION oncedesk.why_not_certified(provider text, intent text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
    SELECT CASE
        WHEN p.name IS NULL THEN 'no such provider'
        WHEN NOT p.enabled THEN 'provider disabled'
        WHEN c.id IS NULL THEN 'never certified for this intent'
        WHEN c.revoked_at IS NOT NULL THEN 'certificate revoked' || coalesce(': ' || c.revoked_because, '')
        WHEN c.expires_at <= clock_timestamp() THEN 'certificate expired'
        WHEN c.provider_fingerprint <> p.fingerprint THEN 'certificate stale: settings changed since'
        WHEN c.run_id IS NOT NULL AND c.suite_version <> s.latest::text
            THEN format('certificate stale: earned with version %s of the contract suite, which is at %s now', c.suite_version, s.latest)
        WHEN c.model <> p.model THEN format('certificate stale: its model changed from %s to %s', c.model, p.model)
        WHEN c.run_id IS NOT NULL AND c.model IS NULL AND p.model IS NOT NULL
            THEN format('certificate stale: it was earned without a model''s name, and %s answers now', p.model)
    END
    FROM (VALUES (1)) AS one
    LEFT JOIN providers p ON p.name = why_not_certified.provider
    LEFT JOIN LATERAL (SELECT * FROM certificates c
                        WHERE c.provider = p.name AND c.intent = why_not_certified.intent
                        ORDER BY c.id DESC LIMIT 1) c ON true
    LEFT JOIN LATERAL (SELECT max(s.version) AS latest FROM suites s WHERE s.intent = c.intent) s ON true
$$;
