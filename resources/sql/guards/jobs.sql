-- What must never happen to a job. The conditions stand in WHEN clauses, so that the legal path calls nothing.

CREATE OR REPLACE TRIGGER guard_new_job BEFORE INSERT ON oncedesk.jobs FOR EACH ROW
    WHEN (NEW.version <> 1 OR NEW.completed_by IS NOT NULL OR NEW.closed_at IS NOT NULL)
    EXECUTE FUNCTION oncedesk.guard_refuse('a new job has version 1 and no result');

CREATE OR REPLACE TRIGGER guard_identity
    BEFORE UPDATE OF id, owner_id, idempotency_key, intent, provider, params, policy, created_at, created_by
    ON oncedesk.jobs FOR EACH ROW
    WHEN ((OLD.id, OLD.owner_id, OLD.idempotency_key, OLD.intent, OLD.provider, OLD.params, OLD.policy,
           OLD.created_at, OLD.created_by)
          IS DISTINCT FROM
          (NEW.id, NEW.owner_id, NEW.idempotency_key, NEW.intent, NEW.provider, NEW.params, NEW.policy,
           NEW.created_at, NEW.created_by))
    EXECUTE FUNCTION oncedesk.guard_refuse('the identity of a job never changes');

CREATE OR REPLACE TRIGGER guard_version BEFORE UPDATE ON oncedesk.jobs FOR EACH ROW
    WHEN (NEW.version NOT IN (OLD.version, OLD.version + 1)
          OR (NEW.version = OLD.version
              AND (NEW.completed_by IS DISTINCT FROM OLD.completed_by OR NEW.closed_at IS DISTINCT FROM OLD.closed_at)))
    EXECUTE FUNCTION oncedesk.guard_refuse('the version goes up by one, with each result and each closing');

CREATE OR REPLACE TRIGGER guard_result_slot
    BEFORE UPDATE OF completed_by, completed_at, result, result_bytes ON oncedesk.jobs FOR EACH ROW
    WHEN (OLD.completed_by IS NOT NULL
          AND (OLD.completed_by, OLD.completed_at, OLD.result, OLD.result_bytes)
              IS DISTINCT FROM (NEW.completed_by, NEW.completed_at, NEW.result, NEW.result_bytes))
    EXECUTE FUNCTION oncedesk.guard_refuse('the result slot is written once');

CREATE OR REPLACE TRIGGER guard_closed
    BEFORE UPDATE OF closed_at, closed_by, close_reason, completed_by ON oncedesk.jobs FOR EACH ROW
    WHEN (OLD.closed_at IS NOT NULL
          AND (OLD.closed_at, OLD.closed_by, OLD.close_reason, OLD.completed_by)
              IS DISTINCT FROM (NEW.closed_at, NEW.closed_by, NEW.close_reason, NEW.completed_by))
    EXECUTE FUNCTION oncedesk.guard_refuse('a closed job stays closed');

-- Only an attempt of this job, still started or unknown and at the version it read, takes the slot.
CREATE OR REPLACE FUNCTION oncedesk.guard_winner() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
BEGIN
    PERFORM FROM attempts
     WHERE id = NEW.completed_by AND job_id = NEW.id AND state IN ('started', 'unknown')
       AND job_version = OLD.version;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'attempt % cannot take the result slot of job %: only a started or unknown attempt of that job, at the version it read, can', NEW.completed_by, NEW.id
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_winner BEFORE UPDATE OF completed_by ON oncedesk.jobs FOR EACH ROW
    WHEN (OLD.completed_by IS NULL AND NEW.completed_by IS NOT NULL)
    EXECUTE FUNCTION oncedesk.guard_winner();

CREATE OR REPLACE FUNCTION oncedesk.guard_closing() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
BEGIN
    PERFORM FROM attempts WHERE job_id = NEW.id AND state IN ('pending', 'started', 'unknown');
    IF FOUND THEN
        RAISE EXCEPTION 'job % has a live attempt: end or cancel it before closing the job', NEW.id
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_closing BEFORE UPDATE OF closed_at ON oncedesk.jobs FOR EACH ROW
    WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL)
    EXECUTE FUNCTION oncedesk.guard_closing();

DO $$
DECLARE
    guard text;
BEGIN
    FOREACH guard IN ARRAY ARRAY['guard_new_job', 'guard_identity', 'guard_version', 'guard_result_slot',
                                 'guard_closed', 'guard_winner', 'guard_closing'] LOOP
        EXECUTE format('ALTER TABLE oncedesk.jobs ENABLE ALWAYS TRIGGER %I', guard);
    END LOOP;
END $$;
