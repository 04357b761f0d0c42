-- The lowest and highest id there is; null when there is none. And from here on each statement of this session
-- is planned with its values: one plan for the busiest owner and the rarest would be wrong for either.
SELECT set_config('plan_cache_mode', 'force_custom_plan', false),
       (SELECT id FROM oncedesk.job_view ORDER BY id LIMIT 1) AS lowest,
       (SELECT id FROM oncedesk.job_view ORDER BY id DESC LIMIT 1) AS highest
