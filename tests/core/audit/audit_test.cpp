// What somebody with the owner's rights did to a history behind the contract's back is named; an honest one
// is clean.
#include "tests/core/audit/theaudit.h"

namespace oncedesk {

TEST_F(TheAudit, FindsNothingInAnHonestHistory)
{
    run(honestHistory);
    EXPECT_EQ(findings(), QStringList());
    EXPECT_EQ(findings(u"oncedesk_viewer"_s), QStringList());
    EXPECT_EQ(m_sql
                  .exec("SELECT string_agg(lost_because, ',' ORDER BY id) FROM oncedesk.races WHERE outcome "
                        "= 'lost'")
                  .text(),
              u"attempt_cancelled,slot_taken,job_closed"_s);
}

TEST_F(TheAudit, FindsNothingWhenALostResultSaysWhatWasSaidBefore)
{
    run("SELECT oncedesk.add_provider('inkjet', 'simulated')");
    for (const QByteArray &result :
         {QByteArray("false"), QByteArray("true"), QByteArray("null"), QByteArray("0"), QByteArray("{}"),
          QByteArray("\"\""), QByteArray("\"accepted_risk\""),
          QByteArray("\"No answer in a very long time.\""), QByteArray(R"({"state": "running"})"),
          QByteArray(R"({"why": "link lost"})"),
          QByteArray(R"({"reason": "paper jam", "evidence": "accepted_risk"})"),
          QByteArray(R"({"state": "cancelled", "was": "unknown"})"),
          QByteArray(R"({"id": "print-4711", "state": "queued", "position": 12})")})
        run("DO $$ DECLARE a record; b record; q record; result jsonb := '" + result +
            "'; BEGIN"
            " PERFORM oncedesk.submit_job('alice', gen_random_uuid()::text, 'print.poster', 'inkjet', '{}');"
            " SELECT * INTO a FROM oncedesk.claim_attempts('printer-1', '{inkjet}', 1);"
            " PERFORM oncedesk.mark_unknown(a.attempt_id, a.claim_token, 'No answer in a very long time.'),"
            "         oncedesk.ask_provider(a.attempt_id);"
            " SELECT * INTO q FROM oncedesk.claim_requests('printer-1', '{inkjet}', 1);"
            " PERFORM oncedesk.answer_request(q.request_id, q.token, 'running', result),"
            "         oncedesk.cancel_attempt(a.attempt_id, 'paper jam', 'accepted_risk'),"
            "         oncedesk.finish_attempt(a.attempt_id, a.claim_token, result),"
            "         oncedesk.ask_provider(a.attempt_id), oncedesk.open_attempt(a.job_id);"
            " SELECT * INTO q FROM oncedesk.claim_requests('printer-1', '{inkjet}', 1);"
            " PERFORM oncedesk.answer_request(q.request_id, q.token, 'running', result);"
            " SELECT * INTO b FROM oncedesk.claim_attempts('printer-1', '{inkjet}', 1);"
            " PERFORM oncedesk.fail_attempt(b.attempt_id, b.claim_token, 'refused', result::text, false),"
            "         oncedesk.finish_attempt(b.attempt_id, b.claim_token, result); END $$");
    EXPECT_EQ(findings(), QStringList());
}

TEST_F(TheAudit, FindsALostResultWhereNothingHonestLooksLikeIt)
{
    const auto gone = u"lost_payloads_are_gone"_s;
    const QByteArray late = R"({"sheets": 7, "reference": "LAS-00000042"})";
    expectFound({
        {gone, "UPDATE oncedesk.attempts SET error_message = '" + late + "' WHERE id = 2"},
        {gone, "UPDATE oncedesk.attempts SET error_message = '" + late + "' WHERE state = 'failed'"},
        {gone,
         "UPDATE oncedesk.operator_actions SET detail = detail || '{\"result\": " + late +
             "}' WHERE attempt_id = 2 AND action = 'cancel_attempt'",
         u"the result of attempt 2, which lost"_s},
        {gone, "UPDATE oncedesk.operator_actions SET detail = '{\"state\": " + late +
                   "}' WHERE action = 'cancel_attempt'"},
        {gone,
         "UPDATE oncedesk.attempt_events SET detail = '{\"note\": {\"kept\": [1, {\"was\": " + late +
             "}]}}' WHERE attempt_id = 2 AND event = 'cancelled'",
         u"the result of attempt 2, which lost"_s},
        {gone,
         "INSERT INTO oncedesk.attempt_events (job_id, attempt_id, at, event, detail)"
         " VALUES (3, 4, now(), 'noted', '{\"text\": \"by inkjet, and more\", \"kept\": " +
             late + "}')",
         u"An event of attempt 4 holds the result of attempt 2"_s},
        {gone,
         "UPDATE oncedesk.attempt_events SET detail = jsonb_build_object('kept', (SELECT r.result::text "
         "FROM oncedesk.jobs r WHERE r.id = 1)) WHERE attempt_id = 2 AND event = 'unknown'"},
        {gone, "INSERT INTO oncedesk.provider_answers (request_id, attempt_id, answer, payload)"
               " VALUES (77, 2, 'running', '" +
                   late + "')"},
        {gone, "UPDATE oncedesk.provider_answers SET answer = 'succeeded'"},
    });
}

TEST_F(TheAudit, FindsRacesThatSayOtherwise)
{
    const auto won = u"one_winner_holds_the_slot"_s;
    const auto lost = u"losses_are_logged"_s;
    expectFound({
        {won, "UPDATE oncedesk.attempts SET job_version = 77 WHERE id = 1", u"It says that it read 77"_s},
        {won, "UPDATE oncedesk.races SET version_read = 50, version_found = 51 WHERE attempt_id = 1",
         u"50 read and 51 found"_s},
        {won, "UPDATE oncedesk.races SET result_size = 3 WHERE attempt_id = 1"},
        {won,
         "UPDATE oncedesk.jobs j SET completed_by = o.completed_by FROM oncedesk.jobs o WHERE (j.id, o.id) "
         "IN "
         "((1, 2), (2, 1))",
         u"The result slot of ticket #1 is held by attempt 3, which is one of ticket #2."_s},
        {won, "DELETE FROM oncedesk.races WHERE attempt_id = 1", u"no race tells that it won"_s},
        {lost, "UPDATE oncedesk.races SET lost_because = 'slot_taken' WHERE lost_because = 'job_closed'",
         u"the ticket's slot closed"_s},
        {lost,
         "UPDATE oncedesk.races SET lost_because = 'slot_taken' WHERE lost_because = 'attempt_cancelled'"},
        {lost, "UPDATE oncedesk.races SET winner = NULL WHERE lost_because = 'slot_taken'"},
        {lost, "UPDATE oncedesk.races SET lost_because = 'attempt_failed' WHERE lost_because = 'slot_taken'"},
        {lost, "UPDATE oncedesk.races SET version_found = 9 WHERE outcome = 'lost'"},
        {lost, "UPDATE oncedesk.races SET result_size = -5 WHERE outcome = 'lost'"},
        {lost, "UPDATE oncedesk.races SET result_sha256 = '' WHERE outcome = 'lost'"},
        {lost, "DELETE FROM oncedesk.races WHERE lost_because = 'slot_taken'"},
        {u"version_counts_moves"_s, "UPDATE oncedesk.jobs SET version = 3 WHERE id = 9"},
    });
}

TEST_F(TheAudit, FindsAttemptsThatAreGoneOrNotWhole)
{
    const auto numbered = u"attempts_are_numbered"_s;
    const auto moves = u"moves_were_legal"_s;
    const auto cancels = u"cancels_say_why"_s;
    expectFound({
        {numbered, "DELETE FROM oncedesk.attempts WHERE job_id = 8",
         u"Ticket #8 was to start by itself, and has no attempt."_s},
        {numbered, "DELETE FROM oncedesk.attempts WHERE job_id = 9"},
        {numbered, "DELETE FROM oncedesk.attempts WHERE id = 4"},
        {numbered, "UPDATE oncedesk.attempts SET follows = 999 WHERE follows IS NOT NULL", u"not there"_s},
        {numbered, "UPDATE oncedesk.attempts SET follows = 1 WHERE follows IS NOT NULL", u"of ticket #1"_s},
        {numbered, "UPDATE oncedesk.attempts SET follows = NULL WHERE opened_because = 'failover'"},
        {numbered, "UPDATE oncedesk.attempts SET follows = 1 WHERE id = 1"},
        {numbered, "UPDATE oncedesk.attempts SET opened_because = 'xyz' WHERE id = 1", u"xyz"_s},
        {moves, "UPDATE oncedesk.attempts SET claim_token = NULL WHERE state = 'started'"},
        {moves, "UPDATE oncedesk.attempts SET deadline_at = NULL WHERE state = 'started'"},
        {moves, "UPDATE oncedesk.attempts SET worker = NULL WHERE id = 1"},
        {moves, "UPDATE oncedesk.attempts SET claim_token = gen_random_uuid() WHERE state = 'pending'"},
        {moves, "UPDATE oncedesk.attempts SET unknown_at = NULL, unknown_why = NULL WHERE state = 'unknown'"},
        {moves, "UPDATE oncedesk.attempts SET unknown_why = NULL WHERE state = 'unknown'"},
        {moves, "UPDATE oncedesk.attempts SET ended_at = started_at - interval '1 hour' WHERE id = 1"},
        {moves, "UPDATE oncedesk.attempt_events SET job_id = 3 WHERE attempt_id = 2 AND event = 'unknown'",
         u"Attempt 2 is one of ticket #2; its history is told under ticket #3."_s},
        {moves, "UPDATE oncedesk.attempt_events SET job_id = 3 WHERE event = 'cancel_requested'"},
        {cancels, "UPDATE oncedesk.attempts SET cancel_reason = '' WHERE state = 'cancelled'"},
        {cancels, "UPDATE oncedesk.attempts SET cancel_reason = ' ' WHERE state = 'started' AND "
                  "cancel_reason IS NOT NULL"},
        {cancels, "UPDATE oncedesk.attempts SET cancel_requested_by = '' WHERE state = 'cancelled'"},
        {cancels, "UPDATE oncedesk.attempts SET cancel_requested_at = NULL WHERE state = 'cancelled'"},
    });
}

TEST_F(TheAudit, FindsWhatPeopleDidOffTheRecord)
{
    const auto record = u"people_are_on_record"_s;
    expectFound({
        {record, "DELETE FROM oncedesk.operator_actions",
         u"Attempt 2 of ticket #2 was cancelled, or asked to, by oncedesk, and no operator action"_s},
        {record, "DELETE FROM oncedesk.operator_actions WHERE action = 'close_job'", u"Ticket #5"_s},
        {record, "DELETE FROM oncedesk.operator_actions WHERE action = 'open_attempt'", u"Attempt 3"_s},
        {record, "DELETE FROM oncedesk.operator_actions WHERE outcome = 'cancel_requested'"},
        {record, "DELETE FROM oncedesk.attempts WHERE opened_because = 'person'", u"not there"_s},
        {record, "UPDATE oncedesk.jobs SET closed_at = NULL, closed_by = NULL, close_reason = NULL, version "
                 "= 1 WHERE "
                 "id = 5"},
        {u"failovers_were_certified"_s, "DELETE FROM oncedesk.certificates", u"was not certified"_s},
        {u"failovers_were_certified"_s,
         "UPDATE oncedesk.certificates SET revoked_at = issued_at - interval '2 hours'"},
        {u"failovers_were_certified"_s,
         "UPDATE oncedesk.certificates SET issued_at = issued_at + interval '1 day'"},
        {u"failovers_were_certified"_s, "UPDATE oncedesk.jobs SET policy = policy - 'fallbacks' WHERE id = 3",
         u"is no fallback"_s},
        {u"submissions_lead_to_jobs"_s, "UPDATE oncedesk.submissions SET job_id = 9 WHERE id = (SELECT "
                                        "min(id) FROM oncedesk.submissions WHERE "
                                        "outcome = 'replayed')"},
    });
}

TEST_F(TheAudit, FindsAJobWithoutAnOwner)
{
    run(honestHistory);
    run("BEGIN");
    run("ALTER TABLE oncedesk.jobs ALTER COLUMN owner_id DROP NOT NULL");
    damage("UPDATE oncedesk.jobs SET owner_id = NULL WHERE id = 7");
    const QString found = findingsHere().join(u'\n');
    EXPECT_TRUE(found.contains(u"one_job_per_key: Ticket #7")) << found.toStdString();
    EXPECT_TRUE(found.contains(u"guards_stand: The column owner_id of jobs may be NULL."))
        << found.toStdString();
}

TEST_F(TheAudit, FindsGuardsThatAreThereInNameOnly)
{
    for (const QByteArray &sql : {
             QByteArray(
                 "CREATE OR REPLACE TRIGGER guard_job BEFORE INSERT OR UPDATE ON oncedesk.jobs FOR EACH ROW"
                 " WHEN (false) EXECUTE FUNCTION oncedesk.guard_job();"
                 "ALTER TABLE oncedesk.jobs ENABLE ALWAYS TRIGGER guard_job"),
             QByteArray("DROP INDEX oncedesk.attempts_one_live_per_lane;"
                        "CREATE UNIQUE INDEX attempts_one_live_per_lane ON oncedesk.attempts (id)"),
             QByteArray("ALTER TABLE oncedesk.jobs DROP CONSTRAINT jobs_one_per_owner_and_key;"
                        "ALTER TABLE oncedesk.jobs ADD CONSTRAINT jobs_one_per_owner_and_key"
                        " UNIQUE (owner_id, idempotency_key, id)"),
             QByteArray("ALTER TABLE oncedesk.races DROP CONSTRAINT races_pkey"),
             QByteArray("CREATE RULE nothing AS ON INSERT TO oncedesk.races DO INSTEAD NOTHING"),
             QByteArray("CREATE FUNCTION public.drop_it() RETURNS trigger LANGUAGE plpgsql AS"
                        " 'BEGIN RETURN NULL; END';"
                        "CREATE TRIGGER zz BEFORE INSERT ON oncedesk.races FOR EACH ROW EXECUTE FUNCTION"
                        " public.drop_it()"),
             QByteArray("ALTER TABLE oncedesk.jobs ENABLE ROW LEVEL SECURITY"),
             QByteArray("ALTER TABLE oncedesk.jobs SET UNLOGGED"),
             QByteArray("GRANT ALL ON ALL TABLES IN SCHEMA oncedesk TO PUBLIC"),
             QByteArray("GRANT UPDATE (result) ON oncedesk.jobs TO oncedesk_worker"),
             QByteArray("GRANT UPDATE ON oncedesk.job_view TO oncedesk_viewer"),
             QByteArray("GRANT EXECUTE ON FUNCTION oncedesk.finish_set TO PUBLIC"),
             QByteArray("GRANT CREATE ON SCHEMA oncedesk TO oncedesk_viewer"),
         }) {
        run("BEGIN");
        run(sql);
        const QStringList found = findingsHere();
        EXPECT_FALSE(found.isEmpty()) << sql.toStdString();
        for (const QString &finding : found) {
            EXPECT_TRUE(finding.startsWith(u"guards_stand: ")) << finding.toStdString();
            // What it says to run makes it whole again, when what had the name is gone.
            if (finding.contains(u"The unique index "))
                run("DROP INDEX oncedesk." + finding.section(u' ', 4, 4).toUtf8());
            if (finding.contains(u"The constraint jobs_one"))
                run("ALTER TABLE oncedesk.jobs DROP CONSTRAINT jobs_one_per_owner_and_key");
            run(finding.section(u" run: "_s, 1).toUtf8());
        }
        EXPECT_EQ(findingsHere(), QStringList()) << sql.toStdString();
        run("ROLLBACK");
    }
}

TEST_F(TheAudit, FindsNothingInWhatAnAdministratorMayAdd)
{
    run("CREATE INDEX reports ON oncedesk.jobs (created_at);"
        "GRANT SELECT ON oncedesk.jobs TO oncedesk_viewer;"
        "ALTER TABLE oncedesk.jobs SET (fillfactor = 90);"
        "ALTER INDEX oncedesk.attempts_one_live_per_lane SET (fillfactor = 80);"
        "CREATE FUNCTION public.tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
        "CREATE TRIGGER tell AFTER INSERT ON oncedesk.races FOR EACH ROW EXECUTE FUNCTION public.tell();"
        "ALTER ROLE CURRENT_USER IN DATABASE " +
        m_database.name().toUtf8() + " SET search_path = oncedesk, public");
    run(honestHistory);
    EXPECT_EQ(findings(), QStringList());
}

TEST_F(TheAudit, FindsFunctionsThatAreNotThisPrograms)
{
    const struct
    {
        QString name;
        QByteArray sql;
    } replacements[]{
        {u"guard_job"_s, "CREATE OR REPLACE FUNCTION oncedesk.guard_job() RETURNS trigger LANGUAGE plpgsql"
                         " SET search_path = oncedesk, pg_temp AS 'begin return new; end'"},
        {u"finish_attempt"_s, "ALTER FUNCTION oncedesk.finish_attempt SECURITY INVOKER"},
        {u"open_attempt"_s, "ALTER FUNCTION oncedesk.open_attempt RESET search_path"},
        {u"guard_say"_s, "ALTER FUNCTION oncedesk.guard_say STRICT"},
        {u"mark_unknown"_s,
         "CREATE OR REPLACE FUNCTION oncedesk.mark_unknown(attempt_id bigint, claim_token uuid, why"
         " text) RETURNS text LANGUAGE sql SECURITY DEFINER AS $$ SELECT 'unknown' $$"},
        {u"finish_attempt"_s,
         "CREATE FUNCTION oncedesk.finish_attempt(attempt_id bigint, claim_token uuid, result text)"
         " RETURNS text LANGUAGE sql AS $$ SELECT 'won' $$"},
        {u"sweep_overdue"_s, "DROP FUNCTION oncedesk.sweep_overdue"},
    };
    for (const auto &[name, sql] : replacements) {
        run(sql);
        const QStringList found = findings(u"oncedesk_viewer"_s);
        EXPECT_EQ(found.filter(u"functions_stand: The function "_s + name + u' ').size(), 1)
            << sql.toStdString() << '\n'
            << found.join(u'\n').toStdString();
        Database database(m_database.settings());
        const auto report = database.run([](Session &session) { return migrate(session); }).takeResult();
        ASSERT_TRUE(report.ok()) << qPrintable(report.error().sentence);
        EXPECT_TRUE(report->functionsReplaced) << sql.toStdString();
        EXPECT_EQ(findings(), QStringList()) << sql.toStdString();
    }
}

TEST_F(TheAudit, KnowsEveryFunctionOfTheSchema)
{
    run("DO $$ DECLARE f regprocedure; BEGIN FOR f IN SELECT oid FROM pg_proc WHERE pronamespace ="
        " 'oncedesk'::regnamespace LOOP EXECUTE format('ALTER FUNCTION %s SET work_mem = ''5MB''', f);"
        " END LOOP; END $$");
    Database database(m_database.settings());
    const auto results =
        database.run([](Session &session) { return audit(session, 1000, [](int) { return true; }); })
            .takeResult();
    ASSERT_TRUE(results.ok());
    EXPECT_EQ(
        (*results)[1].findings.size(),
        m_sql.exec("SELECT count(*) FROM pg_proc WHERE pronamespace = 'oncedesk'::regnamespace").integer());
}

} // namespace oncedesk
