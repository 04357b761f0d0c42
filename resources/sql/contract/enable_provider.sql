-- Enables or disables a provider. While disabled, nothing new is submitted, opened or claimed there.
CREATE OR REPLACE FUNCTION oncedesk.enable_provider(name text, enabled boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    was providers;
BEGIN
    IF enable_provider.enabled IS NULL THEN
        RAISE EXCEPTION 'Say whether the provider is to be enabled: pass true or false.' USING ERRCODE = '22023';
    END IF;
    SELECT p.* INTO was FROM providers p WHERE p.name = enable_provider.name FOR NO KEY UPDATE;
    IF was.name IS NULL THEN
        RAISE EXCEPTION 'There is no provider "%": add it first.', coalesce(left(enable_provider.name, 100), '') USING ERRCODE = '22023';
    END IF;
    IF was.enabled = enable_provider.enabled THEN
        RETURN;
    END IF;
    UPDATE providers p SET enabled = enable_provider.enabled, updated_at = clock_timestamp() WHERE p.name = was.name;
    INSERT INTO operator_actions (action, outcome, detail)
    VALUES (CASE WHEN was.enabled THEN 'disable_provider' ELSE 'enable_provider' END, 'done',
            jsonb_build_object('provider', was.name));
END $$;
