-- Keeps a contract suite as the next version of its intent's; the same text again is the same version. What a suite must be
-- is checked in full by the programs that read it (core/certify); here is what the verdict over a run rests on.
CREATE OR REPLACE FUNCTION oncedesk.save_suite(intent text, body text)
RETURNS TABLE (outcome text, version integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    content jsonb;
    latest  suites;
BEGIN
    IF save_suite.intent IS NULL OR save_suite.intent !~ '^[!-~]{1,100}$' THEN
        RAISE EXCEPTION 'The intent is 1 to 100 printable ASCII characters without blanks.' USING ERRCODE = '22023';
    END IF;
    IF body IS NULL OR octet_length(body) > 1048576 THEN
        RAISE EXCEPTION 'A contract suite is a JSON object of at most 1 MiB.' USING ERRCODE = '22023';
    END IF;
    BEGIN
        content := body::jsonb;
    EXCEPTION WHEN OTHERS THEN
        RAISE EXCEPTION 'The contract suite is not valid JSON: %.', SQLERRM USING ERRCODE = '22023';
    END;
    IF jsonb_typeof(content) <> 'object' OR content->>'intent' IS DISTINCT FROM save_suite.intent THEN
        RAISE EXCEPTION 'A contract suite is a JSON object whose "intent" is "%".', save_suite.intent USING ERRCODE = '22023';
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

    PERFORM pg_advisory_xact_lock(hashtextextended('oncedesk.suite ' || save_suite.intent, 0));
    SELECT s.* INTO latest FROM suites s WHERE s.intent = save_suite.intent ORDER BY s.version DESC LIMIT 1;
    IF latest.body::text = body THEN
        RETURN QUERY SELECT 'unchanged'::text, latest.version;
        RETURN;
    END IF;
    INSERT INTO suites (intent, version, body, calls)
    SELECT save_suite.intent, coalesce(latest.version, 0) + 1, body::json, sum(d.repeat) FROM suite_demands(content) d;
    INSERT INTO operator_actions (action, outcome, detail)
    VALUES ('save_suite', 'done', jsonb_build_object('intent', save_suite.intent, 'suite_version', coalesce(latest.version, 0) + 1));
    RETURN QUERY SELECT 'saved'::text, coalesce(latest.version, 0) + 1;
END $$;
