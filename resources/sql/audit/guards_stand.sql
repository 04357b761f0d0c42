-- What keeps the promises from now on: the unique indexes are valid, the triggers are there and cannot be switched off by a setting.
SELECT finding FROM (
    SELECT format('The unique index %s is missing or not valid. Have the schema''s owner rebuild it.', wanted.name) AS finding
      FROM (VALUES ('jobs_one_per_owner_and_key'), ('attempts_one_live_per_lane'), ('attempts_ordinal_once')) AS wanted (name)
     WHERE NOT EXISTS (SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
                        WHERE n.nspname = 'oncedesk' AND c.relname = wanted.name AND i.indisunique AND i.indisvalid)
    UNION ALL
    SELECT format('The trigger %s of %s is missing or not always on. Have the schema''s owner run: ALTER TABLE oncedesk.%s ENABLE ALWAYS TRIGGER %s', wanted.name, wanted.place, wanted.place, wanted.name)
      FROM (SELECT t.place, t.name FROM (VALUES ('jobs', 'guard_job'), ('jobs', 'guard_winner'), ('attempts', 'guard_attempt'), ('attempts', 'guard_new_attempt')) AS t (place, name)
            UNION ALL SELECT t, g FROM unnest(ARRAY['attempt_events', 'submissions', 'races', 'operator_actions', 'provider_answers']) AS t,
                                       unnest(ARRAY['guard_append_only', 'guard_no_truncate']) AS g
            UNION ALL SELECT t, g FROM unnest(ARRAY['jobs', 'attempts', 'providers', 'certificates', 'requests']) AS t,
                                       unnest(ARRAY['guard_no_delete', 'guard_no_truncate']) AS g) AS wanted
     WHERE NOT EXISTS (SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
                        WHERE n.nspname = 'oncedesk' AND c.relname = wanted.place AND t.tgname = wanted.name AND t.tgenabled = 'A')
) AS guard
 LIMIT $1
