-- Who may what. Nothing is public; tables are nobody's but the owner's.
REVOKE ALL ON SCHEMA oncedesk FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA oncedesk FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA oncedesk FROM PUBLIC;
GRANT USAGE ON SCHEMA oncedesk TO oncedesk_viewer, oncedesk_submitter, oncedesk_worker, oncedesk_admin;
DO $$
BEGIN
    IF to_regclass('oncedesk.schema_migrations') IS NOT NULL THEN
        GRANT SELECT ON oncedesk.schema_migrations TO oncedesk_viewer, oncedesk_submitter, oncedesk_worker, oncedesk_admin;
    END IF;
END $$;

GRANT SELECT ON oncedesk.job_view, oncedesk.job_status_view, oncedesk.attempt_view, oncedesk.event_view,
    oncedesk.submission_view, oncedesk.race_view, oncedesk.action_view, oncedesk.provider_view,
    oncedesk.certificate_view, oncedesk.certificate_history_view, oncedesk.worker_view, oncedesk.request_view, oncedesk.answer_view,
    oncedesk.suite_view, oncedesk.certification_view, oncedesk.certification_case_view
    TO oncedesk_viewer, oncedesk_admin;
GRANT EXECUTE ON FUNCTION oncedesk.why_not_certified(text, text) -- a view calls it
    TO oncedesk_viewer, oncedesk_admin;

GRANT EXECUTE ON FUNCTION
    oncedesk.open_attempt(bigint, text, text), oncedesk.cancel_attempt(bigint, text, text),
    oncedesk.close_job(bigint, bigint, text), oncedesk.ask_provider(bigint), oncedesk.stop_at_provider(bigint),
    oncedesk.sweep_overdue(integer)
    TO oncedesk_operator;

GRANT EXECUTE ON FUNCTION oncedesk.submit_job(text, text, text, text, jsonb, jsonb, text) TO oncedesk_submitter;
GRANT SELECT ON oncedesk.my_job_view TO oncedesk_submitter;

GRANT EXECUTE ON FUNCTION
    oncedesk.claim_attempts(text, text[], integer), oncedesk.finish_attempt(bigint, uuid, jsonb),
    oncedesk.finish_attempts(bigint[], uuid[], jsonb[]), oncedesk.finish_attempt_bytes(bigint, uuid, bytea),
    oncedesk.fail_attempt(bigint, uuid, text, text, boolean, interval), oncedesk.mark_unknown(bigint, uuid, text),
    oncedesk.sweep_overdue(integer), oncedesk.open_due_hedges(integer),
    oncedesk.heartbeat(text, text[], integer, text), oncedesk.claim_requests(text, text[], integer),
    oncedesk.answer_request(bigint, uuid, text, jsonb), oncedesk.note_model(text, text, bigint),
    oncedesk.claim_certification(text, text[], bigint),
    oncedesk.record_case(bigint, uuid, text, integer, text, text, text[], text, bytea, text, bigint),
    oncedesk.finish_certification(bigint, uuid, text)
    TO oncedesk_worker;
GRANT SELECT ON oncedesk.provider_view TO oncedesk_worker;

GRANT SELECT ON oncedesk.client_view TO oncedesk_admin;
GRANT EXECUTE ON FUNCTION
    oncedesk.add_provider(text, text, jsonb), oncedesk.set_provider(text, jsonb, jsonb),
    oncedesk.enable_provider(text, boolean), oncedesk.save_suite(text, text),
    oncedesk.request_certification(text, text), oncedesk.request_trial(text, text, text, text, jsonb),
    oncedesk.cancel_certification(bigint), oncedesk.end_lost_certifications(),
    oncedesk.revoke_certificates(text, text), oncedesk.add_client(text, text, text, bytea),
    oncedesk.revoke_client(text)
    TO oncedesk_admin;
