-- The functions do what this program's own text of them ($2, the files that make them) says: each has that body, that
-- language, those rights and settings, and no other function answers to its name.
WITH shipped AS MATERIALIZED (
    SELECT made[1] AS name, made[2] AS manner, made[3] AS body
      FROM unnest($2::text[]) AS file (text)
     CROSS JOIN regexp_matches(file.text, 'CREATE (?:OR REPLACE )??FUNCTION oncedesk\.(\w+?)\(.*?(LANGUAGE .*?) AS \$\$(.*?)\$\$', 'g') AS made
), live AS MATERIALIZED (
    SELECT p.proname AS name, p.prosrc AS body,
           concat('LANGUAGE ', l.lanname, CASE p.provolatile WHEN 's' THEN ' STABLE' WHEN 'i' THEN ' IMMUTABLE' END,
                  CASE WHEN p.proisstrict THEN ' STRICT' END, CASE WHEN p.prosecdef THEN ' SECURITY DEFINER' END,
                  (SELECT string_agg(' SET ' || regexp_replace(s.setting, '=', ' = '), '' ORDER BY s.place)
                     FROM unnest(p.proconfig) WITH ORDINALITY AS s (setting, place))) AS manner,
           count(*) OVER (PARTITION BY p.proname) AS namesakes
      FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = 'oncedesk'
)
SELECT DISTINCT format('The function %s %s. If an Oncedesk of another version did not make it so, somebody did; `oncectl migrate`, as the schema''s owner, puts this program''s in its place.', s.name, CASE
           WHEN l.name IS NULL THEN 'is missing'
           WHEN l.namesakes > 1 THEN 'is there ' || l.namesakes || ' times'
           WHEN l.body <> s.body THEN 'has another text than this program''s'
           ELSE format('is made with %s, not with %s', l.manner, s.manner) END) AS finding
  FROM shipped s LEFT JOIN live l ON l.name = s.name
 WHERE l.name IS NULL OR l.namesakes > 1 OR l.body <> s.body OR l.manner <> s.manner
 LIMIT $1
