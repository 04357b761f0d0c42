// The drill can fail: what somebody took away, changed or made up behind the contract's back is found.
#include "tests/drill/drill.h"
#include "tests/drill/options.h"
#include "tests/drill/verdict.h"
#include "tests/support/printing.h"
#include "tests/support/testserver.h"

#include <QDir>
#include <QProcess>
#include <algorithm>
#include <gtest/gtest.h>

namespace oncedesk::drill {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

bool isFound(const QStringList &findings, const QString &check)
{
    return std::any_of(findings.begin(), findings.end(),
                       [&](const QString &finding) { return finding.startsWith(check + u": "); });
}

void must(TestConnection &admin, const QByteArray &sql)
{
    const auto answer = admin.exec(sql);
    ASSERT_TRUE(answer.ok()) << sql.toStdString() << '\n' << answer.message.toStdString();
}

TEST(ADrillWhoseDatabaseIsSabotaged, FindsWhatNoLongerAgreesWithTheJournals)
{
    const auto server = TestServer::own(durableServer());
    Drill drill(server->connection());
    drill.start(server->connection(), 60s);
    ASSERT_TRUE(drill.scene().waitForAnswers(3000, 60s));
    drill.scene().end();
    drill.waitForTheEnd();
    ASSERT_EQ(drill.judge(server->connection()), QStringList())
        << qUtf8Printable(Options::given().howToRepeat());

    const QByteArray anyJob =
        "(SELECT min(told_job) FROM drill.told WHERE kind = 'submit' AND outcome = 'created')";
    const struct
    {
        QString seenBy;
        QByteArray damage;
    } sabotages[]{
        {u"submissions_were_kept"_s, "DELETE FROM oncedesk.jobs WHERE id = " + anyJob},
        {u"submissions_were_kept"_s,
         "UPDATE oncedesk.jobs SET params = '{\"amount\": -1}' WHERE id = " + anyJob},
        {u"submissions_were_kept"_s, "DELETE FROM oncedesk.submissions WHERE id = (SELECT max(id) FROM "
                                     "oncedesk.submissions WHERE outcome = 'replayed')"},
        {u"jobs_were_submitted"_s,
         "INSERT INTO oncedesk.submissions (job_id, outcome, client) VALUES (1, 'replayed', 'call 7')"},
        {u"jobs_were_submitted"_s,
         "INSERT INTO oncedesk.jobs (owner_id, idempotency_key, intent, provider, params, policy) VALUES "
         "('anna', 'from nowhere', 'print.poster', 'inkjet', '{}', '{}')"},
        {u"openings_were_kept"_s, "DELETE FROM oncedesk.attempts WHERE id = (SELECT max(id) FROM "
                                  "oncedesk.attempts WHERE opened_because = 'person')"},
        {u"openings_were_kept"_s, "DELETE FROM oncedesk.attempts WHERE id = (SELECT max(id) FROM "
                                  "oncedesk.attempts WHERE opened_because = 'hedge')"},
        {u"openings_were_kept"_s,
         "DELETE FROM oncedesk.operator_actions WHERE action = 'open_attempt' AND id % 2 = 0"},
        {u"attempts_were_asked_for"_s,
         "INSERT INTO oncedesk.attempts (job_id, ordinal, provider, opened_because) SELECT job_id, "
         "max(ordinal) + 1, 'inkjet', 'person' FROM oncedesk.attempts"
         " GROUP BY job_id HAVING bool_and(ended_at IS NOT NULL) LIMIT 1"},
        {u"claims_were_kept"_s, "UPDATE oncedesk.attempts SET claim_token = gen_random_uuid() WHERE id = "
                                "(SELECT max(attempt) FROM drill.told WHERE kind = 'claimed')"},
        {u"claims_were_kept"_s, "UPDATE oncedesk.attempts SET worker = 'somebody' WHERE id = (SELECT "
                                "max(attempt) FROM drill.told WHERE kind = 'claimed')"},
        {u"races_were_kept"_s, "DELETE FROM oncedesk.races WHERE attempt_id = (SELECT max(attempt_id) FROM "
                               "oncedesk.races WHERE outcome = 'lost')"},
        {u"races_were_kept"_s,
         "UPDATE oncedesk.races SET lost_because = 'version_moved' WHERE lost_because = 'slot_taken'"},
        {u"races_were_kept"_s, "UPDATE oncedesk.jobs SET result = '{\"other\": 1}' WHERE id = (SELECT "
                               "max(id) FROM oncedesk.jobs WHERE result IS NOT NULL)"},
        {u"races_were_kept"_s, "UPDATE oncedesk.jobs j SET completed_by = r.attempt_id FROM oncedesk.races r "
                               "WHERE r.job_id = j.id AND r.lost_because = 'slot_taken'"},
        {u"states_were_kept"_s, "UPDATE oncedesk.attempts SET state = 'superseded' WHERE state = 'failed'"},
        {u"states_were_asked_for"_s, "UPDATE oncedesk.attempts SET unknown_why = 'I think so' WHERE id = "
                                     "(SELECT max(id) FROM oncedesk.attempts WHERE unknown_at IS NOT NULL)"},
        {u"states_were_asked_for"_s,
         "UPDATE oncedesk.jobs SET closed_at = clock_timestamp(), closed_by = 'drill_1', close_reason = "
         "'done' WHERE id = (SELECT max(id) FROM oncedesk.jobs WHERE "
         "completed_by IS NULL AND closed_at IS NULL)"},
        {u"cancels_were_kept"_s, "DELETE FROM oncedesk.operator_actions WHERE id = (SELECT max(id) FROM "
                                 "oncedesk.operator_actions WHERE action = 'cancel_attempt')"},
        {u"cancels_were_kept"_s,
         "UPDATE oncedesk.attempts SET state = 'failed' WHERE id = (SELECT max(attempt) "
         "FROM drill.told WHERE kind = 'cancel' AND outcome = 'cancelled')"},
        {u"closings_were_kept"_s, "UPDATE oncedesk.jobs SET closed_at = NULL, closed_by = NULL, close_reason "
                                  "= NULL WHERE closed_at IS NOT NULL"},
        {u"questions_were_kept"_s,
         "DELETE FROM oncedesk.provider_answers WHERE id = (SELECT max(id) FROM oncedesk.provider_answers)"},
        {u"questions_were_kept"_s, "UPDATE oncedesk.requests SET asked_by = 'drill_99' WHERE id = (SELECT "
                                   "max(id) FROM oncedesk.requests)"},
    };
    TestConnection admin(server->connection());
    for (const auto &[seenBy, damage] : sabotages) {
        must(admin, "BEGIN");
        for (const QString &table : {u"jobs"_s, u"attempts"_s, u"submissions"_s, u"races"_s,
                                     u"operator_actions"_s, u"provider_answers"_s, u"requests"_s})
            must(admin, "ALTER TABLE oncedesk." + table.toUtf8() + " DISABLE TRIGGER ALL");
        const auto done = admin.exec(damage);
        ASSERT_TRUE(done.ok()) << damage.toStdString() << '\n' << done.message.toStdString();
        EXPECT_GT(done.rows.affected(), 0) << damage.toStdString() << "\nchanged nothing";
        const QStringList findings = compareWithJournals(admin);
        EXPECT_TRUE(isFound(findings, seenBy)) << damage.toStdString() << "\nwas seen only by:\n"
                                               << findings.join(u'\n').toStdString();
        must(admin, "ROLLBACK");
    }
    EXPECT_EQ(compareWithJournals(admin), QStringList());

    // The audit's share: second lanes, of which there are many here.
    ASSERT_EQ(auditFindings(server->connection()), QStringList());
    must(admin, "ALTER TABLE oncedesk.attempts DISABLE TRIGGER ALL");
    must(admin, "UPDATE oncedesk.attempts a SET opened_at = second.opened_at FROM oncedesk.attempts second"
                " WHERE second.job_id = a.job_id AND a.lane = 0 AND second.id ="
                " (SELECT max(id) FROM oncedesk.attempts WHERE lane = 1 AND ended_at > opened_at)");
    must(admin, "UPDATE oncedesk.attempts SET lane = 1 WHERE id = (SELECT max(a.id) FROM oncedesk.attempts a"
                " JOIN oncedesk.jobs j ON j.id = a.job_id WHERE j.policy = '{}')");
    const QString said = auditFindings(server->connection()).join(u'\n');
    EXPECT_TRUE(said.contains(u"was live in lane 1")) << said.toStdString();
    EXPECT_TRUE(said.contains(u"the ticket is not hedged")) << said.toStdString();
}

TEST(ADrillWhoseDatabaseIsSabotaged, FindsThatTwoAttemptsWonOneJob)
{
    const auto server = TestServer::own(durableServer());
    Drill drill(server->connection());
    {
        // The compare-and-swap compares nothing any more, and no guard stands in its way.
        TestConnection admin(server->connection());
        must(admin, R"(DO $$
            DECLARE
                text text := pg_get_functiondef('oncedesk.finish_set'::regproc);
                open text := regexp_replace(text, 'AND j.version = this.version\s+AND num_nonnulls\(j.completed_by, j.closed_at\) = 0', '');
            BEGIN
                IF open = text THEN RAISE 'finish_set has changed: sabotage it in another way'; END IF;
                EXECUTE open;
            END $$)");
        must(admin, R"(CREATE OR REPLACE FUNCTION oncedesk.guard_job() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RETURN NEW;
            END $$)");
        must(admin,
             R"(CREATE OR REPLACE FUNCTION oncedesk.guard_winner() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE oncedesk.attempts a SET state = 'succeeded', ended_at = clock_timestamp() FROM changed j
                 WHERE a.id = j.completed_by AND a.state IN ('started', 'unknown');
                RETURN NULL;
            END $$)");
    }
    drill.start(server->connection(), 60s);
    (void)drill.scene().waitForAnswers(4000, 60s);
    drill.scene().end();
    drill.waitForTheEnd();
    const QStringList findings = drill.judge(server->connection());
    for (const QString &check : {u"one_winner_holds_the_slot"_s, u"races_were_kept"_s})
        EXPECT_TRUE(isFound(findings, check)) << check.toStdString() << " did not see it. Found:\n"
                                              << findings.join(u'\n').toStdString() << '\n'
                                              << qUtf8Printable(Options::given().howToRepeat());
}

TEST(ADrillWhoseDatabaseIsSabotaged, FindsThatAcknowledgedCommitsWereLostInACrash)
{
    ThrowAwayServer::Options options = durableServer();
    options.settings += u"autovacuum=off"_s;
    const auto server = TestServer::own(options);
    const QString data = server->folder() + u"/data"_s;
    Drill drill(server->connection());
    // A disk that forgets: after the crash it holds what it held before anybody was told anything.
    ASSERT_TRUE(TestConnection(server->connection()).exec("CHECKPOINT").ok());
    ASSERT_EQ(QProcess::execute(u"cp"_s, {u"-a"_s, data, data + u".before"_s}), 0);
    drill.start(server->connection(), 60s);
    ASSERT_TRUE(drill.scene().waitForAnswers(300, 60s)) << drill.scene().faults().join(u'\n').toStdString();
    server->killHard();
    ASSERT_TRUE(QDir(data).removeRecursively() && QFile::rename(data + u".before"_s, data) &&
                QFile::remove(data + u"/postmaster.pid"_s));
    server->start();
    drill.scene().serverIsBack();
    (void)drill.scene().waitForAnswers(50, 10s);
    drill.scene().end();
    drill.waitForTheEnd();
    const QStringList findings = drill.judge(server->connection());
    // Which of the things told is gone is chance.
    EXPECT_FALSE(findings.filter(u"_were_kept: "_s).isEmpty())
        << "a server that forgets was not found out. Found:\n"
        << findings.join(u'\n').toStdString() << '\n'
        << qUtf8Printable(Options::given().howToRepeat());
}

} // namespace
} // namespace oncedesk::drill
