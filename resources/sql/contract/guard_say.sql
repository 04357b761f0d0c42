-- Refuses a write: broken is "name of the rule: what it says". The name goes out as the constraint's.
CREATE OR REPLACE FUNCTION oncedesk.guard_say(operation text, relation text, id bigint, broken text) RETURNS void
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% of % %: %', operation, relation, id, substr(broken, strpos(broken, ': ') + 2)
        USING ERRCODE = 'restrict_violation', TABLE = relation, CONSTRAINT = split_part(broken, ':', 1);
END $$;
