-- Jobs number `first` to `last` of `total`, made over the 30 days before `until`, older ones first. They go through the
-- same moves as real ones, under the same guards; the events of their attempts are written by the same triggers.
CREATE OR REPLACE FUNCTION pg_temp.demo_batch(run text, first bigint, last bigint, total bigint, until timestamptz) RETURNS void
LANGUAGE plpgsql SET jit = off AS $$
#variable_conflict use_column
DECLARE
    round integer;
BEGIN
    TRUNCATE demo_job, demo_attempt;

    INSERT INTO demo_job (n, id, owner, key, product, machine, params, policy, story, created_at, pace, u, person)
    SELECT d.n, nextval('oncedesk.jobs_id_seq'), o.name, format('%s-%s-%s', p.item, demo_batch.run, d.n), p.place, m.name,
           jsonb_build_object('file', format('shop://%s/%s-%s.pdf', d.run_day, p.item, d.n), 'copies', d.copies, 'paper', p.paper,
                              'amount', p.cents * d.copies, 'currency', 'EUR'),
           CASE d.story WHEN 'failover' THEN jsonb_build_object('fallbacks', jsonb_build_array(laser.name))
                        WHEN 'hedged' THEN jsonb_build_object('mode', 'hedged', 'fallbacks', jsonb_build_array(laser.name), 'timeout_s', 120)
                        WHEN 'loose' THEN jsonb_build_object('mode', 'hedged', 'fallbacks', jsonb_build_array(laser.name), 'timeout_s', 120)
                        WHEN 'waits_again' THEN '{"retry_backoff_s": 3600}'
                        WHEN 'running' THEN '{"timeout_s": 14400}' WHEN 'stopping' THEN '{"timeout_s": 14400}' ELSE '{}' END,
           d.story, demo_batch.until - d.age * interval '1 s', least(0.6 + d.u2, d.age / greatest(s.takes * 1.01, 0.01)), d.u2,
           (ARRAY['meera', 'tomas', 'ingrid'])[1 + floor(d.u3 * 3)::int]
      FROM (SELECT r.*, to_char(demo_batch.until - r.age * interval '1 s', 'YYYY-MM-DD') AS run_day,
                   1 + floor(r.u3 * r.u3 * 200)::int AS copies,
                   -- The youngest six are one of each status, however few are asked for.
                   CASE demo_batch.total - r.n
                        WHEN 0 THEN 'success' WHEN 1 THEN 'unknown' WHEN 2 THEN 'running' WHEN 3 THEN 'waiting'
                        WHEN 4 THEN 'failed' WHEN 5 THEN 'closed'
                        ELSE CASE WHEN r.age < 3600 AND r.u1 < 0.30 THEN (ARRAY['running', 'waiting', 'waiting', 'running', 'waits_again', 'stopping'])[1 + floor(r.u1 * 20)::int]
                                  WHEN r.age < 259200 AND r.u1 < 0.004 THEN 'unknown'
                                  WHEN r.u1 < 0.0045 THEN 'loose'  WHEN r.u1 < 0.010 THEN 'hedged'
                                  WHEN r.u1 < 0.020 THEN 'failover' WHEN r.u1 < 0.028 THEN 'rescued'
                                  WHEN r.u1 < 0.032 THEN 'asked'   WHEN r.u1 < 0.037 THEN 'closed'
                                  WHEN r.u1 < 0.041 THEN 'withdrawn'
                                  WHEN r.u1 < 0.045 AND r.age < 864000 THEN 'failed'
                                  WHEN r.u1 < 0.047 AND r.age < 864000 THEN 'exhausted'
                                  WHEN r.u1 < 0.085 THEN 'retried' ELSE 'success' END END AS story
              FROM (SELECT n, (demo_batch.total - n + 1)::double precision / demo_batch.total * 2592000 AS age,
                           random() AS u1, random() AS u2, random() AS u3, random() AS u4
                      FROM generate_series(demo_batch.first, demo_batch.last) AS n OFFSET 0) AS r OFFSET 0) AS d
      JOIN demo_story s ON s.story = d.story
      JOIN demo_owner o ON o.place = floor(d.u3 * d.u4 * 24)::int
      JOIN demo_product p ON p.place = CASE WHEN d.story IN ('failover', 'hedged', 'loose', 'rescued') THEN floor(d.u4 * 3)::int
                                            ELSE floor(d.u4 * 10)::int END
      JOIN demo_machine m ON m.place = p.machine
      JOIN demo_machine laser ON laser.called = 'laser'
     ORDER BY d.n;

    INSERT INTO demo_attempt
    WITH made AS MATERIALIZED (
        SELECT nextval('oncedesk.attempts_id_seq') AS id, j.id AS job_id, s.ordinal, s.lane,
               CASE WHEN s.stand_in THEN laser.name ELSE j.machine END AS provider, s.because, s.open_round, s.end_round,
               j.created_at + s.opened * at.pace AS opened_at,
               -- A story told faster still waits for its backoff, in the future.
               CASE WHEN s.due > 1000 THEN demo_batch.until + interval '40 min' ELSE j.created_at + s.due * at.pace END AS not_before,
               at.started AS started_at,
               at.started + coalesce((j.policy->>'timeout_s')::numeric, 30) * interval '1 s' AS deadline_at,
               j.created_at + s.turned_unknown * at.pace AS unknown_at, j.created_at + s.ended * at.pace AS ended_at,
               s.end_state, s.error_code, s.error_message, s.retryable, s.said, s.evidence, j.person, j.story, at.pace, j.u
          FROM (SELECT j.*, s.ordinal AS nth FROM demo_job j JOIN demo_script s ON s.story = j.story ORDER BY j.n, s.ordinal OFFSET 0) AS j
          JOIN demo_script s ON s.story = j.story AND s.ordinal = j.nth
          JOIN demo_machine laser ON laser.called = 'laser'
         CROSS JOIN LATERAL (SELECT j.pace * interval '1 s' AS pace,
                                    -- What still runs was begun a little while ago, however old its job.
                                    CASE WHEN j.story IN ('running', 'stopping')
                                         THEN greatest(j.created_at + s.started * j.pace * interval '1 s',
                                                       demo_batch.until - (60 + 540 * j.u) * interval '1 s')
                                         ELSE j.created_at + s.started * j.pace * interval '1 s' END AS started) AS at
    )
    SELECT m.id, m.job_id, m.ordinal, m.lane, m.provider, m.because,
           CASE WHEN m.because IN ('retry', 'failover', 'hedge') THEN lag(m.id) OVER job END, m.open_round, m.end_round,
           m.opened_at, m.not_before, m.started_at, m.deadline_at, m.unknown_at, m.ended_at, m.end_state,
           m.error_code, m.error_message, m.retryable, m.said, m.evidence, m.person,
           CASE WHEN m.evidence IS NOT NULL THEN coalesce(m.ended_at, demo_batch.until) END, m.story,
           CASE WHEN m.end_state = 'succeeded' THEN jsonb_build_object(
                'reference', format('%s-%s', upper(left(m.provider, 3)), m.job_id),
                'sheets', 1 + floor(m.u * 400)::int, 'tray', 1 + floor(m.u * 4)::int) END,
           -- What came back too late.
           CASE WHEN m.story = 'hedged' OR (m.story = 'rescued' AND m.job_id % 2 = 0) THEN lead(m.id) OVER job END,
           CASE m.story WHEN 'hedged' THEN m.ended_at WHEN 'rescued' THEN lead(m.ended_at) OVER job + 150 * m.pace END
      FROM made m WINDOW job AS (PARTITION BY m.job_id ORDER BY m.ordinal);

    -- From here on by index: a plan is made once for all batches, and the tables grow from nothing.
    PERFORM set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);

    INSERT INTO oncedesk.jobs (id, owner_id, idempotency_key, intent, provider, params, policy, created_at, created_by, is_demo)
    OVERRIDING SYSTEM VALUE
    SELECT j.id, j.owner, j.key, p.intent, j.machine, j.params, j.policy, j.created_at, 'web-shop', true
      FROM demo_job j JOIN demo_product p ON p.place = j.product ORDER BY j.id;

    INSERT INTO oncedesk.submissions (at, job_id, outcome, differs, client, actor)
    SELECT j.created_at + s.after * j.pace * interval '1 s', j.id, s.outcome, s.differs, 'web-shop', 'web-shop'
      FROM demo_job j CROSS JOIN (VALUES ('created', NULL::text[], 0.0, 1.0), ('replayed', NULL, 0.0001, 0.06),
                                         ('conflict', ARRAY['params/amount', 'params/copies'], 0.0003, 0.006)) AS s (outcome, differs, after, share)
     WHERE j.u < s.share ORDER BY j.n, s.after;

    -- Before the slots are taken: guard_winner leaves what is logged as it is.
    INSERT INTO oncedesk.races (attempt_id, job_id, at, outcome, lost_because, version_read, version_found, winner, result_sha256, result_size, actor)
    SELECT r.* FROM (
        SELECT a.id, a.job_id, a.ended_at AS at, 'won', NULL, 1, 1, a.id, NULL::bytea, NULL::bigint, 'printer-worker'
          FROM demo_attempt a WHERE a.end_state = 'succeeded'
        UNION ALL
        SELECT a.id, a.job_id, a.late_at, 'lost', CASE a.story WHEN 'rescued' THEN 'attempt_cancelled' ELSE 'slot_taken' END, 1, 2, a.lost_to,
               sha256(convert_to(a.id::text, 'UTF8')), 60 + a.id % 200, 'printer-worker'
          FROM demo_attempt a WHERE a.lost_to IS NOT NULL
    ) AS r ORDER BY r.at;

    FOR round IN 1 .. 3 LOOP
        INSERT INTO oncedesk.attempts (id, job_id, ordinal, lane, provider, opened_at, opened_by, opened_because, open_reason, follows, not_before)
        OVERRIDING SYSTEM VALUE
        SELECT a.id, a.job_id, a.ordinal, a.lane, a.provider, a.opened_at,
               CASE a.because WHEN 'submit' THEN 'web-shop' WHEN 'person' THEN a.person ELSE 'printer-worker' END, a.because,
               CASE WHEN a.because = 'person' THEN a.said END, a.follows, a.not_before
          FROM demo_attempt a WHERE a.open_round = round ORDER BY a.id;

        UPDATE oncedesk.attempts t
           SET state = 'started', worker = 'printer-1', claimed_by = 'printer-worker', claim_token = gen_random_uuid(), job_version = 1,
               started_at = a.started_at, deadline_at = a.deadline_at
          FROM demo_attempt a WHERE a.open_round = round AND a.started_at IS NOT NULL AND t.id = a.id;

        UPDATE oncedesk.attempts t
           SET state = 'unknown', unknown_at = a.unknown_at,
               unknown_why = CASE WHEN a.unknown_at >= a.deadline_at THEN format('No answer within %s s.', round(extract(epoch FROM a.deadline_at - a.started_at)))
                                  ELSE 'The link to the provider was lost after the request had gone out.' END
          FROM demo_attempt a WHERE a.end_round = round AND a.unknown_at IS NOT NULL AND t.id = a.id;

        -- The trigger guard_winner moves the attempt with the slot.
        UPDATE oncedesk.jobs j SET completed_by = a.id, completed_at = a.ended_at, result = a.result, version = j.version + 1
          FROM demo_attempt a WHERE a.end_round = round AND a.end_state = 'succeeded' AND j.id = a.job_id;

        UPDATE oncedesk.attempts t
           SET state = a.end_state, ended_at = a.ended_at, error_code = a.error_code, error_message = a.error_message,
               retryable = a.retryable,
               cancel_requested_at = a.cancel_at, cancel_requested_by = CASE WHEN a.cancel_at IS NOT NULL THEN a.person END,
               cancel_reason = CASE WHEN a.cancel_at IS NOT NULL THEN a.said END, cancel_evidence = a.evidence
          FROM demo_attempt a
         WHERE a.end_round = round AND a.ended_at IS NOT NULL AND a.end_state <> 'succeeded' AND t.id = a.id;
    END LOOP;

    -- Asked to stop, not stopped yet.
    UPDATE oncedesk.attempts t
       SET cancel_requested_at = a.cancel_at, cancel_requested_by = a.person, cancel_reason = a.said, cancel_evidence = a.evidence
      FROM demo_attempt a WHERE a.story = 'stopping' AND t.id = a.id;
    INSERT INTO oncedesk.requests (attempt_id, job_id, kind, provider, asked_at, asked_by)
    SELECT a.id, a.job_id, 'stop', a.provider, a.cancel_at, a.person FROM demo_attempt a WHERE a.story = 'stopping' ORDER BY a.id;

    -- The provider was asked, and had the result.
    WITH question AS (
        INSERT INTO oncedesk.requests (attempt_id, job_id, kind, provider, asked_at, asked_by, claimed_at, worker, token, answered_at, answer)
        SELECT a.id, a.job_id, 'ask', a.provider, a.ended_at - (a.ended_at - a.unknown_at) / 20, a.person,
               a.ended_at - (a.ended_at - a.unknown_at) / 40, 'printer-1', gen_random_uuid(), a.ended_at, 'succeeded'
          FROM demo_attempt a WHERE a.story = 'asked' ORDER BY a.id
        RETURNING id, attempt_id, job_id, asked_at, asked_by, answered_at
    ), answer AS (
        INSERT INTO oncedesk.provider_answers (request_id, attempt_id, at, answer, actor)
        SELECT q.id, q.attempt_id, q.answered_at, 'succeeded', 'printer-worker' FROM question q
    )
    INSERT INTO oncedesk.operator_actions (at, actor, action, job_id, attempt_id, outcome, detail)
    SELECT q.asked_at, q.asked_by, 'ask_provider', q.job_id, q.attempt_id, 'requested', jsonb_build_object('request_id', q.id) FROM question q;

    INSERT INTO oncedesk.operator_actions (at, actor, action, job_id, attempt_id, reason, evidence, outcome, detail)
    SELECT a.cancel_at, a.person, 'cancel_attempt', a.job_id, a.id, a.said, a.evidence,
           CASE a.story WHEN 'stopping' THEN 'cancel_requested' ELSE 'cancelled' END,
           jsonb_build_object('state', coalesce(a.end_state, 'started'),
                              'was', CASE WHEN a.unknown_at IS NOT NULL THEN 'unknown' WHEN a.started_at IS NOT NULL THEN 'started' ELSE 'pending' END)
      FROM demo_attempt a WHERE a.cancel_at IS NOT NULL
    UNION ALL
    SELECT a.opened_at, a.person, 'open_attempt', a.job_id, a.id, a.said, NULL, 'opened', jsonb_build_object('provider', a.provider)
      FROM demo_attempt a WHERE a.because = 'person'
     ORDER BY 1;

    WITH verdict AS (
        UPDATE oncedesk.jobs t
           SET closed_at = j.created_at + s.takes * j.pace * interval '1 s', closed_by = j.person, version = t.version + 1,
               close_reason = CASE j.story WHEN 'withdrawn' THEN 'Withdrawn by the customer.' ELSE 'The customer sends a smaller file as a new order.' END
          FROM demo_job j JOIN demo_story s ON s.story = j.story
         WHERE j.story IN ('closed', 'withdrawn') AND t.id = j.id
        RETURNING t.id, t.closed_at, t.closed_by, t.close_reason
    )
    INSERT INTO oncedesk.operator_actions (at, actor, action, job_id, reason, outcome)
    SELECT v.closed_at, v.closed_by, 'close_job', v.id, v.close_reason, 'closed' FROM verdict v ORDER BY v.closed_at;
END $$;
