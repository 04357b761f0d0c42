-- The engine's group commit: many outcomes in one statement, a row each in the order given.
CREATE OR REPLACE FUNCTION oncedesk.finish_attempts(attempt_ids bigint[], claim_tokens uuid[], results jsonb[])
RETURNS TABLE (attempt_id bigint, outcome text, lost_because text, job_version bigint, winner bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
BEGIN
    IF coalesce(cardinality(attempt_ids), 0) <> coalesce(cardinality(claim_tokens), 0)
       OR coalesce(cardinality(attempt_ids), 0) <> coalesce(cardinality(results), 0) THEN
        RAISE EXCEPTION 'attempt_ids, claim_tokens and results must have the same length.' USING ERRCODE = '22023';
    END IF;
    IF array_ndims(attempt_ids) > 1 OR array_ndims(claim_tokens) > 1 OR array_ndims(results) > 1 THEN
        RAISE EXCEPTION 'attempt_ids, claim_tokens and results must be plain lists, of one dimension.' USING ERRCODE = '22023';
    END IF;
    IF array_position(results, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'A result may not be SQL NULL: pass ''null''::jsonb, or finish_attempt_bytes for a result that is no JSON.'
            USING ERRCODE = '22023';
    END IF;
    RETURN QUERY SELECT f.attempt_id, f.outcome, f.lost_because, f.job_version, f.winner
                   FROM finish_set(attempt_ids, claim_tokens, results, NULL) AS f ORDER BY f.place;
END $$;
