-- Takes back a provider's certificates for an intent. Returns how many were still standing.
CREATE OR REPLACE FUNCTION oncedesk.revoke_certificates(provider text, intent text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    revoked integer;
BEGIN
    UPDATE certificates c SET revoked_at = clock_timestamp()
     WHERE c.provider = revoke_certificates.provider AND c.intent = revoke_certificates.intent AND c.revoked_at IS NULL;
    GET DIAGNOSTICS revoked = ROW_COUNT;
    IF revoked > 0 THEN
        INSERT INTO operator_actions (action, outcome, detail)
        VALUES ('revoke_certificates', 'done', jsonb_build_object(
                'provider', revoke_certificates.provider, 'intent', revoke_certificates.intent, 'count', revoked));
    END IF;
    RETURN revoked;
END $$;
