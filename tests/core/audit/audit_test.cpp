// What somebody with the owner's rights did to a history behind the contract's back is named; an honest one
// is clean.
#include "core/audit/audit.h"

#include "core/db/database.h"
#include "core/db/migrator.h"
#include "core/db/schemasource.h"
#include "core/db/sqltext.h"
#include "tests/support/printing.h"
#include "tests/support/testdatabase.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// A job of each kind of story, by the contract's own functions. Tickets: 1 succeeded; 2 cancelled, came too
// late, started again by a person; 3 failed over; 4 hedged; 5 failed and closed, then it reported a result; 6
// unknown, and asked about; 7 and 8 started, one to be cancelled; 9 waiting; 10 waits for a person.
constexpr auto honestHistory = R"sql(
SET search_path = oncedesk;
SELECT add_provider('inkjet', 'simulated'), add_provider('laser', 'simulated'),
       set_provider('laser', '{"steps": [{"outcome": "succeeded", "result": {"reference": "LAS-00000042", "sheets": 7}}]}'),
       record_certificate('laser', 'print.poster', '1');
CREATE FUNCTION pg_temp.made(policy jsonb DEFAULT '{}') RETURNS bigint LANGUAGE sql AS $$
    SELECT s.job_id FROM oncedesk.submit_job('alice', gen_random_uuid()::text, 'print.poster', 'inkjet', '{"amount": 1}', policy) AS s
$$;
CREATE FUNCTION pg_temp.claimed(provider text DEFAULT 'inkjet') RETURNS TABLE (id bigint, token uuid) LANGUAGE sql AS $$
    SELECT c.attempt_id, c.claim_token FROM oncedesk.claim_attempts('printer-1', ARRAY[provider], 1) AS c
$$;
DO $$
DECLARE
    a record;
    b record;
    q record;
    late constant jsonb := '{"reference": "LAS-00000042", "sheets": 7}';
BEGIN
    PERFORM submit_job('alice', 'order-1', 'print.poster', 'inkjet', '{"amount": 1}') FROM generate_series(1, 2);
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM finish_attempt(a.id, a.token, late);

    PERFORM pg_temp.made();
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM mark_unknown(a.id, a.token, 'link lost'), cancel_attempt(a.id, 'paper jam', 'accepted_risk'),
            open_attempt(2, NULL, 'again'), finish_attempt(a.id, a.token, late);
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM finish_attempt(a.id, a.token, 'true');

    PERFORM pg_temp.made('{"fallbacks": ["laser"]}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM fail_attempt(a.id, a.token, 'http_503', 'Out of ink.', true);
    SELECT * INTO a FROM pg_temp.claimed('laser');
    PERFORM finish_attempt(a.id, a.token, '{}');

    PERFORM pg_temp.made('{"mode": "hedged", "hedge_after_s": 0.001, "timeout_s": 600, "fallbacks": ["laser"]}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM pg_sleep(0.01);
    PERFORM open_due_hedges();
    SELECT * INTO b FROM pg_temp.claimed('laser');
    PERFORM finish_attempt(b.id, b.token, '{"by": "laser"}'), finish_attempt_bytes(a.id, a.token, 'by inkjet');

    PERFORM pg_temp.made();
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM fail_attempt(a.id, a.token, 'http_422', 'No bleed margin.', false), close_job(5, 1, 'refunded'),
            finish_attempt(a.id, a.token, 'false');

    PERFORM pg_temp.made();
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM mark_unknown(a.id, a.token, 'link lost'), ask_provider(a.id);
    SELECT * INTO q FROM claim_requests('printer-1', ARRAY['inkjet'], 1);
    PERFORM answer_request(q.request_id, q.token, 'running', late);

    PERFORM pg_temp.made('{"timeout_s": 600}');
    SELECT * INTO a FROM pg_temp.claimed();
    PERFORM cancel_attempt(a.id, 'paper jam', 'accepted_risk');
    PERFORM pg_temp.made('{"timeout_s": 600}');
    PERFORM pg_temp.claimed();
    PERFORM pg_temp.made();
    PERFORM pg_temp.made('{"start": "manual"}');
    PERFORM submit_job('alice', 'order-1', 'print.poster', 'inkjet', '{"amount": 2}');
END $$;
)sql";

class TheAudit : public ::testing::Test
{
protected:
    void run(const QByteArray &sql)
    {
        const auto answer = m_sql.exec(sql);
        ASSERT_TRUE(answer.ok()) << sql.toStdString() << '\n' << answer.message.toStdString();
    }
    // "check: finding" each.
    QStringList findings(const QString &role = {})
    {
        Database database(role.isEmpty() ? m_database.settings() : m_database.settingsAs(role));
        const auto results =
            database.run([](Session &session) { return audit(session, 5, [](int) { return true; }); })
                .takeResult();
        QStringList found;
        if (!results)
            return {results.error().sentence};
        for (const AuditResult &result : *results) {
            for (const QString &finding : result.findings)
                found += QString::fromLatin1(result.check.name) + u": "_s + finding;
        }
        return found;
    }
    // The same, inside this connection's transaction.
    QStringList findingsHere()
    {
        QStringList found;
        run("SET LOCAL search_path = pg_catalog");
        for (const AuditCheck &check : auditChecks()) {
            QList<Param> params{100};
            if (check.name == "functions_stand")
                params += Param::array(SchemaSource::builtIn().functionTexts());
            const auto answer = m_sql.exec(sqlText("audit/" + check.name), params);
            if (!answer.ok())
                ADD_FAILURE() << check.name.toStdString() << ": " << answer.message.toStdString();
            for (int row = 0; row < answer.rows.size(); ++row)
                found += QString::fromLatin1(check.name) + u": "_s + answer.rows.text(row, "finding");
        }
        return found;
    }
    // As the owner with the guards switched off, and on again behind it.
    void damage(const QByteArray &sql)
    {
        const auto triggers = [](const char *how) -> QByteArray {
            return QByteArray(
                       "DO $$ DECLARE t record; BEGIN FOR t IN SELECT tgrelid::regclass AS place, tgname"
                       " FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND"
                       " c.relnamespace = 'oncedesk'::regnamespace LOOP EXECUTE format('ALTER TABLE %s ") +
                   how + " TRIGGER %I', t.place, t.tgname); END LOOP; END $$";
        };
        run(triggers("DISABLE"));
        const auto done = m_sql.exec(sql);
        ASSERT_TRUE(done.ok()) << sql.toStdString() << '\n' << done.message.toStdString();
        EXPECT_GT(done.rows.affected(), 0) << sql.toStdString() << "\nchanged nothing";
        run(triggers("ENABLE ALWAYS"));
    }
    struct Damage
    {
        QString check;
        QByteArray sql;
        QString said = {}; // part of the finding
    };
    void expectFound(const QList<Damage> &damages)
    {
        run(honestHistory);
        for (const auto &[check, sql, said] : damages) {
            run("BEGIN");
            damage(sql);
            const QStringList found = findingsHere();
            const QStringList named = found.filter(check + u": "_s);
            EXPECT_TRUE(!named.isEmpty() && named.join(u'\n').contains(said))
                << sql.toStdString() << "\nwas seen only by:\n"
                << found.join(u'\n').toStdString();
            run("ROLLBACK");
        }
        EXPECT_EQ(findings(), QStringList());
    }

    TestDatabase m_database;
    TestConnection m_sql{m_database.settings()};
};

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

} // namespace
} // namespace oncedesk
