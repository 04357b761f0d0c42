-- Trigger function of guards whose WHEN clause has already decided: says no, in the words of its argument.
CREATE OR REPLACE FUNCTION oncedesk.guard_refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% of %: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0]
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END $$;
