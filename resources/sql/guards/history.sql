-- History is append-only (promise 12): no UPDATE, DELETE or TRUNCATE, whoever asks.
DO $$
DECLARE
    history text;
BEGIN
    FOREACH history IN ARRAY ARRAY['attempt_events', 'submissions', 'races', 'operator_actions', 'provider_answers', 'suites', 'certification_cases'] LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER guard_append_only BEFORE UPDATE OR DELETE ON oncedesk.%I
            FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_refuse(%L)', history, 'history is append-only');
        EXECUTE format('CREATE OR REPLACE TRIGGER guard_no_truncate BEFORE TRUNCATE ON oncedesk.%I
            FOR EACH STATEMENT EXECUTE FUNCTION oncedesk.guard_refuse(%L)', history, 'history is append-only');
        EXECUTE format('ALTER TABLE oncedesk.%I ENABLE ALWAYS TRIGGER guard_append_only', history);
        EXECUTE format('ALTER TABLE oncedesk.%I ENABLE ALWAYS TRIGGER guard_no_truncate', history);
    END LOOP;
    FOREACH history IN ARRAY ARRAY['jobs', 'attempts', 'providers', 'certificates', 'requests', 'certification_runs'] LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER guard_no_delete BEFORE DELETE ON oncedesk.%I
            FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_refuse(%L)', history, 'its rows are kept for ever');
        EXECUTE format('CREATE OR REPLACE TRIGGER guard_no_truncate BEFORE TRUNCATE ON oncedesk.%I
            FOR EACH STATEMENT EXECUTE FUNCTION oncedesk.guard_refuse(%L)', history, 'its rows are kept for ever');
        EXECUTE format('ALTER TABLE oncedesk.%I ENABLE ALWAYS TRIGGER guard_no_delete', history);
        EXECUTE format('ALTER TABLE oncedesk.%I ENABLE ALWAYS TRIGGER guard_no_truncate', history);
    END LOOP;
END $$;
