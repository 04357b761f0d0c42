-- Reads the text of a contract suite, or says what is wrong with it. What a suite must be is checked in full by the programs
-- that read it (core/certify); here is what the verdict over a run rests on.
CREATE OR REPLACE FUNCTION oncedesk.suite_content(intent text, body text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = oncedesk, pg_temp AS $$
DECLARE
    content jsonb;
BEGIN
    IF suite_content.intent IS NULL OR suite_content.intent !~ '^[!-~]{1,100}$' THEN
        RAISE EXCEPTION 'The intent is 1 to 100 printable ASCII characters without blanks.' USING ERRCODE = '22023';
    END IF;
    IF suite_content.body IS NULL OR octet_length(suite_content.body) > 1048576 THEN
        RAISE EXCEPTION 'A contract suite is a JSON object of at most 1 MiB.' USING ERRCODE = '22023';
    END IF;
    BEGIN
        content := suite_content.body::jsonb;
    EXCEPTION WHEN OTHERS THEN
        RAISE EXCEPTION 'The contract suite is not valid JSON: %.', SQLERRM USING ERRCODE = '22023';
    END;
    IF NOT fits_written_out(content) THEN
        RAISE EXCEPTION 'The numbers in the contract suite take more than 64 MiB when they are written out: make them smaller.' USING ERRCODE = '22023';
    END IF;
    IF jsonb_typeof(content) <> 'object' OR content->>'intent' IS DISTINCT FROM suite_content.intent THEN
        RAISE EXCEPTION 'A contract suite is a JSON object whose "intent" is "%".', suite_content.intent USING ERRCODE = '22023';
    END IF;
    IF jsonb_typeof(content->'cases') IS DISTINCT FROM 'array' OR jsonb_array_length(content->'cases') NOT BETWEEN 1 AND 100
       OR EXISTS (SELECT FROM jsonb_array_elements(content->'cases') AS c (one)
                   WHERE jsonb_typeof(c.one) <> 'object' OR jsonb_typeof(c.one->'name') IS DISTINCT FROM 'string'
                      OR c.one->>'name' = '' OR jsonb_typeof(c.one->'params') IS DISTINCT FROM 'object')
       OR (SELECT count(*) <> count(DISTINCT c.one->>'name') FROM jsonb_array_elements(content->'cases') AS c (one)) THEN
        RAISE EXCEPTION 'A contract suite has 1 to 100 "cases", each with a "name" of its own and "params".' USING ERRCODE = '22023';
    END IF;
    IF EXISTS (SELECT FROM suite_demands(content) d
                WHERE d.repeat IS NULL OR d.repeat NOT BETWEEN 1 AND 20 OR d.must_pass IS NULL OR d.must_pass NOT BETWEEN 1 AND d.repeat) THEN
        RAISE EXCEPTION '"repeat" is a whole number from 1 to 20, and "must_pass" one from 1 to it.' USING ERRCODE = '22023';
    END IF;
    RETURN content;
END $$;
