-- What is wrong with a job's params, as a sentence; null when nothing is. The same limits as json::checkObject.
CREATE OR REPLACE FUNCTION oncedesk.params_fault(params jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = oncedesk, pg_temp AS $$
DECLARE
    size bigint;
BEGIN
    IF params IS NULL OR jsonb_typeof(params) <> 'object' THEN
        RETURN 'The params must be a JSON object, for example {"amount": 450}.';
    END IF;
    size := octet_length(params::text);
    -- Anything the further rules could object to is longer than this.
    IF size <= 128 THEN
        RETURN NULL;
    END IF;
    IF size > 1048576 THEN
        RETURN format('The params are %s bytes long: at most 1048576 (1 MiB) are taken. Send a reference to large content instead.', size);
    END IF;
    IF jsonb_path_exists(params, 'strict $.**{64} ? (@.type() == "object" || @.type() == "array")') THEN
        RETURN 'The params are nested deeper than 64 levels: flatten them.';
    END IF;
    IF params::text ~ '[0-9]{309}'
       AND EXISTS (SELECT FROM jsonb_path_query(params, 'strict $.** ? (@.type() == "number")') AS n
                    WHERE n::text ~ '[0-9]{309}') THEN
        RETURN 'The params hold a number with more than 308 digits before or after the decimal point: send it as a string.';
    END IF;
    RETURN NULL;
END $$;
