// Who may what: every role against every table, view and function of the schema.
#include "tests/core/contract/desk.h"

#include <QSet>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

const QStringList roles{u"oncedesk_viewer"_s, u"oncedesk_operator"_s, u"oncedesk_submitter"_s,
                        u"oncedesk_worker"_s, u"oncedesk_admin"_s};

const QStringList readings{u"action_view"_s,
                           u"answer_view"_s,
                           u"attempt_view"_s,
                           u"certificate_view"_s,
                           u"certificate_history_view"_s,
                           u"certification_view"_s,
                           u"certification_case_view"_s,
                           u"event_view"_s,
                           u"job_status_view"_s,
                           u"job_view"_s,
                           u"provider_view"_s,
                           u"race_view"_s,
                           u"request_view"_s,
                           u"submission_view"_s,
                           u"suite_view"_s,
                           u"worker_view"_s};

// What each role may read, and what it may call; everything else is refused.
const QMap<QString, QStringList> mayRead{
    {u"oncedesk_viewer"_s, readings + QStringList{u"schema_migrations"_s}},
    {u"oncedesk_operator"_s, readings + QStringList{u"schema_migrations"_s}},
    {u"oncedesk_submitter"_s, {u"my_job_view"_s, u"schema_migrations"_s}},
    {u"oncedesk_worker"_s, {u"provider_view"_s, u"schema_migrations"_s}},
    {u"oncedesk_admin"_s, readings + QStringList{u"client_view"_s, u"schema_migrations"_s}},
};

const QMap<QString, QStringList> mayCall{
    {u"oncedesk_viewer"_s, {u"why_not_certified"_s}},
    {u"oncedesk_operator"_s,
     {u"why_not_certified"_s, u"open_attempt"_s, u"cancel_attempt"_s, u"close_job"_s, u"ask_provider"_s,
      u"stop_at_provider"_s, u"sweep_overdue"_s}},
    {u"oncedesk_submitter"_s, {u"submit_job"_s}},
    {u"oncedesk_worker"_s,
     {u"claim_attempts"_s, u"finish_attempt"_s, u"finish_attempts"_s, u"finish_attempt_bytes"_s,
      u"fail_attempt"_s, u"mark_unknown"_s, u"sweep_overdue"_s, u"open_due_hedges"_s, u"heartbeat"_s,
      u"claim_requests"_s, u"answer_request"_s, u"note_model"_s, u"claim_certification"_s, u"record_case"_s,
      u"finish_certification"_s}},
    {u"oncedesk_admin"_s,
     {u"why_not_certified"_s, u"add_provider"_s, u"set_provider"_s, u"enable_provider"_s, u"save_suite"_s,
      u"request_certification"_s, u"request_trial"_s, u"end_lost_certifications"_s, u"cancel_certification"_s,
      u"revoke_certificates"_s, u"add_client"_s, u"revoke_client"_s}},
};

QSet<QString> setOf(const QStringList &names)
{
    return {names.cbegin(), names.cend()};
}

class TheRoles : public ::testing::Test
{
protected:
    QStringList names(const QByteArray &sql)
    {
        const Rows rows = desk.must(sql);
        QStringList result;
        for (int row = 0; row < rows.size(); ++row)
            result.append(rows.text(row, 0));
        return result;
    }

    // A column that anyone who may write can write: the second one, or the next that is no identity.
    QByteArray plainColumn(const QByteArray &relation)
    {
        return desk
            .must("SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 1 AND "
                  "attidentity = ''"
                  " ORDER BY attnum LIMIT 1",
                  {relation})
            .utf8(0, 0);
    }

    QStringList tables() { return names("SELECT tablename FROM pg_tables WHERE schemaname = 'oncedesk'"); }
    QStringList views() { return names("SELECT viewname FROM pg_views WHERE schemaname = 'oncedesk'"); }

    Desk desk;
    const QString denied = u"42501"_s;
};

