-- Adds a provider. Adding the same again changes nothing.
CREATE OR REPLACE FUNCTION oncedesk.add_provider(name text, kind text, settings jsonb DEFAULT '{}') RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    found_one providers;
BEGIN
    IF add_provider.name IS NULL OR add_provider.name !~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$' THEN
        RAISE EXCEPTION 'A provider''s name is 1 to 100 letters, digits, dots, dashes, colons or underscores, for example laser-2.'
            USING ERRCODE = '22023';
    END IF;
    IF add_provider.kind IS NULL OR add_provider.kind NOT IN ('http', 'chat', 'simulated') THEN
        RAISE EXCEPTION 'A provider''s kind is http, chat or simulated.' USING ERRCODE = '22023';
    END IF;
    IF add_provider.settings IS NULL OR jsonb_typeof(add_provider.settings) <> 'object' THEN
        RAISE EXCEPTION 'A provider''s settings are a JSON object.' USING ERRCODE = '22023';
    END IF;
    INSERT INTO providers AS p (name, kind, settings)
    VALUES (add_provider.name, add_provider.kind, add_provider.settings)
    ON CONFLICT (name) DO NOTHING RETURNING p.* INTO found_one;
    IF found_one.name IS NOT NULL THEN
        INSERT INTO operator_actions (action, outcome, detail)
        VALUES ('add_provider', 'done', jsonb_build_object('provider', found_one.name, 'kind', found_one.kind));
        RETURN;
    END IF;
    SELECT p.* INTO STRICT found_one FROM providers p WHERE p.name = add_provider.name;
    IF found_one.kind <> add_provider.kind OR found_one.settings <> add_provider.settings THEN
        RAISE EXCEPTION 'There is already a provider "%" with other settings: change those (set_provider, or oncectl providers set), or choose another name.',
            add_provider.name USING ERRCODE = '22023';
    END IF;
END $$;
