-- What keeps the promises from now on stands as it was made: constraints, unique indexes and triggers by their whole
-- definition, and nothing stands beside them that changes or hides what is written, or lets others write. What an
-- administrator may honestly add is left alone: indexes, AFTER triggers, logins that may read.
WITH relation AS MATERIALIZED (
    SELECT c.oid, c.relname AS name, c.relkind AS kind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relacl, c.relowner
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'oncedesk' AND c.relkind IN ('r', 'v', 'S')
), wanted_constraint (place, name, definition) AS (VALUES
    ('jobs', 'jobs_pkey', 'PRIMARY KEY (id)'),
    ('jobs', 'jobs_one_per_owner_and_key', 'UNIQUE (owner_id, idempotency_key)'),
    ('attempts', 'attempts_pkey', 'PRIMARY KEY (id)'),
    ('attempts', 'attempts_ordinal_once', 'UNIQUE (job_id, ordinal)'),
    ('races', 'races_pkey', 'PRIMARY KEY (attempt_id)'),
    ('races', 'races_id_once', 'UNIQUE (id)'),
    ('attempt_events', 'attempt_events_pkey', 'PRIMARY KEY (id)'),
    ('submissions', 'submissions_pkey', 'PRIMARY KEY (id)'),
    ('operator_actions', 'operator_actions_pkey', 'PRIMARY KEY (id)'),
    ('provider_answers', 'provider_answers_pkey', 'PRIMARY KEY (id)'),
    ('requests', 'requests_pkey', 'PRIMARY KEY (id)'),
    ('requests', 'requests_attempt_id_fkey', 'FOREIGN KEY (attempt_id) REFERENCES oncedesk.attempts(id)'),
    ('providers', 'providers_pkey', 'PRIMARY KEY (name)'),
    ('certificates', 'certificates_pkey', 'PRIMARY KEY (id)'),
    ('certificates', 'certificates_provider_fkey', 'FOREIGN KEY (provider) REFERENCES oncedesk.providers(name)'),
    ('certificates', 'certificates_run_id_fkey', 'FOREIGN KEY (run_id) REFERENCES oncedesk.certification_runs(id)'),
    ('suites', 'suites_pkey', 'PRIMARY KEY (intent, version)'),
    ('certification_runs', 'certification_runs_pkey', 'PRIMARY KEY (id)'),
    ('certification_cases', 'certification_cases_pkey', 'PRIMARY KEY (run_id, name, repeat)'),
    ('certification_cases', 'certification_cases_run_id_fkey', 'FOREIGN KEY (run_id) REFERENCES oncedesk.certification_runs(id)'),
    ('clients', 'clients_name_once', 'UNIQUE (name)'),
    ('clients', 'clients_token_once', 'UNIQUE (token_sha256)')
), wanted_index (name, definition) AS (VALUES
    ('attempts_one_live_per_lane', 'CREATE UNIQUE INDEX attempts_one_live_per_lane ON oncedesk.attempts USING btree (job_id, lane) WHERE (state = ANY (ARRAY[''pending''::text, ''started''::text, ''unknown''::text]))'),
    ('requests_one_open', 'CREATE UNIQUE INDEX requests_one_open ON oncedesk.requests USING btree (attempt_id, kind) WHERE (answered_at IS NULL)')
), wanted_column (place, names) AS (VALUES
    ('jobs', 'id owner_id idempotency_key intent provider params policy version created_at created_by is_demo'),
    ('attempts', 'id job_id ordinal lane provider state opened_at opened_by opened_because not_before'),
    ('races', 'attempt_id id job_id at outcome version_read version_found actor'),
    ('attempt_events', 'id job_id attempt_id at event actor'),
    ('submissions', 'id at job_id outcome actor'),
    ('operator_actions', 'id at actor action outcome'),
    ('provider_answers', 'id request_id attempt_id at answer actor')
), wanted_trigger (place, name, definition) AS (
    VALUES
    ('jobs', 'guard_job', 'CREATE TRIGGER guard_job BEFORE INSERT OR UPDATE ON oncedesk.jobs FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_job()'),
    ('jobs', 'guard_winner', 'CREATE TRIGGER guard_winner AFTER UPDATE ON oncedesk.jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION oncedesk.guard_winner()'),
    ('attempts', 'guard_attempt', 'CREATE TRIGGER guard_attempt BEFORE UPDATE ON oncedesk.attempts FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_attempt()'),
    ('attempts', 'guard_new_attempt', 'CREATE TRIGGER guard_new_attempt BEFORE INSERT ON oncedesk.attempts FOR EACH ROW EXECUTE FUNCTION oncedesk.guard_new_attempt()')
    UNION ALL
    SELECT t, g.name, format('CREATE TRIGGER %s BEFORE %s ON oncedesk.%s FOR EACH %s EXECUTE FUNCTION oncedesk.guard_refuse(''history is append-only'')', g.name, g.moment, t, g.each)
      FROM unnest(ARRAY['attempt_events', 'submissions', 'races', 'operator_actions', 'provider_answers', 'suites', 'certification_cases']) AS t
     CROSS JOIN (VALUES ('guard_append_only', 'DELETE OR UPDATE', 'ROW'), ('guard_no_truncate', 'TRUNCATE', 'STATEMENT')) AS g (name, moment, each)
    UNION ALL
    SELECT t, g.name, format('CREATE TRIGGER %s BEFORE %s ON oncedesk.%s FOR EACH %s EXECUTE FUNCTION oncedesk.guard_refuse(''its rows are kept for ever'')', g.name, g.moment, t, g.each)
      FROM unnest(ARRAY['jobs', 'attempts', 'providers', 'certificates', 'requests', 'certification_runs']) AS t
     CROSS JOIN (VALUES ('guard_no_delete', 'DELETE', 'ROW'), ('guard_no_truncate', 'TRUNCATE', 'STATEMENT')) AS g (name, moment, each)
), granted AS (
    SELECT format('oncedesk.%I', r.name) AS place, '' AS part, a.grantee, a.privilege_type, a.grantee = r.relowner AS is_owner
      FROM relation r CROSS JOIN aclexplode(r.relacl) AS a
    UNION ALL
    SELECT format('oncedesk.%I', r.name), format(' (%I)', c.attname), a.grantee, a.privilege_type, a.grantee = r.relowner
      FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid CROSS JOIN aclexplode(c.attacl) AS a
    UNION ALL
    SELECT 'SCHEMA oncedesk', '', a.grantee, a.privilege_type, a.grantee = n.nspowner
      FROM pg_namespace n CROSS JOIN aclexplode(n.nspacl) AS a WHERE n.nspname = 'oncedesk'
    UNION ALL
    SELECT format('FUNCTION %s', p.oid::regprocedure), '', a.grantee, a.privilege_type, a.grantee = p.proowner
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     CROSS JOIN aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a WHERE n.nspname = 'oncedesk'
)
SELECT finding FROM (
    SELECT format('The constraint %s of %s is not there as it was made. Have the schema''s owner take away what has its name, and run: ALTER TABLE oncedesk.%s ADD CONSTRAINT %s %s', w.name, w.place, w.place, w.name, w.definition) AS finding
      FROM wanted_constraint w
     WHERE NOT EXISTS (SELECT FROM relation r JOIN pg_constraint c ON c.conrelid = r.oid LEFT JOIN pg_index i ON i.indexrelid = c.conindid
                        WHERE r.name = w.place AND c.conname = w.name AND pg_get_constraintdef(c.oid) = w.definition AND c.convalidated
                          AND (c.contype = 'f' OR (i.indisunique AND i.indisvalid AND i.indisready AND i.indimmediate)))
    UNION ALL
    SELECT format('The unique index %s is not there as it was made. Have the schema''s owner take away what has its name, and run: %s', w.name, w.definition)
      FROM wanted_index w
     WHERE NOT EXISTS (SELECT FROM pg_index i JOIN relation r ON r.oid = i.indrelid
                        -- How full its pages are is an administrator's affair.
                        WHERE regexp_replace(pg_get_indexdef(i.indexrelid), ' WITH \([^)]*\)', '') = w.definition AND i.indisvalid AND i.indisready)
    UNION ALL
    SELECT format('The column %s of %s may be NULL. Have the schema''s owner run: ALTER TABLE oncedesk.%s ALTER COLUMN %s SET NOT NULL', c.name, w.place, w.place, c.name)
      FROM wanted_column w CROSS JOIN string_to_table(w.names, ' ') AS c (name)
     WHERE NOT EXISTS (SELECT FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid
                        WHERE r.name = w.place AND a.attname = c.name AND a.attnotnull)
    UNION ALL
    SELECT format('The trigger %s of %s is not there as it was made, and always on. Have the schema''s owner run: %s; ALTER TABLE oncedesk.%s ENABLE ALWAYS TRIGGER %s',
                  w.name, w.place, replace(w.definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), w.place, w.name)
      FROM wanted_trigger w
     WHERE NOT EXISTS (SELECT FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid
                        WHERE r.name = w.place AND t.tgname = w.name AND t.tgenabled = 'A' AND pg_get_triggerdef(t.oid) = w.definition)
    UNION ALL
    SELECT format('The trigger %s of %s is none of Oncedesk''s, and may change or drop what is written there. Have the schema''s owner run: DROP TRIGGER %I ON oncedesk.%I', t.tgname, r.name, t.tgname, r.name)
      FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid
     WHERE NOT t.tgisinternal AND t.tgtype & 66 <> 0 -- BEFORE or INSTEAD OF
       AND NOT EXISTS (SELECT FROM wanted_trigger w WHERE w.place = r.name AND w.name = t.tgname)
    UNION ALL
    SELECT format('The rule %s of %s changes what is written there. Have the schema''s owner run: DROP RULE %I ON oncedesk.%I', u.rulename, r.name, u.rulename, r.name)
      FROM relation r JOIN pg_rewrite u ON u.ev_class = r.oid WHERE NOT (r.kind = 'v' AND u.rulename = '_RETURN')
    UNION ALL
    SELECT format('Row security of %s hides rows or refuses them. Have the schema''s owner run: ALTER TABLE oncedesk.%s DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', r.name, r.name)
      FROM relation r WHERE r.relrowsecurity OR r.relforcerowsecurity
    UNION ALL
    SELECT format('The table %s is lost in a crash. Have the schema''s owner run: ALTER TABLE oncedesk.%s SET LOGGED', r.name, r.name)
      FROM relation r WHERE r.kind = 'r' AND r.relpersistence <> 'p'
    UNION ALL
    SELECT format('%s may %s on %s. Have the schema''s owner run: REVOKE %s ON %s FROM %s', g.grantee, g.rights, g.place, g.rights, g.place, g.grantee)
      FROM (SELECT g.place, CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END AS grantee,
                   string_agg(g.privilege_type || g.part, ', ' ORDER BY g.privilege_type, g.part) AS rights
              FROM granted g
             WHERE NOT g.is_owner
               AND (g.grantee = 0 OR g.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'CREATE'))
             GROUP BY g.place, g.grantee) AS g
) AS guard
 LIMIT $1
