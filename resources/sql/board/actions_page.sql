-- What people did, between two ids. The filter goes where it says so, with its values from $4 on.
SELECT x.id, to_json(x.at) AS at, x.actor, x.action, x.job_id, x.attempt_id, x.reason, x.evidence, x.outcome,
       x.detail::text AS detail, j.owner_id,
       (SELECT a.ordinal FROM oncedesk.attempt_view a WHERE a.id = x.attempt_id) AS ordinal
  FROM oncedesk.action_view x
  LEFT JOIN oncedesk.job_view j ON j.id = x.job_id
 WHERE x.id BETWEEN $1::bigint AND $2::bigint AND true /* filter */
 ORDER BY x.id DESC /* order */
 LIMIT $3::bigint
