-- For one session: the demo shop's machines, what they print and for whom, and the stories its jobs go through.
-- A machine takes "-demo" behind its name where a provider of that name with other settings exists: a real provider
-- never gets demo jobs, and never a certificate that nobody earned.

CREATE TEMP TABLE demo_machine (place integer PRIMARY KEY, called text, name text, settings jsonb);
INSERT INTO demo_machine
SELECT m.place, m.called,
       CASE WHEN EXISTS (SELECT FROM oncedesk.providers p WHERE p.name = m.called
                            AND (p.kind <> 'simulated' OR p.settings <> m.settings OR NOT p.enabled))
            THEN m.called || '-demo' ELSE m.called END,
       m.settings
  FROM (VALUES
       (0, 'inkjet',  '{"steps": [{"delay_s": 1.5, "result": {"simulated": true, "by": "inkjet"}}], "ask": "running", "stop": "stopped"}'::jsonb),
       (1, 'laser',   '{"steps": [{"delay_s": 0.4, "result": {"simulated": true, "by": "laser"}}], "ask": "running", "stop": "stopped"}'),
       (2, 'plotter', '{"steps": [{"delay_s": 4, "result": {"simulated": true, "by": "plotter"}}], "ask": "no_record"}'),
       (3, 'bindery', '{"steps": [{"delay_s": 2.5, "result": {"simulated": true, "by": "bindery"}}], "stop": "not_stopped"}')
       ) AS m (place, called, settings);

-- What each machine prints.
CREATE TEMP TABLE demo_product (place integer PRIMARY KEY, intent text, machine integer, item text, paper text, cents integer);
INSERT INTO demo_product VALUES
    (0, 'print.poster', 0, 'poster', 'A2 satin 200 g', 450),    (1, 'print.poster', 0, 'poster', 'A1 matt 180 g', 890),
    (2, 'print.flyer', 0, 'flyer', 'A6 gloss 135 g', 9),        (3, 'print.flyer', 1, 'flyer', 'A5 offset 90 g', 7),
    (4, 'print.invoice', 1, 'invoice', 'A4 offset 80 g', 12),   (5, 'print.menu', 1, 'menu', 'A4 linen 160 g', 140),
    (6, 'print.plan', 2, 'plan', 'A0 plain 90 g', 1250),        (7, 'print.banner', 2, 'banner', 'PVC 510 g', 3900),
    (8, 'bind.thesis', 3, 'thesis', 'hard cover, linen', 2400), (9, 'bind.booklet', 3, 'booklet', 'stapled, A5', 320);

CREATE TEMP TABLE demo_owner (place integer PRIMARY KEY, name text);
INSERT INTO demo_owner SELECT n - 1, name FROM unnest(ARRAY[
    'alice', 'studio-nord', 'bakery-lindgren', 'கயல்விழி', 'city-library', 'marek', 'café-olé', 'ocean-school', 'theatre-am-ring',
    'priya', 'kondo-architects', '田中', 'green-grocer', 'hotel-adler', 'jonas', 'museum-of-salt', 'fatima', 'rowing-club',
    'st-james-parish', 'okafor-and-sons', 'bluebird-records', 'vet-practice', 'lena', 'harbour-festival'
    ]) WITH ORDINALITY AS o (name, n);

-- The attempts of each story. Rounds order the moves of one batch; times are seconds after the job was made.
CREATE TEMP TABLE demo_script (
    story text, ordinal integer, lane integer DEFAULT 0, stand_in boolean DEFAULT false, because text DEFAULT 'submit',
    open_round integer DEFAULT 1, end_round integer DEFAULT 1, opened numeric DEFAULT 0, due numeric DEFAULT 0,
    started numeric, turned_unknown numeric, ended numeric, end_state text,
    error_code text, error_message text, retryable boolean, said text, evidence text);
INSERT INTO demo_script (story, ordinal, started, ended, end_state) VALUES ('success', 1, 0.3, 4, 'succeeded');
INSERT INTO demo_script (story, ordinal, open_round, end_round, because, opened, due, started, ended, end_state, error_code, error_message, retryable) VALUES
    ('retried',   1, 1, 1, 'submit', 0,    0,    0.3,  1.2,  'failed',    'connection_refused', 'Nothing was sent: the connection was refused.', true),
    ('retried',   2, 2, 2, 'retry',  1.2,  7,    7.1,  11,   'succeeded', NULL, NULL, NULL),
    ('exhausted', 1, 1, 1, 'submit', 0,    0,    0.3,  1.1,  'failed',    'http_429', 'The provider asks to come back later.', true),
    ('exhausted', 2, 2, 2, 'retry',  1.1,  7,    7.2,  8.3,  'failed',    'http_429', 'The provider asks to come back later.', true),
    ('exhausted', 3, 3, 3, 'retry',  8.3,  19,   19.1, 20,   'failed',    'http_429', 'The provider asks to come back later.', true),
    ('failed',    1, 1, 1, 'submit', 0,    0,    0.3,  1.4,  'failed',    'http_422', 'The file has no bleed margin.', false),
    ('closed',    1, 1, 1, 'submit', 0,    0,    0.3,  1.4,  'failed',    'http_413', 'The file is larger than the machine takes.', false),
    ('waits_again', 1, 1, 1, 'submit', 0,  0,    0.3,  1.2,  'failed',    'http_503', 'Warming up, says the provider.', true);
