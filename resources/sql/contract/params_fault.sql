-- What is wrong with a job's params, as a sentence; null when nothing is. The same limits as json::checkObject.
CREATE OR REPLACE FUNCTION oncedesk.params_fault(params jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = oncedesk, pg_temp AS $$
DECLARE
    size bigint;
BEGIN
    IF params IS NULL OR jsonb_typeof(params) <> 'object' THEN
        RETURN 'The params must be a JSON object, for example {"amount": 450}.';
    END IF;
    IF NOT fits_written_out(params) THEN
        RETURN 'The params hold numbers with more than 308 digits before or after the decimal point: send them as strings.';
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
    -- With all digits zeros, a long number is a plain substring (a regular expression repeats at most 255 times);
    -- only when one shows are the strings cut out, which may be long without harm.
    IF strpos(translate(params::text, '123456789', '000000000'), repeat('0', 309)) > 0
       AND strpos(translate(regexp_replace(params::text, E'"([^"\\\\]|\\\\.)*"', '""', 'g'), '123456789', '000000000'),
                  repeat('0', 309)) > 0 THEN
        RETURN 'The params hold a number with more than 308 digits before or after the decimal point: send it as a string.';
    END IF;
    RETURN NULL;
END $$;
