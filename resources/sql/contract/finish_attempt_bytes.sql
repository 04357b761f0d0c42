-- finish_attempt for a result that jsonb cannot hold: not JSON, not UTF-8, \u0000, a lone surrogate. Kept as bytes.
CREATE OR REPLACE FUNCTION oncedesk.finish_attempt_bytes(attempt_id bigint, claim_token uuid, result bytea)
RETURNS TABLE (outcome text, lost_because text, job_version bigint, winner bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
BEGIN
    IF result IS NULL THEN
        RAISE EXCEPTION 'A result may not be SQL NULL: pass an empty bytea for an empty result.' USING ERRCODE = '22023';
    END IF;
    RETURN QUERY SELECT f.outcome, f.lost_because, f.job_version, f.winner
                   FROM finish_set(ARRAY[finish_attempt_bytes.attempt_id], ARRAY[claim_token], NULL, ARRAY[result]) AS f;
END $$;
