-- What must never happen to a job, in one function: a WHEN clause or a CHECK would be parsed anew by each statement.
CREATE OR REPLACE FUNCTION oncedesk.guard_job() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
DECLARE
    broken text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        broken := CASE
            WHEN octet_length(NEW.idempotency_key) > 255 OR NEW.idempotency_key !~ '^[ -~]*[!-~][ -~]*$'
                THEN 'jobs_key_is_printable_ascii: the key is 1 to 255 printable ASCII characters, not all blank'
            WHEN octet_length(NEW.owner_id) NOT BETWEEN 1 AND 255 OR jsonb_typeof(NEW.params) <> 'object'
                 OR jsonb_typeof(NEW.policy) <> 'object'
                THEN 'jobs_identity_is_bounded: the owner has 1 to 255 bytes, params and policy are objects'
            WHEN NEW.version <> 1 OR NEW.completed_by IS NOT NULL OR NEW.completed_at IS NOT NULL
                 OR NEW.result IS NOT NULL OR NEW.result_bytes IS NOT NULL OR NEW.closed_at IS NOT NULL
                 OR NEW.closed_by IS NOT NULL OR NEW.close_reason IS NOT NULL
                THEN 'guard_new_job: a new job has version 1, no result, and is not closed'
        END;
    ELSE
        broken := CASE
            WHEN (OLD.id, OLD.owner_id, OLD.idempotency_key, OLD.intent, OLD.provider, OLD.created_at, OLD.created_by)
                 IS DISTINCT FROM
                 (NEW.id, NEW.owner_id, NEW.idempotency_key, NEW.intent, NEW.provider, NEW.created_at, NEW.created_by)
                 OR OLD.params <> NEW.params OR OLD.policy <> NEW.policy
                THEN 'guard_identity: the identity of a job never changes'
            WHEN NEW.version NOT IN (OLD.version, OLD.version + 1)
                 OR (NEW.version = OLD.version AND (NEW.completed_by IS DISTINCT FROM OLD.completed_by
                                                    OR NEW.closed_at IS DISTINCT FROM OLD.closed_at))
                THEN 'guard_version: the version goes up by one at a time, and does with each result and each closing'
            WHEN OLD.completed_by IS NOT NULL
                 AND (OLD.completed_by, OLD.completed_at, OLD.result, OLD.result_bytes)
                     IS DISTINCT FROM (NEW.completed_by, NEW.completed_at, NEW.result, NEW.result_bytes)
                THEN 'guard_result_slot: the result slot is written once'
            WHEN CASE WHEN NEW.completed_by IS NULL
                      THEN NEW.completed_at IS NOT NULL OR NEW.result IS NOT NULL OR NEW.result_bytes IS NOT NULL
                      ELSE NEW.completed_at IS NULL OR (NEW.result IS NULL) = (NEW.result_bytes IS NULL)
                           OR NEW.closed_at IS NOT NULL END
                THEN 'guard_result_slot: the result slot is whole or empty, and empty in a closed job'
            WHEN OLD.closed_at IS NOT NULL
                 AND (OLD.closed_at, OLD.closed_by, OLD.close_reason)
                     IS DISTINCT FROM (NEW.closed_at, NEW.closed_by, NEW.close_reason)
                 OR (NEW.closed_at IS NULL) <> (NEW.closed_by IS NULL)
                 OR (NEW.closed_at IS NULL) <> (NEW.close_reason IS NULL)
                THEN 'guard_closed: a closed job stays closed, and says who closed it and why'
        END;
        -- (No subquery above: without one, the expression is evaluated without the executor.)
        IF broken IS NULL AND OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL THEN
            PERFORM FROM attempts a WHERE a.job_id = NEW.id AND a.state IN ('pending', 'started', 'unknown');
            IF FOUND THEN
                broken := 'guard_closing: a job with a live attempt is not closed';
            END IF;
        END IF;
    END IF;
    IF broken IS NOT NULL THEN
        PERFORM guard_say(TG_OP, TG_TABLE_NAME, NEW.id, broken);
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_job BEFORE INSERT OR UPDATE ON oncedesk.jobs
    FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_job();
ALTER TABLE oncedesk.jobs ENABLE ALWAYS TRIGGER guard_job;

-- Slot, attempt and race log move together, or none does: for all jobs of a statement at once. (Its words: see
-- finish_set.)
CREATE OR REPLACE FUNCTION oncedesk.guard_winner() RETURNS trigger
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    moved integer;
    wrong bigint;
BEGIN
    WITH won AS (
        UPDATE attempts a SET state = 'succeeded', ended_at = j.completed_at FROM changed j
         WHERE a.id = ANY (ARRAY[j.completed_by]) AND a.claim_token IS NOT NULL AND a.ended_at IS NULL
           AND (a.job_id, a.job_version) IS NOT DISTINCT FROM (j.id, j.version - 1)
        RETURNING a.id, a.job_id, a.job_version, a.ended_at
    )
    INSERT INTO races (attempt_id, job_id, at, outcome, version_read, version_found, winner)
    SELECT w.id, w.job_id, w.ended_at, 'won', w.job_version, w.job_version, w.id FROM won w
    ON CONFLICT (attempt_id) DO NOTHING;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved < (SELECT count(j.completed_by) FROM changed j) THEN
        -- Each of the others must have had its winner before.
        SELECT j.id INTO wrong FROM changed j
         WHERE j.completed_by IS NOT NULL
           AND NOT EXISTS (SELECT FROM attempts a WHERE a.id = ANY (ARRAY[j.completed_by]) AND a.state = 'succeeded'
                              AND (a.job_id, a.job_version) IS NOT DISTINCT FROM (j.id, j.version - 1)) LIMIT 1;
        IF FOUND THEN
            PERFORM guard_say(TG_OP, TG_TABLE_NAME, wrong, 'guard_winner: only a started or unknown attempt of the job, at the version it read, takes the result slot');
        END IF;
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER guard_winner AFTER UPDATE ON oncedesk.jobs REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION oncedesk.guard_winner();
ALTER TABLE oncedesk.jobs ENABLE ALWAYS TRIGGER guard_winner;
