-- How many attempts each provider has in hand, and how many are unknown. Both are few.
SELECT a.provider, count(*) FILTER (WHERE a.state = 'started') AS in_flight,
       count(*) FILTER (WHERE a.state = 'unknown') AS unknown
  FROM (SELECT s.provider, s.state FROM oncedesk.attempt_view s WHERE s.state = 'started'
        UNION ALL
        SELECT u.provider, u.state FROM oncedesk.attempt_view u WHERE u.state = 'unknown') AS a
 GROUP BY a.provider