INSERT INTO demo_script (story, ordinal, open_round, end_round, because, opened, due) VALUES
    ('waiting',     1, 1, 1, 'submit', 0, 0),
    ('waits_again', 2, 2, 2, 'retry', 1.2, 3600);
INSERT INTO demo_script (story, ordinal, started) VALUES ('running', 1, 0.4);
INSERT INTO demo_script (story, ordinal, started, said, evidence) VALUES ('stopping', 1, 0.4, 'The customer sent the wrong file.', 'accepted_risk');
INSERT INTO demo_script (story, ordinal, started, turned_unknown) VALUES ('unknown', 1, 0.3, 31);
INSERT INTO demo_script (story, ordinal, started, turned_unknown, ended, end_state) VALUES ('asked', 1, 0.3, 31, 400, 'succeeded');
INSERT INTO demo_script (story, ordinal, ended, end_state, said, evidence) VALUES
    ('withdrawn', 1, 60, 'cancelled', 'Ordered twice by mistake, the customer called.', 'provider_has_no_record');
INSERT INTO demo_script (story, ordinal, open_round, end_round, stand_in, because, opened, due, started, turned_unknown, ended, end_state, said, evidence) VALUES
    ('rescued',  1, 1, 1, false, 'submit', 0,   0,   0.3, 31,   900, 'cancelled', 'The tray is empty and the machine was switched off.', 'provider_confirmed_stopped'),
    ('rescued',  2, 2, 2, true,  'person', 930, 930, 931, NULL, 936, 'succeeded', 'The inkjet is being repaired.', NULL);
INSERT INTO demo_script (story, ordinal, lane, open_round, end_round, stand_in, because, opened, due, started, turned_unknown, ended, end_state, error_code, error_message, retryable) VALUES
    ('failover', 1, 0, 1, 1, false, 'submit',   0,    0,    0.3,  NULL, 1.2,  'failed',     'http_503', 'Out of ink.', true),
    ('failover', 2, 0, 2, 2, true,  'failover', 1.2,  1.2,  1.5,  NULL, 5,    'succeeded',  NULL, NULL, NULL),
    ('hedged',   1, 0, 1, 3, false, 'submit',   0,    0,    0.3,  NULL, 25,   'superseded', NULL, NULL, NULL),
    ('hedged',   2, 1, 2, 2, true,  'hedge',    10.3, 10.3, 10.6, NULL, 14,   'succeeded',  NULL, NULL, NULL),
    ('loose',    1, 0, 1, 3, false, 'submit',   0,    0,    0.3,  121,  NULL, NULL,         NULL, NULL, NULL),
    ('loose',    2, 1, 2, 2, true,  'hedge',    10.3, 10.3, 10.6, NULL, 14,   'succeeded',  NULL, NULL, NULL);
-- How long each story takes, so that a young job's can be told faster.
CREATE TEMP TABLE demo_story AS
SELECT s.story, greatest(max(coalesce(s.ended, s.turned_unknown, s.started, 0)),
                         CASE s.story WHEN 'closed' THEN 7200 WHEN 'withdrawn' THEN 90 WHEN 'rescued' THEN 1100 ELSE 0 END) AS takes
  FROM demo_script s GROUP BY s.story;

CREATE TEMP TABLE demo_job (
    n bigint, id bigint, owner text, key text, product integer, machine text, params jsonb, policy jsonb, story text,
    created_at timestamptz, pace double precision, u double precision, person text);
CREATE TEMP TABLE demo_attempt (
    id bigint, job_id bigint, ordinal integer, lane integer, provider text, because text, follows bigint, open_round integer,
    end_round integer, opened_at timestamptz, not_before timestamptz, started_at timestamptz, deadline_at timestamptz,
    unknown_at timestamptz, ended_at timestamptz, end_state text, error_code text, error_message text, retryable boolean,
    said text, evidence text, person text, cancel_at timestamptz, story text, result jsonb, lost_to bigint, late_at timestamptz);
