-- What is wrong with a policy, as a sentence; null when nothing is.
CREATE OR REPLACE FUNCTION oncedesk.policy_fault(policy jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = oncedesk, pg_temp AS $$
DECLARE
    known    CONSTANT text[] := ARRAY['timeout_s', 'max_attempts', 'retry_backoff_s', 'fallbacks', 'start', 'mode', 'hedge_after_s'];
    key      text;
    value    jsonb;
    fallback text;
BEGIN
    IF policy IS NULL OR jsonb_typeof(policy) <> 'object' THEN
        RETURN 'The policy must be a JSON object, for example {"timeout_s": 30}.';
    END IF;
    IF policy = '{}' THEN
        RETURN NULL;
    END IF;
    FOR key, value IN SELECT * FROM jsonb_each(policy) LOOP
        IF key <> ALL (known) THEN
            RETURN format('The policy has no key "%s": use %s.', left(key, 60), array_to_string(known, ', '));
        END IF;
        IF key IN ('timeout_s', 'hedge_after_s') THEN
            IF jsonb_typeof(value) <> 'number' OR value::numeric NOT BETWEEN 0.001 AND 86400 THEN
                RETURN format('The policy''s %s must be a number of seconds from 0.001 to 86400.', key);
            END IF;
        ELSIF key = 'retry_backoff_s' THEN
            IF jsonb_typeof(value) <> 'number' OR value::numeric NOT BETWEEN 0 AND 86400 THEN
                RETURN 'The policy''s retry_backoff_s must be a number of seconds from 0 to 86400.';
            END IF;
        ELSIF key = 'max_attempts' THEN
            IF jsonb_typeof(value) <> 'number' OR value::numeric NOT BETWEEN 1 AND 100
               OR value::numeric <> trunc(value::numeric) THEN
                RETURN 'The policy''s max_attempts must be a whole number from 1 to 100.';
            END IF;
        ELSIF key = 'start' THEN
            IF value NOT IN ('"auto"', '"manual"') THEN
                RETURN 'The policy''s start must be "auto" or "manual".';
            END IF;
        ELSIF key = 'mode' THEN
            IF value NOT IN ('"exclusive"', '"hedged"') THEN
                RETURN 'The policy''s mode must be "exclusive" or "hedged".';
            END IF;
        ELSIF key = 'fallbacks' THEN
            IF jsonb_typeof(value) <> 'array' OR jsonb_array_length(value) > 20
               OR jsonb_path_exists(value, 'strict $[*] ? (@.type() <> "string")') THEN
                RETURN 'The policy''s fallbacks must be a list of at most 20 provider names.';
            END IF;
            FOR fallback IN SELECT * FROM jsonb_array_elements_text(value) LOOP
                PERFORM FROM providers p WHERE p.name = fallback;
                IF NOT FOUND THEN
                    RETURN format('There is no provider "%s" to fall back to: add it first, or name another.', left(fallback, 100));
                END IF;
            END LOOP;
            IF (SELECT count(*) <> count(DISTINCT f) FROM jsonb_array_elements_text(value) AS f) THEN
                RETURN 'The policy''s fallbacks name a provider twice: name each once.';
            END IF;
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
