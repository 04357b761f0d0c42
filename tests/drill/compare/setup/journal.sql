-- The callers' journals: see tests/drill/entry.h. Superuser's own; not part of the product.
CREATE SCHEMA drill;
CREATE TABLE drill.journal (
    call         bigint NOT NULL,
    place        integer NOT NULL,
    kind         text COLLATE "C" NOT NULL,
    began        bigint,
    ended        bigint,
    doubts       integer NOT NULL,
    refused      boolean NOT NULL,
    owner        text COLLATE "C",
    key          text COLLATE "C",
    intent       text COLLATE "C",
    provider     text COLLATE "C",
    params       jsonb,
    policy       jsonb,
    job          bigint,
    attempt      bigint,
    token        uuid,
    value        text,
    reason       text,
    evidence     text,
    version      bigint,
    request      bigint,
    outcome      text,
    why          text,
    told_job     bigint,
    told_attempt bigint,
    told_ordinal bigint,
    told_version bigint,
    told_winner  bigint,
    differs      text[],
    -- As the calls named themselves to the database.
    name         text GENERATED ALWAYS AS ('call ' || call) STORED,
    actor        text GENERATED ALWAYS AS ('drill_' || call / 1000000000) STORED
);
CREATE VIEW drill.told AS SELECT * FROM drill.journal WHERE ended IS NOT NULL AND NOT refused;
CREATE INDEX ON drill.journal (attempt, kind);
CREATE INDEX ON drill.journal (told_attempt) WHERE kind = 'open';
CREATE INDEX ON drill.journal (job, kind);
CREATE INDEX ON drill.journal (name);
