-- What a provider must have shown before anything fails over to it: contract suites, their runs, and what came of each.

CREATE TABLE oncedesk.suites (
    intent   text COLLATE "C" NOT NULL CONSTRAINT suites_intent_is_plain CHECK (intent ~ '^[!-~]{1,100}$'),
    version  integer NOT NULL CONSTRAINT suites_version_counts CHECK (version >= 1),
    body     json NOT NULL, -- the text as it was given
    calls    integer NOT NULL, -- to a provider, when every case is run as often as it says
    saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    saved_by text NOT NULL DEFAULT session_user,
    CONSTRAINT suites_pkey PRIMARY KEY (intent, version)
);
COMMENT ON TABLE oncedesk.suites IS 'Contract suites, every version of each. The latest is the one that counts.';

CREATE TABLE oncedesk.certification_runs (
    id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider             text COLLATE "C" NOT NULL REFERENCES oncedesk.providers,
    intent               text COLLATE "C" NOT NULL,
    suite_version        integer, -- null: a trial
    trial_suite          json,    -- of a trial: what it runs instead of a saved suite
    trial_settings       jsonb,   -- of a trial: instead of the provider's own
    calls                integer NOT NULL, -- that its suite wants
    provider_fingerprint text, -- of the settings it ran with
    requested_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    requested_by         text NOT NULL DEFAULT session_user,
    claimed_at           timestamptz,
    worker               text,
    token                uuid,
    heard_at             timestamptz, -- from its worker, last
    cancel_requested_at  timestamptz,
    cancel_requested_by  text,
    finished_at          timestamptz,
    outcome              text CONSTRAINT certification_runs_outcome_is_known
                         CHECK (outcome IN ('passed', 'failed', 'cancelled', 'aborted')),
    reason               text,
    model                text,
    FOREIGN KEY (intent, suite_version) REFERENCES oncedesk.suites,
    CONSTRAINT certification_runs_end_whole CHECK ((finished_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT certification_runs_try_or_prove CHECK ((trial_suite IS NULL) = (suite_version IS NOT NULL)),
    CONSTRAINT certification_runs_prove_with_real_settings CHECK (trial_settings IS NULL OR trial_suite IS NOT NULL)
);
COMMENT ON TABLE oncedesk.certification_runs IS
    'Runs of a contract suite against a provider, carried out by a worker. Trials, of a suite or settings that are not saved, prove nothing.';
CREATE UNIQUE INDEX certification_runs_one_open ON oncedesk.certification_runs (provider, intent)
    WHERE finished_at IS NULL AND trial_suite IS NULL;
CREATE INDEX certification_runs_latest ON oncedesk.certification_runs (intent, provider, id);

CREATE TABLE oncedesk.certification_cases (
    run_id  bigint NOT NULL REFERENCES oncedesk.certification_runs,
    name    text NOT NULL,
    repeat  integer NOT NULL,
    at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    verdict text NOT NULL CONSTRAINT certification_cases_verdict_is_known CHECK
            (verdict IN ('passed', 'failed_call', 'doubtful', 'not_json', 'wire', 'schema', 'rule', 'latency')),
    reason  text,
    faults  text[] NOT NULL DEFAULT '{}',
    request text,   -- as it went out, secrets taken out
    answer  bytea,  -- as it came
    model   text,
    took_ms bigint NOT NULL,
    CONSTRAINT certification_cases_pkey PRIMARY KEY (run_id, name, repeat)
);
COMMENT ON TABLE oncedesk.certification_cases IS 'Each case of a certification run, with what was sent, what came, and the verdict.';

ALTER TABLE oncedesk.certificates
    ADD COLUMN run_id bigint REFERENCES oncedesk.certification_runs,
    ADD COLUMN model text,
    ADD COLUMN revoked_because text;

ALTER TABLE oncedesk.providers
    ADD COLUMN model text, -- that answered last, as the provider says
    ADD COLUMN model_since timestamptz;
