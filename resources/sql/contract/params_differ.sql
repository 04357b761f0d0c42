-- Where two params differ: JSON Pointers behind "params", at most 20. An empty result means equal.
CREATE OR REPLACE FUNCTION oncedesk.params_differ(stored jsonb, given jsonb, at text DEFAULT 'params') RETURNS SETOF text
LANGUAGE plpgsql IMMUTABLE SET search_path = oncedesk, pg_temp AS $$
DECLARE
    key  text;
    path text;
BEGIN
    IF stored IS NOT DISTINCT FROM given THEN
        RETURN;
    END IF;
    IF jsonb_typeof(stored) = 'object' AND jsonb_typeof(given) = 'object' THEN
        FOR key IN SELECT jsonb_object_keys(stored) UNION SELECT jsonb_object_keys(given) ORDER BY 1 LOOP
            IF stored->key IS DISTINCT FROM given->key THEN
                path := at || '/' || replace(replace(key, '~', '~0'), '/', '~1');
                IF jsonb_typeof(stored->key) = 'object' AND jsonb_typeof(given->key) = 'object' THEN
                    RETURN QUERY SELECT * FROM params_differ(stored->key, given->key, path);
                ELSE
                    RETURN NEXT path;
                END IF;
            END IF;
        END LOOP;
    ELSE
        RETURN NEXT at;
    END IF;
END $$;
