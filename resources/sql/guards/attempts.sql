-- What must never happen to an attempt, and the history every move leaves.

-- The moves of CONTRACT.md; isLegalMove() in core/contract/attemptstate.cpp is held to them by a test.
CREATE OR REPLACE TRIGGER guard_legal_moves BEFORE UPDATE OF state ON oncedesk.attempts FOR EACH ROW
    WHEN (OLD.state <> NEW.state AND NOT CASE OLD.state
              WHEN 'pending' THEN NEW.state IN ('started', 'cancelled', 'superseded')
              WHEN 'started' THEN NEW.state IN ('unknown', 'succeeded', 'failed', 'superseded', 'cancelled')
              WHEN 'unknown' THEN NEW.state IN ('succeeded', 'failed', 'superseded', 'cancelled')
              ELSE false END)
    EXECUTE FUNCTION oncedesk.guard_refuse('not a legal move of an attempt');

CREATE OR REPLACE TRIGGER guard_terminal BEFORE UPDATE ON oncedesk.attempts FOR EACH ROW
    WHEN (OLD.ended_at IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION oncedesk.guard_refuse('an ended attempt never changes');

CREATE OR REPLACE TRIGGER guard_identity
    BEFORE UPDATE OF id, job_id, ordinal, lane, provider, opened_at, opened_by, opened_because, follows
    ON oncedesk.attempts FOR EACH ROW
    WHEN ((OLD.id, OLD.job_id, OLD.ordinal, OLD.lane, OLD.provider, OLD.opened_at, OLD.opened_by, OLD.opened_because, OLD.follows)
          IS DISTINCT FROM
          (NEW.id, NEW.job_id, NEW.ordinal, NEW.lane, NEW.provider, NEW.opened_at, NEW.opened_by, NEW.opened_because, NEW.follows))
    EXECUTE FUNCTION oncedesk.guard_refuse('the identity of an attempt never changes');

CREATE OR REPLACE TRIGGER guard_claim_once
    BEFORE UPDATE OF job_version, claim_token, worker, started_at ON oncedesk.attempts FOR EACH ROW
    WHEN (OLD.claim_token IS NOT NULL
          AND (OLD.job_version, OLD.claim_token, OLD.worker, OLD.started_at)
              IS DISTINCT FROM (NEW.job_version, NEW.claim_token, NEW.worker, NEW.started_at))
    EXECUTE FUNCTION oncedesk.guard_refuse('an attempt is claimed once');

-- An attempt succeeds only by holding the result slot.
CREATE OR REPLACE FUNCTION oncedesk.guard_success() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
BEGIN
    PERFORM FROM jobs WHERE id = NEW.job_id AND completed_by = NEW.id;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'attempt % does not hold the result slot of job %: use finish_attempt', NEW.id, NEW.job_id
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_success BEFORE UPDATE OF state ON oncedesk.attempts FOR EACH ROW
    WHEN (NEW.state = 'succeeded' AND OLD.state <> 'succeeded')
    EXECUTE FUNCTION oncedesk.guard_success();

-- Promise 4 across lanes, and no work for a job that has ended. Locks the job, so that two people, or a person
-- and the engine, are decided one after the other.
CREATE OR REPLACE FUNCTION oncedesk.guard_new_attempt() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
DECLARE
    job  record;
    last integer;
BEGIN
    IF NEW.opened_because <> 'submit' THEN
        -- Changed, not only locked: a REPEATABLE READ transaction that closes the job, or opens an attempt too, and
        -- cannot see this one is turned away (40001).
        UPDATE jobs SET version = version WHERE id = NEW.job_id;
    END IF;
    SELECT completed_by, closed_at, coalesce(policy->>'mode', 'exclusive') AS mode INTO job
      FROM jobs WHERE id = NEW.job_id FOR NO KEY UPDATE;
    IF job.completed_by IS NOT NULL OR job.closed_at IS NOT NULL THEN
        RAISE EXCEPTION 'job % has ended: no attempt can be opened', NEW.job_id
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    SELECT max(ordinal) INTO last FROM attempts WHERE job_id = NEW.job_id;
    IF NEW.ordinal <> coalesce(last, 0) + 1 THEN
        RAISE EXCEPTION 'the next attempt of job % is number %', NEW.job_id, coalesce(last, 0) + 1
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    IF NEW.lane = 1 THEN
        PERFORM FROM attempts
         WHERE job_id = NEW.job_id AND lane = 0 AND state = 'started' AND job.mode = 'hedged';
        IF NOT FOUND THEN
            RAISE EXCEPTION 'job % takes no second lane: it is not hedged, or its first attempt is not started', NEW.job_id
                USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
        END IF;
    ELSE
        PERFORM FROM attempts
         WHERE job_id = NEW.job_id AND lane = 1 AND state IN ('pending', 'started', 'unknown');
        IF FOUND THEN
            RAISE EXCEPTION 'job % has a live attempt in its second lane', NEW.job_id
                USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_new_attempt BEFORE INSERT ON oncedesk.attempts FOR EACH ROW
    EXECUTE FUNCTION oncedesk.guard_new_attempt();
CREATE OR REPLACE TRIGGER guard_starts_pending BEFORE INSERT ON oncedesk.attempts FOR EACH ROW
    WHEN (NEW.state <> 'pending')
    EXECUTE FUNCTION oncedesk.guard_refuse('a new attempt is pending');

-- History by trigger: no move goes unrecorded, whoever makes it. Times are the attempt's own.
CREATE OR REPLACE FUNCTION oncedesk.record_opened() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
BEGIN
    INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
    SELECT job_id, id, opened_at, 'pending',
           CASE WHEN opened_because <> 'submit' THEN jsonb_strip_nulls(jsonb_build_object(
               'because', opened_because, 'reason', open_reason, 'follows', follows, 'not_before', not_before)) END
      FROM opened;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER record_opened AFTER INSERT ON oncedesk.attempts
    REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION oncedesk.record_opened();

CREATE OR REPLACE FUNCTION oncedesk.record_moves() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
BEGIN
    INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
    SELECT a.job_id, a.id, coalesce(a.ended_at, a.unknown_at, a.started_at), a.state,
           CASE a.state WHEN 'unknown' THEN jsonb_build_object('why', a.unknown_why)
                        WHEN 'failed' THEN jsonb_strip_nulls(jsonb_build_object(
                            'error_code', a.error_code, 'error_message', a.error_message, 'retryable', a.retryable))
           END
      FROM after AS a JOIN before AS b ON b.id = a.id
     WHERE a.state <> b.state
    UNION ALL
    SELECT a.job_id, a.id, a.cancel_requested_at, 'cancel_requested', jsonb_build_object('reason', a.cancel_reason)
      FROM after AS a JOIN before AS b ON b.id = a.id
     WHERE a.cancel_requested_at IS NOT NULL AND b.cancel_requested_at IS NULL AND a.state = b.state;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER record_moves AFTER UPDATE ON oncedesk.attempts
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
    EXECUTE FUNCTION oncedesk.record_moves();

DO $$
DECLARE
    guard text;
BEGIN
    FOREACH guard IN ARRAY ARRAY['guard_legal_moves', 'guard_terminal', 'guard_identity', 'guard_claim_once',
                                 'guard_success', 'guard_new_attempt', 'guard_starts_pending',
                                 'record_opened', 'record_moves'] LOOP
        EXECUTE format('ALTER TABLE oncedesk.attempts ENABLE ALWAYS TRIGGER %I', guard);
    END LOOP;
END $$;
