-- A version of an intent's contract suite, as it was saved.
SELECT s.body::text AS body
  FROM oncedesk.suite_view s
 WHERE s.intent = $1 AND s.version = $2::integer
