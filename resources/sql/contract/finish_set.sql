-- The compare-and-swap, for a set of attempts in one go. Private: finish_attempt, finish_attempts and
-- finish_attempt_bytes are its doors. Element i of results and raw: exactly one of them is not null.
-- Locks attempts in id order, then jobs in id order, so that two sets never deadlock.
CREATE OR REPLACE FUNCTION oncedesk.finish_set(attempt_ids bigint[], claim_tokens uuid[], results jsonb[], raw bytea[])
RETURNS TABLE (attempt_id bigint, outcome text, lost_because text, job_version bigint, winner bigint)
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp AS $$
#variable_conflict use_column
DECLARE
    size    CONSTANT integer := coalesce(cardinality(attempt_ids), 0);
    matched integer;
    bad     bigint;
    hedged  boolean;
BEGIN
    IF size = 0 THEN
        RETURN;
    END IF;
    SELECT count(*) INTO matched FROM (
        SELECT a.id FROM attempts a JOIN unnest(attempt_ids, claim_tokens) AS given(id, token)
                 ON a.id = given.id AND a.claim_token = given.token
         ORDER BY a.id FOR NO KEY UPDATE OF a) AS locked;
    IF matched <> size THEN
        SELECT given.id INTO bad FROM unnest(attempt_ids, claim_tokens) AS given(id, token)
          LEFT JOIN attempts a ON a.id = given.id AND a.claim_token = given.token
         WHERE a.id IS NULL LIMIT 1;
        RAISE EXCEPTION 'Attempt % was not claimed with this token: report only attempts that claim_attempts returned, with the token it returned.', bad
            USING ERRCODE = '22023';
    END IF;

    SELECT bool_or(locked.hedged) INTO hedged FROM (
        SELECT j.policy->>'mode' = 'hedged' AS hedged FROM jobs j
         WHERE j.id IN (SELECT a.job_id FROM attempts a WHERE a.id = ANY (attempt_ids))
         ORDER BY j.id FOR NO KEY UPDATE) AS locked;

    RETURN QUERY
    WITH given AS MATERIALIZED (
        SELECT * FROM unnest(attempt_ids, claim_tokens, results, raw) WITH ORDINALITY AS g(id, token, result, bytes, place)
    ), attempt AS MATERIALIZED (
        SELECT a.id, a.job_id, a.job_version, a.state, g.result, g.bytes, g.place,
               r.attempt_id IS NOT NULL AS decided, r.outcome = 'won' AS decided_won, r.lost_because AS decided_because,
               r.version_found AS decided_found, r.winner AS decided_winner
          FROM given g JOIN attempts a ON a.id = g.id LEFT JOIN races r ON r.attempt_id = a.id
    ), runner AS (
        -- Two lanes of one job in one set: the one reported first runs.
        SELECT DISTINCT ON (a.job_id) a.* FROM attempt a
         WHERE a.state IN ('started', 'unknown') ORDER BY a.job_id, a.place
    ), won AS (
        UPDATE jobs j
           SET completed_by = r.id, completed_at = clock_timestamp(), result = r.result, result_bytes = r.bytes,
               version = j.version + 1
          FROM runner r
         WHERE j.id = r.job_id AND j.version = r.job_version AND j.completed_by IS NULL AND j.closed_at IS NULL
        RETURNING j.id, r.id AS winner, j.version
    ), verdict AS MATERIALIZED (
        SELECT a.*, w.winner IS NOT NULL AND w.winner = a.id AS wins,
               CASE WHEN w.winner = a.id THEN j.version ELSE coalesce(w.version, j.version) END AS found,
               coalesce(w.version, j.version) AS version_now, coalesce(w.winner, j.completed_by) AS slot,
               CASE WHEN a.state = 'cancelled' THEN 'attempt_cancelled'
                    WHEN j.closed_at IS NOT NULL THEN 'job_closed'
                    WHEN coalesce(w.winner, j.completed_by) IS NOT NULL THEN 'slot_taken'
                    WHEN j.version <> a.job_version THEN 'version_moved'
                    ELSE 'attempt_failed' END AS because
          FROM attempt a JOIN jobs j ON j.id = a.job_id LEFT JOIN won w ON w.id = a.job_id
    ), logged AS (
        INSERT INTO races (attempt_id, job_id, outcome, lost_because, version_read, version_found, winner, result_sha256, result_size)
        SELECT v.id, v.job_id, CASE WHEN v.wins THEN 'won' ELSE 'lost' END, CASE WHEN NOT v.wins THEN v.because END,
               v.job_version, v.found, v.slot,
               CASE WHEN NOT v.wins THEN sha256(thrown.away) END, CASE WHEN NOT v.wins THEN octet_length(thrown.away) END
          FROM verdict v
          LEFT JOIN LATERAL (SELECT coalesce(v.bytes, convert_to(v.result::text, 'UTF8')) AS away) AS thrown ON NOT v.wins
         WHERE NOT v.decided
        ON CONFLICT (attempt_id) DO NOTHING -- named twice in this set
    )
    SELECT v.id, CASE WHEN v.wins OR v.decided_won THEN 'won' ELSE 'lost' END,
           CASE WHEN v.wins OR v.decided_won THEN NULL WHEN v.decided THEN v.decided_because ELSE v.because END,
           CASE WHEN NOT v.decided THEN v.version_now ELSE v.decided_found + v.decided_won::int END,
           CASE WHEN NOT v.decided THEN v.slot ELSE v.decided_winner END
      FROM verdict v ORDER BY v.place;

    UPDATE attempts a
       SET state = CASE WHEN j.completed_by = a.id THEN 'succeeded' ELSE 'superseded' END, ended_at = clock_timestamp()
      FROM jobs j
     WHERE a.id = ANY (attempt_ids) AND a.state IN ('started', 'unknown') AND j.id = a.job_id;
    IF hedged THEN
        -- The second lane that nobody started yet is not needed any more.
        UPDATE attempts a SET state = 'superseded', ended_at = clock_timestamp()
          FROM attempts f JOIN jobs j ON j.id = f.job_id
         WHERE f.id = ANY (attempt_ids) AND j.completed_by IS NOT NULL AND a.job_id = j.id AND a.state = 'pending';
    END IF;
END $$;
