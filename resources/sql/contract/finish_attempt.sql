-- An attempt's result goes for the slot, by compare-and-swap. A second call gives the first one's answer.
CREATE OR REPLACE FUNCTION oncedesk.finish_attempt(attempt_id bigint, claim_token uuid, result jsonb)
RETURNS TABLE (outcome text, lost_because text, job_version bigint, winner bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
BEGIN
    IF result IS NULL THEN
        RAISE EXCEPTION 'A result may not be SQL NULL: pass ''null''::jsonb, or finish_attempt_bytes for a result that is no JSON.'
            USING ERRCODE = '22023';
    END IF;
    RETURN QUERY SELECT f.outcome, f.lost_because, f.job_version, f.winner
                   FROM finish_set(ARRAY[finish_attempt.attempt_id], ARRAY[claim_token], ARRAY[result], NULL) AS f;
END $$;
