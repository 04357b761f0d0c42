-- Whether a JSON value can be read again: "1e131071" is 8 bytes going in and 131,072 coming out. As json::fitsJsonb, its
-- numbers may take 64 MiB; below 4 KiB there are too few of them for that.
CREATE OR REPLACE FUNCTION oncedesk.fits_written_out(value jsonb) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = oncedesk, pg_temp AS $$
DECLARE
    size bigint;
    rest bigint := 67108864;
BEGIN
    IF pg_column_size(value) < 4096 THEN
        RETURN true;
    END IF;
    -- As an array first: rows straight from the path would take time by the square of their count.
    FOR size IN SELECT length(number #>> '{}')
                  FROM jsonb_array_elements(jsonb_path_query_array(value, 'strict $.** ? (@.type() == "number")')) AS number LOOP
        rest := rest - size;
        IF rest < 0 THEN
            RETURN false;
        END IF;
    END LOOP;
    RETURN true;
END $$;
