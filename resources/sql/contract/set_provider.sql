-- Replaces a provider's settings. Certificates earned with the old ones become stale. With instead_of, only while those are
-- the settings.
CREATE OR REPLACE FUNCTION oncedesk.set_provider(name text, settings jsonb, instead_of jsonb DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    was providers;
BEGIN
    IF set_provider.settings IS NULL OR jsonb_typeof(set_provider.settings) <> 'object' THEN
        RAISE EXCEPTION 'A provider''s settings are a JSON object.' USING ERRCODE = '22023';
    END IF;
    SELECT p.* INTO was FROM providers p WHERE p.name = set_provider.name FOR NO KEY UPDATE;
    IF was.name IS NULL THEN
        RAISE EXCEPTION 'There is no provider "%": add it first.', coalesce(left(set_provider.name, 100), '') USING ERRCODE = '22023';
    END IF;
    IF was.settings = set_provider.settings THEN
        RETURN;
    END IF;
    IF was.settings <> set_provider.instead_of THEN
        RAISE EXCEPTION 'The settings of % were changed meanwhile: look at them again.', was.name USING ERRCODE = 'P0001';
    END IF;
    UPDATE providers p SET settings = set_provider.settings, updated_at = clock_timestamp() WHERE p.name = was.name;
    INSERT INTO operator_actions (action, outcome, detail)
    VALUES ('set_provider', 'done',
            jsonb_build_object('provider', was.name, 'from', was.settings, 'to', set_provider.settings));
END $$;