TEST_F(TheRoles, MayReadAndWriteNoTable)
{
    const QStringList all = tables();
    ASSERT_GE(all.size(), 12);
    for (const QString &role : roles) {
        Caller caller = desk.as(role);
        for (const QString &name : all) {
            const QByteArray table = "oncedesk." + name.toUtf8();
            const QByteArray column = plainColumn(table);
            if (name != u"schema_migrations"_s) {
                for (const QByteArray &reading :
                     {QByteArray("SELECT FROM " + table), QByteArray("TABLE " + table),
                      QByteArray("COPY " + table + " TO STDOUT"),
                      QByteArray("SELECT FROM " + table + " FOR UPDATE")})
                    EXPECT_EQ(caller.exec(reading).sqlState, denied)
                        << role.toStdString() << ": " << reading.toStdString();
            }
            for (const QByteArray &writing :
                 {QByteArray("INSERT INTO " + table + " DEFAULT VALUES"),
                  QByteArray("UPDATE " + table + " SET " + column + " = " + column),
                  QByteArray("DELETE FROM " + table), QByteArray("TRUNCATE " + table),
                  QByteArray("TRUNCATE " + table + " CASCADE"),
                  QByteArray("DO $$ BEGIN LOCK TABLE " + table + "; END $$"),
                  QByteArray("DROP TABLE " + table),
                  QByteArray("ALTER TABLE " + table + " DISABLE TRIGGER ALL"),
                  QByteArray("ALTER TABLE " + table + " ADD COLUMN extra text")})
                EXPECT_EQ(caller.exec(writing).sqlState, denied)
                    << role.toStdString() << ": " << writing.toStdString();
        }
    }
}

TEST_F(TheRoles, MayWriteThroughNoView)
{
    for (const QString &role : roles) {
        Caller caller = desk.as(role);
        for (const QString &name : views()) {
            const QByteArray view = "oncedesk." + name.toUtf8();
            const QByteArray column = plainColumn(view);
            for (const QByteArray &writing :
                 {QByteArray("UPDATE " + view + " SET " + column + " = NULL"),
                  QByteArray("DELETE FROM " + view), QByteArray("INSERT INTO " + view + " DEFAULT VALUES")}) {
                const QString state = caller.exec(writing).sqlState;
                // 55000, 0A000: a view, or a column of one, that nobody can write.
                EXPECT_TRUE(state == denied || state == u"55000"_s || state == u"0A000"_s)
                    << role.toStdString() << ": " << writing.toStdString() << ' ' << state.toStdString();
            }
        }
    }
}

TEST_F(TheRoles, ReadExactlyTheViewsOfTheTable)
{
    desk.certify(desk.names().laser); // a view that calls a function calls it only when it has a row
    for (const QString &role : roles) {
        Caller caller = desk.as(role);
        QSet<QString> readable;
        for (const QString &relation : views() + tables()) {
            const auto answer = caller.exec("SELECT * FROM oncedesk." + relation.toUtf8() + " LIMIT 1");
            if (answer.ok())
                readable.insert(relation);
            else
                EXPECT_EQ(answer.sqlState, denied) << role.toStdString() << ' ' << relation.toStdString();
        }
        EXPECT_EQ(readable.values(), QSet(readable).intersect(setOf(mayRead[role])).values())
            << role.toStdString() << " reads more than it may";
        EXPECT_TRUE(readable == setOf(mayRead[role])) << role.toStdString();
    }
}

