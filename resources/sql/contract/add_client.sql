-- Registers a caller of the HTTP intake for one owner. The token itself never reaches the database. Adding the
-- same again changes nothing.
CREATE OR REPLACE FUNCTION oncedesk.add_client(name text, owner_id text, token_prefix text, token_sha256 bytea) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    client bigint;
    stored clients;
BEGIN
    IF add_client.name IS NULL OR add_client.name !~ '^[!-~]{1,100}$' THEN
        RAISE EXCEPTION 'A client''s name is 1 to 100 printable ASCII characters without blanks.' USING ERRCODE = '22023';
    END IF;
    IF add_client.owner_id IS NULL OR octet_length(add_client.owner_id) NOT BETWEEN 1 AND 255 OR add_client.owner_id !~ '[^[:space:]]' THEN
        RAISE EXCEPTION 'The owner must be 1 to 255 bytes of text, not blank.' USING ERRCODE = '22023';
    END IF;
    IF octet_length(add_client.token_sha256) IS DISTINCT FROM 32 OR add_client.token_prefix IS NULL
       OR add_client.token_prefix !~ '^[!-~]{4,20}$' THEN
        RAISE EXCEPTION 'A token is given as its SHA-256 (32 bytes) and a prefix of 4 to 20 characters.' USING ERRCODE = '22023';
    END IF;
    INSERT INTO clients AS c (name, owner_id, token_prefix, token_sha256)
    VALUES (add_client.name, add_client.owner_id, add_client.token_prefix, add_client.token_sha256)
    ON CONFLICT DO NOTHING RETURNING c.id INTO client;
    IF client IS NOT NULL THEN
        INSERT INTO operator_actions (action, outcome, detail)
        VALUES ('add_client', 'done', jsonb_build_object('client', add_client.name, 'owner', add_client.owner_id));
        RETURN client;
    END IF;
    SELECT c.* INTO stored FROM clients c WHERE c.name = add_client.name;
    IF stored.id IS NULL THEN
        RAISE EXCEPTION 'Another client has this token already: make a new one.' USING ERRCODE = '22023';
    END IF;
    IF (stored.owner_id, stored.token_prefix, stored.token_sha256)
       IS DISTINCT FROM (add_client.owner_id, add_client.token_prefix, add_client.token_sha256) THEN
        RAISE EXCEPTION 'There is already a client "%": choose another name.', add_client.name USING ERRCODE = '22023';
    END IF;
    RETURN stored.id;
END $$;
