-- What must never happen to an attempt, and the history of its moves, in one function: a WHEN clause or a CHECK would be parsed anew by each
-- statement. The moves are those of CONTRACT.md; isLegalMove() in core/contract/attemptstate.cpp is held to them by
-- a test that tries every pair.
CREATE OR REPLACE FUNCTION oncedesk.guard_attempt() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
DECLARE
    broken text;
BEGIN
    broken := CASE
        WHEN OLD.state <> NEW.state AND NOT CASE OLD.state
                WHEN 'pending' THEN NEW.state IN ('started', 'cancelled', 'superseded')
                WHEN 'started' THEN NEW.state IN ('unknown', 'succeeded', 'failed', 'superseded', 'cancelled')
                WHEN 'unknown' THEN NEW.state IN ('succeeded', 'failed', 'superseded', 'cancelled')
                ELSE false END
            THEN 'guard_legal_moves: not a legal move of an attempt'
        WHEN OLD.ended_at IS NOT NULL AND OLD IS DISTINCT FROM NEW
            THEN 'guard_terminal: an ended attempt never changes'
        WHEN (OLD.id, OLD.job_id, OLD.ordinal, OLD.lane, OLD.provider, OLD.opened_at, OLD.opened_by,
              OLD.opened_because, OLD.open_reason, OLD.follows)
             IS DISTINCT FROM
             (NEW.id, NEW.job_id, NEW.ordinal, NEW.lane, NEW.provider, NEW.opened_at, NEW.opened_by,
              NEW.opened_because, NEW.open_reason, NEW.follows)
            THEN 'guard_identity: the identity of an attempt never changes'
        WHEN OLD.claim_token IS NOT NULL
             AND (OLD.job_version, OLD.claim_token, OLD.worker, OLD.claimed_by, OLD.started_at)
                 IS DISTINCT FROM (NEW.job_version, NEW.claim_token, NEW.worker, NEW.claimed_by, NEW.started_at)
            THEN 'guard_claim_once: an attempt is claimed once'
        WHEN OLD.unknown_at IS NOT NULL
             AND (OLD.unknown_at, OLD.unknown_why) IS DISTINCT FROM (NEW.unknown_at, NEW.unknown_why)
            THEN 'guard_unknown_once: why an attempt became unknown never changes'
        WHEN CASE WHEN NEW.claim_token IS NULL
                  THEN NEW.state NOT IN ('pending', 'cancelled', 'superseded') OR NEW.started_at IS NOT NULL
                  ELSE NEW.state = 'pending' OR NEW.worker IS NULL OR NEW.job_version IS NULL
                       OR NEW.started_at IS NULL OR NEW.deadline_at IS NULL END
             OR (NEW.ended_at IS NULL) <> (NEW.state IN ('pending', 'started', 'unknown'))
             OR (NEW.state = 'unknown' AND (NEW.unknown_at IS NULL OR NEW.unknown_why IS NULL))
            THEN 'guard_whole: claim, end and unknown are each recorded whole'
    END;
    -- guard_winner makes it so, for whoever takes the slot.
    IF broken IS NULL AND NEW.state = 'succeeded' AND OLD.state <> 'succeeded' THEN
        PERFORM FROM jobs j WHERE j.id = NEW.job_id AND j.completed_by = NEW.id;
        IF NOT FOUND THEN
            broken := 'guard_success: an attempt succeeds by taking the result slot: use finish_attempt';
        END IF;
    END IF;
    IF broken IS NOT NULL THEN
        PERFORM guard_say(TG_OP, TG_TABLE_NAME, OLD.id, broken);
    END IF;

    -- History: no move goes unrecorded, whoever makes it. Opening, start and success need no row of their own, since
    -- their columns (and the races row) are written once and kept; event_view puts all of them together.
    IF NEW.state <> OLD.state AND NEW.state NOT IN ('started', 'succeeded') THEN
        INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
        VALUES (NEW.job_id, NEW.id, coalesce(NEW.ended_at, NEW.unknown_at), NEW.state,
                CASE NEW.state WHEN 'unknown' THEN jsonb_build_object('why', NEW.unknown_why)
                               WHEN 'cancelled' THEN jsonb_strip_nulls(jsonb_build_object(
                                   'reason', NEW.cancel_reason, 'evidence', NEW.cancel_evidence))
                               WHEN 'failed' THEN jsonb_strip_nulls(jsonb_build_object(
                                   'error_code', NEW.error_code, 'error_message', NEW.error_message,
                                   'retryable', NEW.retryable)) END);
    ELSIF NEW.state = OLD.state AND NEW.cancel_requested_at IS NOT NULL AND OLD.cancel_requested_at IS NULL THEN
        INSERT INTO attempt_events (job_id, attempt_id, at, event, detail)
        VALUES (NEW.job_id, NEW.id, NEW.cancel_requested_at, 'cancel_requested',
                jsonb_build_object('reason', NEW.cancel_reason, 'evidence', NEW.cancel_evidence));
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_attempt BEFORE UPDATE ON oncedesk.attempts
    FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_attempt();

