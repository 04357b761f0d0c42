-- What happened in a drill, in numbers.
SELECT what, count(*) FROM (
    SELECT concat_ws(' ', kind, CASE WHEN kind IN ('submit', 'finish', 'cancel', 'close', 'open') THEN outcome
                                     WHEN kind IN ('fail', 'unknown') THEN why END) AS what
      FROM drill.told
    UNION ALL SELECT 'calls' FROM drill.journal WHERE kind NOT IN ('claimed', 'swept', 'hedged', 'taken') AND place = 0
    UNION ALL SELECT 'refused' FROM drill.journal WHERE refused
    UNION ALL SELECT 'open ' || why FROM drill.told WHERE kind = 'open' AND outcome = 'refused'
    UNION ALL SELECT 'finish ' || why FROM drill.told WHERE kind = 'finish' AND outcome = 'lost'
) AS t GROUP BY what
UNION ALL
SELECT 'doubts', coalesce(sum(doubts), 0) FROM drill.journal WHERE kind NOT IN ('claimed', 'swept', 'hedged', 'taken') AND place = 0
UNION ALL
SELECT 'doubts told later', coalesce(sum(doubts), 0) FROM drill.journal
 WHERE ended IS NOT NULL AND kind NOT IN ('claimed', 'swept', 'hedged', 'taken') AND place = 0
UNION ALL
-- Of calls whose reply was lost: how many submissions and claims had taken effect all the same.
SELECT 'took effect unheard',
       (SELECT coalesce(sum(r.times - (s.ended IS NOT NULL)::int), 0)
          FROM (SELECT client, count(*) AS times FROM oncedesk.submissions GROUP BY client) AS r
          JOIN drill.journal s ON s.kind = 'submit' AND s.name = r.client)
     + (SELECT count(DISTINCT a.worker) FROM oncedesk.attempts a JOIN drill.journal c ON c.kind = 'claim' AND c.ended IS NULL AND c.name = a.worker)
