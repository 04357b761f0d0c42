-- Which model answered at a provider, as it says itself. A certificate earned with another one is stale from then on. The answer
-- to an attempt that began before the last change is old news: it may have been given before. Returns whether this is the model
-- on record now.
CREATE OR REPLACE FUNCTION oncedesk.note_model(provider text, model text, attempt_id bigint DEFAULT NULL) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    was   providers;
    noted text := left(note_model.model, 200);
BEGIN
    IF coalesce(noted, '') = '' THEN
        RETURN false;
    END IF;
    SELECT p.* INTO was FROM providers p WHERE p.name = note_model.provider;
    IF was.name IS NULL THEN
        RAISE EXCEPTION 'There is no provider "%".', coalesce(left(note_model.provider, 100), '') USING ERRCODE = '22023';
    END IF;
    IF was.model = noted THEN
        RETURN true;
    END IF;
    SELECT p.* INTO was FROM providers p WHERE p.name = note_model.provider FOR NO KEY UPDATE;
    IF was.model = noted THEN
        RETURN true;
    END IF;
    IF attempt_id IS NOT NULL AND was.model IS NOT NULL
       AND NOT EXISTS (SELECT FROM attempts a
                        WHERE a.id = note_model.attempt_id AND a.provider = was.name AND a.started_at > was.model_since) THEN
        RETURN false;
    END IF;
    UPDATE providers p SET model = noted, model_since = clock_timestamp() WHERE p.name = was.name;
    IF was.model IS NOT NULL THEN
        INSERT INTO operator_actions (action, outcome, detail)
        VALUES ('note_model', 'done', jsonb_build_object('provider', was.name, 'model', noted, 'was', was.model));
    END IF;
    RETURN true;
END $$;
