-- Which model answered at a provider, as it says itself. A certificate earned with another one is stale from then on.
CREATE OR REPLACE FUNCTION oncedesk.note_model(provider text, model text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    was text;
BEGIN
    IF coalesce(note_model.model, '') = '' THEN
        RETURN false;
    END IF;
    SELECT p.model INTO was FROM providers p WHERE p.name = note_model.provider;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no provider "%".', coalesce(left(note_model.provider, 100), '') USING ERRCODE = '22023';
    END IF;
    IF was IS NOT DISTINCT FROM left(note_model.model, 200) THEN
        RETURN false;
    END IF;
    UPDATE providers p SET model = left(note_model.model, 200), model_since = clock_timestamp()
     WHERE p.name = note_model.provider AND p.model IS DISTINCT FROM left(note_model.model, 200);
    IF FOUND AND was IS NOT NULL THEN
        INSERT INTO operator_actions (action, outcome, detail)
        VALUES ('note_model', 'done', jsonb_build_object('provider', note_model.provider, 'model', left(note_model.model, 200), 'was', was));
    END IF;
    RETURN FOUND;
END $$;