TEST_F(TheRoles, CallExactlyTheFunctionsOfTheTable)
{
    // Every function is really called, with NULL for each argument: it is refused before it runs, or runs.
    const Rows functions =
        desk.must("SELECT p.proname, p.prorettype = 'trigger'::regtype,"
                  "       coalesce((SELECT string_agg(format('NULL::%I.%I', t.typnamespace::regnamespace, "
                  "t.typname), ', ' ORDER BY n)"
                  "                   FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS a(type, n)"
                  "                   JOIN pg_type t ON t.oid = a.type), '')"
                  "  FROM pg_proc p WHERE p.pronamespace = 'oncedesk'::regnamespace");
    ASSERT_GE(functions.size(), 30);
    for (const QString &role : roles) {
        Caller caller = desk.as(role);
        QSet<QString> callable;
        QMap<QString, QString> told;
        for (int row = 0; row < functions.size(); ++row) {
            const QString name = functions.text(row, 0);
            if (functions.boolean(row, 1)) { // a trigger's function cannot be called by anyone
                EXPECT_FALSE(caller.exec("SELECT oncedesk." + name.toUtf8() + "()").ok())
                    << name.toStdString();
                continue;
            }
            caller.begin();
            const auto answer =
                caller.exec("SELECT oncedesk." + name.toUtf8() + '(' + functions.utf8(row, 2) + ')');
            caller.rollback();
            told.insert(name, answer.message);
            if (answer.sqlState != denied || !answer.message.contains(u"function "_s + name))
                callable.insert(name);
        }
        for (const QString &name : callable)
            EXPECT_TRUE(mayCall[role].contains(name))
                << role.toStdString() << " may call " << name.toStdString() << ": "
                << told[name].toStdString();
        for (const QString &name : mayCall[role])
            EXPECT_TRUE(callable.contains(name))
                << role.toStdString() << " may not call " << name.toStdString();
    }
}

TEST_F(TheRoles, GiveAStrangerNothing)
{
    Caller stranger(TestConnection(desk.database().settingsAs(QStringList())), desk.names());
    for (const QString &relation : views() + tables())
        EXPECT_EQ(stranger.exec("SELECT FROM oncedesk." + relation.toUtf8()).sqlState, denied)
            << relation.toStdString();
    EXPECT_EQ(stranger.exec("SELECT oncedesk.sweep_overdue()").sqlState, denied);
    EXPECT_EQ(desk.count("pg_proc p, aclexplode(p.proacl) a WHERE p.pronamespace = 'oncedesk'::regnamespace "
                         "AND a.grantee = 0"),
              0)
        << "nothing is public";
    EXPECT_EQ(desk.count("pg_proc p WHERE p.pronamespace = 'oncedesk'::regnamespace AND p.proacl IS NULL"), 0)
        << "which is what no list of rights would mean";
}

TEST_F(TheRoles, MakeNothingInTheSchemaAndUseNoSequence)
{
    const QStringList sequences =
        names("SELECT sequencename FROM pg_sequences WHERE schemaname = 'oncedesk'");
    ASSERT_GE(sequences.size(), 8);
    for (const QString &role : roles) {
        Caller caller = desk.as(role);
        for (const char *making :
             {"CREATE TABLE oncedesk.mine (n int)", "CREATE VIEW oncedesk.mine AS SELECT 1",
              "CREATE FUNCTION oncedesk.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
              "CREATE TYPE oncedesk.mine AS (n int)",
              "CREATE TRIGGER mine BEFORE INSERT ON oncedesk.jobs FOR EACH ROW EXECUTE FUNCTION"
              " suppress_redundant_updates_trigger()",
              "DROP FUNCTION oncedesk.sweep_overdue(integer)", "DROP SCHEMA oncedesk CASCADE",
              "ALTER FUNCTION oncedesk.sweep_overdue(integer) SECURITY INVOKER",
              "SET session_replication_role = replica"})
            EXPECT_EQ(caller.exec(making).sqlState, denied) << role.toStdString() << ": " << making;
        for (const QString &sequence : sequences) {
            EXPECT_EQ(caller.exec("SELECT setval('oncedesk." + sequence.toUtf8() + "', 1)").sqlState, denied);
            EXPECT_EQ(caller.exec("SELECT nextval('oncedesk." + sequence.toUtf8() + "')").sqlState, denied);
        }
    }
}