-- Promise 4 across lanes, and no work for a job that has ended. Locks the job, so that two people, or a person
-- and the engine, are decided one after the other.
CREATE OR REPLACE FUNCTION oncedesk.guard_new_attempt() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
DECLARE
    job    record;
    last   integer;
    broken text;
BEGIN
    IF NEW.state <> 'pending' OR NEW.claim_token IS NOT NULL OR NEW.started_at IS NOT NULL
       OR NEW.unknown_at IS NOT NULL OR NEW.ended_at IS NOT NULL OR NEW.cancel_requested_at IS NOT NULL
       OR NEW.lane NOT IN (0, 1)
       OR NEW.opened_because NOT IN ('submit', 'person', 'retry', 'failover', 'hedge') THEN
        PERFORM guard_say(TG_OP, TG_TABLE_NAME, NEW.id, 'guard_starts_pending: a new attempt is pending, unclaimed, in lane 0 or 1');
    END IF;
    IF NEW.not_before - NEW.opened_at < interval '1 ms' THEN
        NEW.not_before := NEW.opened_at; -- due at once: one time, not two readings of the clock
    END IF;
    IF NEW.ordinal = 1 AND NEW.lane = 0 AND NEW.opened_because = 'submit' THEN
        -- Of a job of this very transaction, which nobody else can see yet.
        PERFORM FROM jobs j WHERE j.id = NEW.job_id AND j.xmin = pg_current_xact_id()::xid
                              AND num_nonnulls(j.completed_by, j.closed_at) = 0;
        IF FOUND THEN
            RETURN NEW;
        END IF;
    END IF;
    -- Changed, not only locked: a REPEATABLE READ transaction that closes the job, or opens an attempt too, and cannot
    -- see this one is turned away (40001).
    UPDATE jobs j SET version = j.version WHERE j.id = NEW.job_id
    RETURNING j.completed_by, j.closed_at, coalesce(j.policy->>'mode', 'exclusive') AS mode INTO job;
    IF NOT FOUND THEN
        PERFORM guard_say(TG_OP, TG_TABLE_NAME, NEW.id, 'guard_new_attempt: there is no such job');
    END IF;
    SELECT coalesce(max(a.ordinal), 0) INTO last FROM attempts a WHERE a.job_id = NEW.job_id;
    broken := CASE
        WHEN job.completed_by IS NOT NULL OR job.closed_at IS NOT NULL
            THEN 'guard_new_attempt: the job has ended, no attempt can be opened'
        WHEN NEW.ordinal <> last + 1
            THEN 'guard_new_attempt: attempts are numbered one after the other'
        WHEN NEW.lane = 1 AND NOT (job.mode = 'hedged' AND EXISTS (
                SELECT FROM attempts a WHERE a.job_id = NEW.job_id AND a.lane = 0 AND a.state = 'started'))
            THEN 'guard_new_attempt: no second lane, the job is not hedged or its first attempt is not started'
        WHEN NEW.lane = 0 AND EXISTS (
                SELECT FROM attempts a
                 WHERE a.job_id = NEW.job_id AND a.lane = 1 AND a.state IN ('pending', 'started', 'unknown'))
            THEN 'guard_new_attempt: the job has a live attempt in its second lane'
    END;
    IF broken IS NOT NULL THEN
        PERFORM guard_say(TG_OP, TG_TABLE_NAME, NEW.id, broken);
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_new_attempt BEFORE INSERT ON oncedesk.attempts
    FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_new_attempt();

ALTER TABLE oncedesk.attempts ENABLE ALWAYS TRIGGER guard_attempt;
ALTER TABLE oncedesk.attempts ENABLE ALWAYS TRIGGER guard_new_attempt;
