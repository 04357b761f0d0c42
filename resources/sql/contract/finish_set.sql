-- The compare-and-swap, for all of a set in one statement. Private: finish_attempt, finish_attempts and
-- finish_attempt_bytes are its doors. Element i of results or of raw belongs to element i of attempt_ids; the other
-- array is null. Whatever their lower bounds.
-- Locks attempts in id order, then jobs in id order, as every function does, so that no two ever deadlock. No attempt
-- is locked while a job is held, not even with SKIP LOCKED: that waits after all for a row that changes twice meanwhile.
-- "= ANY (ARRAY[x])" is "= x", and num_nonnulls() is "IS NULL", in words that leave the planner only one way: to look up
-- each row by its id. In the usual words it may scan a whole table, or a partial index, when the statistics say that
-- it is empty, and go on so in a session until somebody analyzes the table.
CREATE OR REPLACE FUNCTION oncedesk.finish_set(attempt_ids bigint[], claim_tokens uuid[], results jsonb[], raw bytea[])
RETURNS TABLE (place bigint, attempt_id bigint, outcome text, lost_because text, job_version bigint, winner bigint)
LANGUAGE plpgsql SET search_path = oncedesk, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    locked   attempts[];
    known    integer; -- of them, with the token that was given
    open     integer; -- of them, started or unknown
    spare    bigint[]; -- second lanes that nobody has started
    ids      bigint[];
    jobs     bigint[]; -- these four belong together
    versions bigint[];
    places   integer[];
    won      bigint[];
    winners  bigint[] := '{}';
    decided  bigint[] := '{}';
BEGIN
    attempt_ids := attempt_ids[:]; -- from 1
    claim_tokens := claim_tokens[:];
    results := results[:];
    raw := raw[:];
    IF pg_column_size(results) >= 4096 THEN
        SELECT given.id INTO attempt_id FROM unnest(attempt_ids, results) AS given(id, result)
         WHERE NOT fits_written_out(given.result) LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'The numbers in the result of attempt % take more than 64 MiB when they are written out: report it as bytes, with finish_attempt_bytes.', attempt_id
                USING ERRCODE = '22023';
        END IF;
    END IF;
    locked := ARRAY(SELECT a FROM attempts a WHERE a.id = ANY (attempt_ids) ORDER BY a.id FOR NO KEY UPDATE);
    SELECT count(*) FILTER (WHERE l.claim_token = claim_tokens[array_position(attempt_ids, l.id)]),
           count(*) FILTER (WHERE l.state IN ('started', 'unknown'))
      INTO known, open FROM unnest(locked) AS l;
    IF known <> cardinality(locked)
       OR known <> (SELECT count(*) FROM (SELECT DISTINCT * FROM unnest(attempt_ids, claim_tokens)) AS given) THEN
        SELECT given.id INTO attempt_id FROM unnest(attempt_ids, claim_tokens) AS given(id, token)
         WHERE NOT EXISTS (SELECT FROM unnest(locked) AS l WHERE l.id = given.id AND l.claim_token = given.token) LIMIT 1;
        RAISE EXCEPTION 'Attempt % was not claimed with this token: report only attempts that claim_attempts returned, with the token it returned.', attempt_id
            USING ERRCODE = '22023';
    END IF;

    -- Not needed once the job has its result. One that is being claimed at this moment is left to its claim, or to the
    -- next sweep; none can be opened meanwhile, since that locks the first lane.
    spare := ARRAY(SELECT p.id FROM attempts p
                    WHERE p.job_id = ANY (ARRAY(SELECT l.job_id FROM unnest(locked) AS l WHERE l.lane = 0))
                      AND p.lane = 1 AND num_nonnulls(p.claim_token, p.ended_at) = 0
                      FOR NO KEY UPDATE SKIP LOCKED);

    -- A turn for each lane: two attempts of one job go for its slot one after the other, the one reported first first.
    WHILE open > cardinality(decided) LOOP
        SELECT array_agg(this.id), array_agg(this.job_id), array_agg(this.job_version), array_agg(this.place)
          INTO ids, jobs, versions, places
          FROM (SELECT DISTINCT ON (l.job_id) l.id, l.job_id, l.job_version, array_position(attempt_ids, l.id) AS place
                  FROM unnest(locked) AS l
                 WHERE l.state IN ('started', 'unknown') AND l.id <> ALL (decided)
                 ORDER BY l.job_id, array_position(attempt_ids, l.id)) AS this;
        -- The trigger guard_winner moves the attempts to succeeded with it, and logs that they won.
        WITH taken AS (
            UPDATE jobs j
               SET completed_by = this.id, completed_at = clock_timestamp(), version = j.version + 1,
                   result = results[this.place], result_bytes = raw[this.place]
              FROM unnest(ids, jobs, versions, places) AS this(id, job, version, place)
             WHERE j.id = ANY (ARRAY[this.job]) AND j.version = this.version
               AND num_nonnulls(j.completed_by, j.closed_at) = 0
            RETURNING j.id, j.completed_by
        )
        SELECT coalesce(array_agg(t.completed_by), '{}'), array_agg(t.id) INTO won, jobs FROM taken t;
        IF cardinality(won) < cardinality(ids) THEN
            UPDATE attempts a SET state = 'superseded', ended_at = clock_timestamp()
             WHERE a.id = ANY (ids) AND a.id <> ALL (won);
        END IF;
        IF cardinality(spare) > 0 THEN
            UPDATE attempts a SET state = 'superseded', ended_at = clock_timestamp()
             WHERE a.id = ANY (spare) AND a.job_id = ANY (jobs);
        END IF;
        winners := winners || won;
        decided := decided || ids;
    END LOOP;

    IF cardinality(winners) < cardinality(locked) THEN
        INSERT INTO races (attempt_id, job_id, outcome, lost_because, version_read, version_found, winner,
                           result_sha256, result_size)
        SELECT l.id, l.job_id, 'lost',
               CASE WHEN l.state = 'cancelled' THEN 'attempt_cancelled'
                    WHEN j.closed_at IS NOT NULL THEN 'job_closed'
                    WHEN j.completed_by IS NOT NULL THEN 'slot_taken'
                    WHEN j.version <> l.job_version THEN 'version_moved'
                    ELSE 'attempt_failed' END,
               l.job_version, j.version, j.completed_by, sha256(thrown), octet_length(thrown)
          FROM unnest(locked) AS l
         CROSS JOIN LATERAL (SELECT j.version, j.completed_by, j.closed_at FROM jobs j WHERE j.id = l.job_id OFFSET 0) AS j
         CROSS JOIN LATERAL (SELECT coalesce(raw[n], convert_to(results[n]::text, 'UTF8')) AS thrown
                               FROM (SELECT array_position(attempt_ids, l.id) AS n OFFSET 0) AS this) AS payload
         WHERE l.id <> ALL (winners)
        ON CONFLICT (attempt_id) DO NOTHING; -- decided before, and said again
    END IF;

    RETURN QUERY
    SELECT given.place, r.attempt_id, r.outcome, r.lost_because, r.version_found + (r.outcome = 'won')::integer, r.winner
      FROM unnest(attempt_ids) WITH ORDINALITY AS given(id, place)
     CROSS JOIN LATERAL (SELECT * FROM races r WHERE r.attempt_id = given.id OFFSET 0) AS r;
END $$;
