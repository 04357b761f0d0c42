-- How often each case of a suite is run, and how often it must pass; core/certify/suite.cpp reads them the same way. Null
-- where the suite says no whole number.
CREATE OR REPLACE FUNCTION oncedesk.suite_demands(body jsonb)
RETURNS TABLE (name text, repeat integer, must_pass integer)
LANGUAGE sql IMMUTABLE SET search_path = oncedesk, pg_temp AS $$
    SELECT c.one->>'name', n.numbers[1], n.numbers[2]
      FROM jsonb_array_elements(body->'cases') AS c (one)
     CROSS JOIN LATERAL (VALUES (coalesce(c.one->'repeat', body->'repeat', '3'))) AS r (repeat)
     CROSS JOIN LATERAL (
        SELECT array_agg(CASE WHEN jsonb_typeof(d.said) = 'number' AND d.said::numeric BETWEEN 0 AND 1000
                                   AND d.said::numeric = trunc(d.said::numeric)
                              THEN d.said::numeric::integer END ORDER BY d.place) AS numbers
          FROM (VALUES (1, r.repeat), (2, coalesce(c.one->'must_pass', c.one->'repeat', body->'must_pass', r.repeat))) AS d (place, said)
     ) AS n
$$;
