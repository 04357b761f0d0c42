-- The compare-and-swap, attempt by attempt. Private: finish_attempt, finish_attempts and finish_attempt_bytes are its
-- doors. Element i of results or of raw belongs to element i of attempt_ids; the other array is null.
-- Locks attempts in id order, then jobs in id order, so that two sets never deadlock.
CREATE OR REPLACE FUNCTION oncedesk.finish_set(attempt_ids bigint[], claim_tokens uuid[], results jsonb[], raw bytea[])
RETURNS TABLE (place integer, attempt_id bigint, outcome text, lost_because text, job_version bigint, winner bigint)
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    locked  attempts[];
    attempt attempts;
    job     record;
    race    races;
    thrown  bytea;
    matched integer := 0;
BEGIN
    locked := ARRAY(SELECT a FROM attempts a WHERE a.id = ANY (attempt_ids) ORDER BY a.id FOR NO KEY UPDATE);
    IF cardinality(attempt_ids) > 1 THEN
        -- Two lanes of one job in one set: the one reported first runs first.
        locked := ARRAY(SELECT l FROM unnest(locked) AS l ORDER BY l.job_id, array_position(attempt_ids, l.id));
    END IF;
    FOREACH attempt IN ARRAY locked LOOP
        place := array_position(attempt_ids, attempt.id);
        IF (attempt.claim_token = claim_tokens[place]) IS NOT TRUE THEN
            EXIT; -- refused below
        END IF;
        race := NULL;

        IF attempt.state IN ('started', 'unknown') THEN
            -- The trigger guard_job moves the attempt to succeeded with it.
            UPDATE jobs j
               SET completed_by = attempt.id, completed_at = clock_timestamp(), version = j.version + 1,
                   result = results[place], result_bytes = raw[place]
             WHERE j.id = attempt.job_id AND j.version = attempt.job_version AND j.completed_by IS NULL
               AND j.closed_at IS NULL
            RETURNING j.policy->>'mode' = 'hedged' AS hedged INTO job;
            IF FOUND THEN
                INSERT INTO races AS r (attempt_id, job_id, outcome, version_read, version_found, winner)
                VALUES (attempt.id, attempt.job_id, 'won', attempt.job_version, attempt.job_version, attempt.id)
                RETURNING r.* INTO race;
                IF job.hedged THEN
                    -- The second lane that nobody started yet is not needed any more. One that is being claimed at
                    -- this moment is left alone: to wait for it while holding the job could end in a deadlock.
                    UPDATE attempts a SET state = 'superseded', ended_at = clock_timestamp()
                     WHERE a.id = ANY (ARRAY(SELECT p.id FROM attempts p
                                              WHERE p.job_id = attempt.job_id AND p.state = 'pending'
                                                FOR NO KEY UPDATE SKIP LOCKED));
                END IF;
            ELSE
                UPDATE attempts a SET state = 'superseded', ended_at = clock_timestamp() WHERE a.id = attempt.id;
            END IF;
        ELSE
            SELECT r.* INTO race FROM races r WHERE r.attempt_id = attempt.id; -- said again
        END IF;

        IF race.attempt_id IS NULL THEN
            SELECT j.version, j.completed_by, j.closed_at INTO job FROM jobs j WHERE j.id = attempt.job_id;
            thrown := coalesce(raw[place], convert_to(results[place]::text, 'UTF8'));
            INSERT INTO races AS r (attempt_id, job_id, outcome, lost_because, version_read, version_found, winner,
                                    result_sha256, result_size)
            VALUES (attempt.id, attempt.job_id, 'lost',
                    CASE WHEN attempt.state = 'cancelled' THEN 'attempt_cancelled'
                         WHEN job.closed_at IS NOT NULL THEN 'job_closed'
                         WHEN job.completed_by IS NOT NULL THEN 'slot_taken'
                         WHEN job.version <> attempt.job_version THEN 'version_moved'
                         ELSE 'attempt_failed' END,
                    attempt.job_version, job.version, job.completed_by, sha256(thrown), octet_length(thrown))
            ON CONFLICT (attempt_id) DO NOTHING -- only to turn away, with 40001, who could not see that row
            RETURNING r.* INTO race;
        END IF;

        attempt_id := attempt.id;
        outcome := race.outcome;
        lost_because := race.lost_because;
        job_version := race.version_found + (race.outcome = 'won')::integer;
        winner := race.winner;
        FOREACH place IN ARRAY array_positions(attempt_ids, attempt.id) LOOP
            EXIT WHEN claim_tokens[place] IS DISTINCT FROM attempt.claim_token; -- refused below
            matched := matched + 1;
            RETURN NEXT;
        END LOOP;
    END LOOP;

    IF matched <> cardinality(attempt_ids) THEN
        SELECT given.id INTO attempt_id FROM unnest(attempt_ids, claim_tokens) AS given(id, token)
         WHERE NOT EXISTS (SELECT FROM unnest(locked) AS l WHERE l.id = given.id AND l.claim_token = given.token) LIMIT 1;
        RAISE EXCEPTION 'Attempt % was not claimed with this token: report only attempts that claim_attempts returned, with the token it returned.', attempt_id
            USING ERRCODE = '22023';
    END IF;
END $$;
