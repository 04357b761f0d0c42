-- Keeps a contract suite as the next version of its intent's; the same text again is the same version.
CREATE OR REPLACE FUNCTION oncedesk.save_suite(intent text, body text)
RETURNS TABLE (outcome text, version integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    content jsonb;
    latest  suites;
BEGIN
    content := suite_content(save_suite.intent, save_suite.body);
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
