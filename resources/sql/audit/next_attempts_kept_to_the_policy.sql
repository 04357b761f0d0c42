-- What was opened by itself is what the contract opens: the first attempt at the ticket's provider; after a definite failure, the
-- first fallback not used yet that was not passed over, on the record and with why; with none left, the same provider, when
-- that may help. A second lane goes by the same order.
WITH opened AS MATERIALIZED (
    SELECT a.id, a.job_id, a.ordinal, a.provider, a.opened_because, a.opened_at, a.follows,
           CASE jsonb_typeof(j.policy->'fallbacks') WHEN 'array' THEN j.policy->'fallbacks' ELSE '[]' END AS fallbacks
      FROM oncedesk.attempt_view a JOIN oncedesk.job_view j ON j.id = a.job_id
     WHERE a.opened_because IN ('retry', 'failover', 'hedge')
), used AS MATERIALIZED (
    SELECT a.job_id, a.provider, min(a.ordinal) AS first FROM oncedesk.attempt_view a
     WHERE a.job_id IN (SELECT o.job_id FROM opened o) GROUP BY a.job_id, a.provider
), passed_over AS MATERIALIZED (
    SELECT DISTINCT e.attempt_id, e.detail->>'provider' AS provider FROM oncedesk.event_view e WHERE e.event = 'fallback_passed_over'
), due AS MATERIALIZED ( -- the fallbacks that come before where it went
    SELECT o.id, o.job_id, o.ordinal, o.opened_because, o.provider, o.follows, f.name
      FROM opened o
     CROSS JOIN LATERAL (SELECT each.name, each.place, min(each.place) FILTER (WHERE each.name = o.provider) OVER () AS own
                           FROM jsonb_array_elements_text(o.fallbacks) WITH ORDINALITY AS each (name, place)) AS f
     WHERE o.opened_because = 'retry' OR f.place < f.own
)
SELECT format('Ticket #%s: attempt %s (%s) went to %s, and nothing tells why not to its fallback %s.', d.job_id, d.id, d.opened_because,
              d.provider, d.name) AS finding
  FROM due d LEFT JOIN used u ON u.job_id = d.job_id AND u.provider = d.name
  LEFT JOIN passed_over p ON p.attempt_id = d.follows AND p.provider = d.name
 WHERE (u.first IS NULL OR u.first >= d.ordinal) AND p.attempt_id IS NULL
UNION ALL
SELECT format('Ticket #%s: attempt %s (%s) %s.', o.job_id, o.id, o.opened_because, CASE
           WHEN o.opened_because <> 'hedge' AND before.ended_at > o.opened_at THEN format('was opened before attempt %s had failed', before.id)
           WHEN o.opened_because <> 'retry' THEN format('went to %s, which the ticket had used already', o.provider)
           WHEN before.provider <> o.provider THEN format('went to %s, and attempt %s had failed at %s', o.provider, before.id, before.provider)
           ELSE format('followed attempt %s, whose failure was not to be tried again', before.id) END)
  FROM opened o JOIN used u ON u.job_id = o.job_id AND u.provider = o.provider
  LEFT JOIN oncedesk.attempt_view before ON before.id = o.follows
 WHERE CASE o.opened_because WHEN 'retry' THEN before.provider <> o.provider OR NOT coalesce(before.retryable, false) ELSE u.first < o.ordinal END
    OR (o.opened_because <> 'hedge' AND before.ended_at > o.opened_at)
UNION ALL
SELECT format('Ticket #%s: attempt %s is number %s, at %s, and says that the submission for %s opened it.', a.job_id, a.id, a.ordinal,
              a.provider, j.provider)
  FROM oncedesk.attempt_view a JOIN oncedesk.job_view j ON j.id = a.job_id
 WHERE a.opened_because = 'submit' AND (a.ordinal <> 1 OR a.provider <> j.provider)
 LIMIT $1