TEST_F(TheRoles, SeeNoClaimTokenAndNoClientsTokenAnywhere)
{
    const Claimed attempt = desk.start("poster");
    const QString client = desk.names().owner;
    desk.must("SELECT oncedesk.add_client($1, 'alice', 'od_1234', sha256('the token'))", {client});
    const QString digest = desk.must("SELECT encode(sha256('the token'), 'hex')").text(0, 0);
    for (const QString &view : views()) {
        EXPECT_EQ(desk.count("oncedesk." + view.toUtf8() +
                                 " AS v WHERE strpos(v::text, $1) > 0 OR strpos(v::text, $2) > 0",
                             {attempt.token, digest}),
                  0)
            << view.toStdString();
    }
}

TEST_F(TheRoles, LetASubmitterReadOnlyTheJobsItsOwnLoginMade)
{
    Caller one = desk.as(u"oncedesk_submitter"_s);
    Caller two = desk.as(u"oncedesk_submitter"_s);
    const qint64 job = one.submit("poster", {.params = R"({"note": "for one only"})"}).job;
    EXPECT_EQ(one.count("oncedesk.my_job_view WHERE id = $1", {job}), 1);
    EXPECT_EQ(two.count("oncedesk.my_job_view"), 0);
    two.must("SET ROLE oncedesk_submitter");
    EXPECT_EQ(two.count("oncedesk.my_job_view"), 0);
    two.must("RESET ROLE");

    // A function that tells what it was shown is shown nothing of others.
    two.must("CREATE FUNCTION pg_temp.tell(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS"
             " $$ BEGIN RAISE EXCEPTION 'I saw %', $1; END $$");
    const auto told = two.exec("SELECT * FROM oncedesk.my_job_view WHERE pg_temp.tell(params::text)");
    EXPECT_TRUE(told.ok()) << told.message.toStdString();
}

TEST_F(TheRoles, AreNotTheActorWhichIsTheLoginEvenAfterSetRole)
{
    Caller person(TestConnection(desk.database().settingsAs({u"oncedesk_operator"_s, u"oncedesk_submitter"_s,
                                                             u"oncedesk_worker"_s, u"oncedesk_admin"_s})),
                  desk.names());
    const QString login = person.must("SELECT session_user").text(0, 0);
    person.must("SET ROLE oncedesk_submitter");
    const qint64 job = person.submit("poster").job;
    person.must("SET ROLE oncedesk_worker");
    const Claimed attempt = person.claim();
    person.markUnknown(attempt);
    person.must("SET ROLE oncedesk_operator");
    person.ask(attempt.attempt);
    person.cancel(attempt.attempt);
    person.open(job, {}, u"again"_s);
    person.must("SET ROLE oncedesk_worker");
    person.answer(person.claimRequest(), u"running"_s);
    person.finish(attempt);
    const Claimed second = person.claim();
    person.finish(second);
    person.must("SET ROLE oncedesk_admin");
    person.enable(desk.names().laser, false);

    for (const char *column :
         {"jobs created_by", "attempts opened_by", "attempt_events actor", "submissions actor", "races actor",
          "operator_actions actor", "provider_answers actor", "requests asked_by"}) {
        const QList<QByteArray> parts = QByteArray(column).split(' ');
        const QByteArray of = parts[0] == "provider_answers"
                                  ? QByteArray("attempt_id = " + QByteArray::number(attempt.attempt))
                              : parts[0] == "jobs" ? QByteArray("id = " + QByteArray::number(job))
                                                   : QByteArray("job_id = " + QByteArray::number(job));
        EXPECT_GT(desk.count("oncedesk." + parts[0] + " WHERE " + of), 0) << column;
        EXPECT_EQ(
            desk.count("oncedesk." + parts[0] + " WHERE " + of + " AND " + parts[1] + " IS DISTINCT FROM $1",
                       {login}),
            0)
            << column;
    }
    EXPECT_EQ(
        desk.count("oncedesk.attempts WHERE id = $1 AND cancel_requested_by = $2", {attempt.attempt, login}),
        1);
    EXPECT_EQ(
        desk.count("oncedesk.operator_actions WHERE action = 'disable_provider' AND actor = $1", {login}), 1);
    EXPECT_FALSE(person.exec("SET SESSION AUTHORIZATION postgres").ok());
}

