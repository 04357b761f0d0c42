-- Revokes a client's token, for ever. Revoking it again changes nothing.
CREATE OR REPLACE FUNCTION oncedesk.revoke_client(name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
BEGIN
    UPDATE clients c SET revoked_at = clock_timestamp(), revoked_by = session_user
     WHERE c.name = revoke_client.name AND c.revoked_at IS NULL;
    IF FOUND THEN
        INSERT INTO operator_actions (action, outcome, detail)
        VALUES ('revoke_client', 'done', jsonb_build_object('client', revoke_client.name));
        RETURN;
    END IF;
    PERFORM FROM clients c WHERE c.name = revoke_client.name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no client "%".', coalesce(left(revoke_client.name, 100), '') USING ERRCODE = '22023';
    END IF;
END $$;
