-- The schema's owner vouches, without a run of a contract suite, that a provider at its settings of now means the same thing for
-- an intent: for demonstrations and tests. No role may.
CREATE OR REPLACE FUNCTION oncedesk.record_certificate(provider text, intent text, suite_version text, valid_for interval DEFAULT '30 days') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    certificate bigint;
BEGIN
    IF record_certificate.intent IS NULL OR record_certificate.intent !~ '^[!-~]{1,100}$'
       OR record_certificate.suite_version IS NULL OR record_certificate.suite_version !~ '[^[:space:]]'
       OR coalesce(valid_for, interval '0') <= interval '0' OR valid_for > interval '10 years' THEN
        RAISE EXCEPTION 'A certificate names a provider, an intent, a suite version and how long it is valid (up to 10 years).'
            USING ERRCODE = '22023';
    END IF;
    INSERT INTO certificates AS c (provider, intent, suite_version, provider_fingerprint, expires_at)
    SELECT p.name, record_certificate.intent, left(record_certificate.suite_version, 100), p.fingerprint,
           clock_timestamp() + valid_for
      FROM providers p WHERE p.name = record_certificate.provider
    RETURNING c.id INTO certificate;
    IF certificate IS NULL THEN
        RAISE EXCEPTION 'There is no provider "%": add it first.', coalesce(left(record_certificate.provider, 100), '') USING ERRCODE = '22023';
    END IF;
    INSERT INTO operator_actions (action, outcome, detail)
    VALUES ('record_certificate', 'done', jsonb_build_object('certificate_id', certificate,
            'provider', record_certificate.provider, 'intent', record_certificate.intent));
    RETURN certificate;
END $$;