TEST_F(TheRoles, CannotMisleadAFunctionByTheirSearchPath)
{
    EXPECT_EQ(desk.count("pg_proc p WHERE p.pronamespace = 'oncedesk'::regnamespace"
                         "   AND NOT coalesce('search_path=oncedesk, pg_temp' = ANY (p.proconfig), false)"),
              0)
        << "every function pins its search path, temporary objects last";

    Caller caller(TestConnection(desk.database().settingsAs(
                      {u"oncedesk_submitter"_s, u"oncedesk_worker"_s, u"oncedesk_operator"_s})),
                  desk.names());
    const QByteArray trap = "trap_" + QByteArray::number(caller.connection().pid());
    desk.must("CREATE SCHEMA " + trap + " AUTHORIZATION " + caller.must("SELECT session_user").utf8(0, 0));
    const QByteArray fallen = "RAISE EXCEPTION 'the trap was used'";
    for (const QByteArray &schema : {trap, QByteArray("pg_temp")}) {
        for (const char *name :
             {"clock_timestamp()", "now()", "octet_length(text)", "gen_random_uuid()", "btrim(text)",
              "random()", "params_fault(jsonb)", "policy_fault(jsonb)", "locked_attempt(bigint, uuid)",
              "guard_say(text, text, bigint, text)", "jsonb_typeof(jsonb)"})
            caller.must("CREATE FUNCTION " + schema + '.' + name +
                        " RETURNS text LANGUAGE plpgsql AS $$ BEGIN " + fallen + "; END $$");
        for (const char *name : {"jobs", "attempts", "providers", "submissions", "races", "operator_actions",
                                 "attempt_events", "certificates", "requests", "workers"})
            caller.must("CREATE " + QByteArray(schema == trap ? "" : "TEMP ") + "TABLE " + schema + '.' +
                        name + " (id bigint, name text, enabled boolean)");
    }
    caller.must("CREATE FUNCTION " + trap +
                ".same(text, text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN " + fallen + "; END $$");
    caller.must("CREATE OPERATOR " + trap + ".= (LEFTARG = text, RIGHTARG = text, FUNCTION = " + trap +
                ".same)");
    caller.must("SET search_path = " + trap + ", pg_temp, oncedesk, pg_catalog");

    const Submitted submitted = caller.submit("poster");
    EXPECT_EQ(submitted.outcome, u"created"_s);
    EXPECT_EQ(caller.submit("poster").outcome, u"replayed"_s);
    const Claimed attempt = caller.claim();
    EXPECT_EQ(attempt.job, submitted.job);
    EXPECT_EQ(caller.fail(attempt, true).ordinal, 2);
    const qint64 second =
        desk.must("SELECT id FROM oncedesk.attempts WHERE job_id = $1 AND ordinal = 2", {submitted.job})
            .integer(0, 0);
    EXPECT_EQ(caller.cancel(second).outcome, u"cancelled"_s);
    EXPECT_EQ(caller.open(submitted.job, {}, u"again"_s).outcome, u"opened"_s);
    EXPECT_EQ(caller.finish(caller.claim()).outcome, u"won"_s);
    EXPECT_EQ(desk.status(submitted.job), u"succeeded"_s);
    EXPECT_EQ(desk.count(trap + ".jobs") + caller.count("pg_temp.jobs") + caller.count("pg_temp.attempts"),
              0);
}

} // namespace
} // namespace oncedesk
