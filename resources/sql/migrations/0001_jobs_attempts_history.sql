-- The tables of the contract. Identity is kept by unique constraints here; what rows may hold and how they may move
-- is kept by triggers (resources/sql/guards), re-applied whole whenever their text changes.

CREATE TABLE oncedesk.providers (
    name        text COLLATE "C" PRIMARY KEY
                CONSTRAINT providers_name_is_plain CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$'),
    kind        text NOT NULL CONSTRAINT providers_kind_is_known CHECK (kind IN ('http', 'chat', 'simulated')),
    settings    jsonb NOT NULL DEFAULT '{}'
                CONSTRAINT providers_settings_are_an_object CHECK (jsonb_typeof(settings) = 'object'),
    enabled     boolean NOT NULL DEFAULT true,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- What a certificate was earned with: changed settings make it stale.
    fingerprint text GENERATED ALWAYS AS (md5(kind || settings::text)) STORED
);
COMMENT ON TABLE oncedesk.providers IS 'Places where attempts are carried out. Never deleted, only disabled.';

CREATE TABLE oncedesk.jobs (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id        text COLLATE "C" NOT NULL,
    idempotency_key text COLLATE "C" NOT NULL,
    intent          text COLLATE "C" NOT NULL,
    provider        text COLLATE "C" NOT NULL,
    params          jsonb NOT NULL,
    policy          jsonb NOT NULL,
    version         bigint NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    created_by      text NOT NULL DEFAULT session_user,
    -- The result slot.
    completed_by    bigint,
    completed_at    timestamptz,
    result          jsonb,
    result_bytes    bytea,
    -- A person's verdict: no result will come.
    closed_at       timestamptz,
    closed_by       text,
    close_reason    text,
    is_demo         boolean NOT NULL DEFAULT false,
    CONSTRAINT jobs_one_per_owner_and_key UNIQUE (owner_id, idempotency_key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE oncedesk.jobs IS 'One row per intent; (owner_id, idempotency_key) names it for ever.';
CREATE INDEX jobs_by_key ON oncedesk.jobs (idempotency_key);
CREATE INDEX jobs_by_owner ON oncedesk.jobs (owner_id, id); -- the first page of one owner's, however many jobs
CREATE INDEX jobs_without_result ON oncedesk.jobs (id) WHERE completed_by IS NULL AND closed_at IS NULL;
CREATE INDEX jobs_closed ON oncedesk.jobs (id) WHERE closed_at IS NOT NULL;

CREATE TABLE oncedesk.attempts (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id         bigint NOT NULL, -- there, and never deleted: guards, cheaper than a foreign key
    ordinal        integer NOT NULL,
    lane           smallint NOT NULL DEFAULT 0,
    provider       text COLLATE "C" NOT NULL,
    state          text COLLATE "C" NOT NULL DEFAULT 'pending',
    opened_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    opened_by      text NOT NULL DEFAULT session_user,
    opened_because text NOT NULL DEFAULT 'submit', -- person, retry, failover, hedge
    open_reason    text,   -- a person's words
    follows        bigint, -- the failed or hedged attempt that led to this one
    not_before     timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Set once, when a worker claims it.
    job_version    bigint,
    claim_token    uuid,
    worker         text,   -- the name it gave itself
    claimed_by     text,   -- its login
    started_at     timestamptz,
    deadline_at    timestamptz,
    hedge_at       timestamptz, -- when a second lane falls due; null when none does
    unknown_at     timestamptz,
    unknown_why    text,
    ended_at       timestamptz,
    error_code     text,
    error_message  text,
    retryable      boolean,
    -- Asked, not done: the worker has to stop it.
    cancel_requested_at timestamptz,
    cancel_requested_by text,
    cancel_reason       text,
    cancel_evidence     text,
    CONSTRAINT attempts_ordinal_once UNIQUE (job_id, ordinal)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE oncedesk.attempts IS 'Tries to carry a job out, each at one provider.';
-- Promise 4, even for someone who writes SQL by hand. Lane 1 is the second lane of a hedged job.
CREATE UNIQUE INDEX attempts_one_live_per_lane ON oncedesk.attempts (job_id, lane)
    WHERE state IN ('pending', 'started', 'unknown');
CREATE INDEX attempts_due ON oncedesk.attempts (provider, not_before, id) WHERE state = 'pending';
CREATE INDEX attempts_overdue ON oncedesk.attempts (deadline_at) WHERE state = 'started';
CREATE INDEX attempts_hedge_due ON oncedesk.attempts (hedge_at) WHERE state = 'started' AND hedge_at IS NOT NULL;
CREATE INDEX attempts_second_lane ON oncedesk.attempts (job_id)
    WHERE lane = 1 AND claim_token IS NULL AND ended_at IS NULL; -- pending: see finish_set for the words
CREATE INDEX attempts_unknown ON oncedesk.attempts (unknown_at) WHERE state = 'unknown';
CREATE INDEX attempts_asked_to_cancel ON oncedesk.attempts (worker)
    WHERE state = 'started' AND cancel_requested_at IS NOT NULL;

CREATE TABLE oncedesk.workers (
    name           text COLLATE "C" PRIMARY KEY,
    providers      text[] NOT NULL,
    in_flight      integer NOT NULL,
    version        text NOT NULL,
    first_seen     timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_heartbeat timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);
COMMENT ON TABLE oncedesk.workers IS 'Last heartbeat of each worker. Alive: younger than 15 s.';

CREATE TABLE oncedesk.certificates (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider             text COLLATE "C" NOT NULL REFERENCES oncedesk.providers,
    intent               text COLLATE "C" NOT NULL,
    suite_version        text NOT NULL,
    provider_fingerprint text NOT NULL,
    issued_at            timestamptz NOT NULL DEFAULT clock_timestamp(),
    issued_by            text NOT NULL DEFAULT session_user,
    expires_at           timestamptz NOT NULL,
    revoked_at           timestamptz
);
COMMENT ON TABLE oncedesk.certificates IS
    'Proof that a provider means the same thing for an intent, at the settings it had then.';
CREATE INDEX certificates_latest ON oncedesk.certificates (provider, intent, id);

CREATE TABLE oncedesk.requests (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    attempt_id  bigint NOT NULL REFERENCES oncedesk.attempts,
    job_id      bigint NOT NULL,
    kind        text NOT NULL CONSTRAINT requests_kind_is_known CHECK (kind IN ('ask', 'stop')),
    provider    text COLLATE "C" NOT NULL,
    asked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    asked_by    text NOT NULL DEFAULT session_user,
    claimed_at  timestamptz,
    worker      text,
    token       uuid,
    answered_at timestamptz,
    answer      text
);
COMMENT ON TABLE oncedesk.requests IS 'Questions and stop requests for a provider, carried out by workers.';
CREATE UNIQUE INDEX requests_one_open ON oncedesk.requests (attempt_id, kind) WHERE answered_at IS NULL;
CREATE INDEX requests_waiting ON oncedesk.requests (provider, id) WHERE answered_at IS NULL;
CREATE INDEX requests_by_job ON oncedesk.requests (job_id, id);

-- API clients of the HTTP intake. Only the token's SHA-256 is kept.
CREATE TABLE oncedesk.clients (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name         text COLLATE "C" NOT NULL CONSTRAINT clients_name_once UNIQUE,
    owner_id     text COLLATE "C" NOT NULL,
    token_prefix text NOT NULL,
    token_sha256 bytea NOT NULL CONSTRAINT clients_token_once UNIQUE,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    created_by   text NOT NULL DEFAULT session_user,
    revoked_at   timestamptz,
    revoked_by   text
);
COMMENT ON TABLE oncedesk.clients IS 'Callers of the HTTP intake and the owner each one speaks for.';

-- History: append-only, guarded by triggers against UPDATE, DELETE and TRUNCATE.

CREATE TABLE oncedesk.attempt_events (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id     bigint NOT NULL,
    attempt_id bigint NOT NULL,
    at         timestamptz NOT NULL,
    event      text NOT NULL, -- unknown, failed, superseded, cancelled, cancel_requested, late_failure, fallback_passed_over
    actor      text NOT NULL DEFAULT session_user,
    detail     jsonb
);
COMMENT ON TABLE oncedesk.attempt_events IS 'Moves of attempts that are no write-once column, by trigger, and what was noted beside them. Read event_view.';
CREATE INDEX attempt_events_by_job ON oncedesk.attempt_events (job_id, id);

CREATE TABLE oncedesk.submissions (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at              timestamptz NOT NULL DEFAULT clock_timestamp(),
    job_id          bigint NOT NULL, -- the job that holds the key, whatever the outcome
    outcome         text NOT NULL, -- created, replayed, conflict
    differs         text[],
    client          text,
    actor           text NOT NULL DEFAULT session_user
);
COMMENT ON TABLE oncedesk.submissions IS 'Every call of submit_job and what came of it.';
CREATE INDEX submissions_by_job ON oncedesk.submissions (job_id, id);
CREATE INDEX submissions_conflicts ON oncedesk.submissions (id) WHERE outcome = 'conflict';

CREATE TABLE oncedesk.races (
    attempt_id    bigint PRIMARY KEY, -- one decision per attempt
    id            bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT races_id_once UNIQUE,
    job_id        bigint NOT NULL,
    at            timestamptz NOT NULL DEFAULT clock_timestamp(),
    outcome       text NOT NULL, -- won, lost
    lost_because  text, -- attempt_cancelled, job_closed, slot_taken, version_moved, attempt_failed
    version_read  bigint NOT NULL,
    version_found bigint NOT NULL,
    winner        bigint,
    result_sha256 bytea,  -- of what was thrown away
    result_size   bigint, -- bytes
    actor         text NOT NULL DEFAULT session_user
);
COMMENT ON TABLE oncedesk.races IS 'Every compare-and-swap on a result slot, won or lost.';
CREATE INDEX races_lost ON oncedesk.races (id) WHERE outcome = 'lost';

CREATE TABLE oncedesk.operator_actions (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor      text NOT NULL DEFAULT session_user,
    action     text NOT NULL,
    job_id     bigint,
    attempt_id bigint,
    reason     text,
    evidence   text,
    outcome    text NOT NULL,
    detail     jsonb
);
COMMENT ON TABLE oncedesk.operator_actions IS 'What people did, why, and what came of it.';
CREATE INDEX operator_actions_by_job ON oncedesk.operator_actions (job_id, id) WHERE job_id IS NOT NULL;

CREATE TABLE oncedesk.provider_answers (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id bigint NOT NULL,
    attempt_id bigint NOT NULL,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    answer     text NOT NULL,
    payload    jsonb,
    actor      text NOT NULL DEFAULT session_user
);
COMMENT ON TABLE oncedesk.provider_answers IS 'Evidence: what a provider said about an attempt.';
CREATE INDEX provider_answers_by_attempt ON oncedesk.provider_answers (attempt_id, id);
