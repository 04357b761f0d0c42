// Audit, export and demo data: the commands that read or write very much.
#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>
#include <sys/stat.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class OncectlHistory : public ::testing::Test
{
protected:
    TestDatabase m_database;
    Oncectl m_oncectl{m_database.settings()};
    TestConnection m_sql = m_database.connect();

    void run(const QByteArray &sql)
    {
        const auto answer = m_sql.exec(sql);
        ASSERT_TRUE(answer.ok()) << sql.toStdString() << ": " << answer.message.toStdString();
    }
    void demo(int jobs)
    {
        const Said said = m_oncectl.json({u"demo-data"_s, u"--jobs"_s, QString::number(jobs)});
        ASSERT_EQ(said.exitCode, 0) << said.err.toStdString();
        ASSERT_EQ(said["jobs"].toInt(), jobs);
    }
    // Names of the checks that found something.
    QStringList broken()
    {
        const Said said = m_oncectl.json({u"audit"_s});
        QStringList names;
        for (const QJsonValue check : said["checks"].toArray()) {
            if (!check[u"findings"].toArray().isEmpty())
                names += check[u"name"].toString();
        }
        EXPECT_EQ(said.exitCode, names.isEmpty() ? 0 : 1) << said.err.toStdString();
        EXPECT_EQ(said["clean"].toBool(), names.isEmpty());
        return names;
    }
    // As a superuser with the guards switched off for this transaction, and on again behind it.
    void damage(const QByteArray &sql)
    {
        run("BEGIN");
        for (const char *table : {"jobs", "attempts", "attempt_events", "submissions", "races",
                                  "operator_actions", "provider_answers"})
            run(QByteArray("ALTER TABLE oncedesk.") + table + " DISABLE TRIGGER ALL");
        run(sql);
        for (const char *table : {"jobs", "attempts", "attempt_events", "submissions", "races",
                                  "operator_actions", "provider_answers"}) {
            run(QByteArray("ALTER TABLE oncedesk.") + table + " ENABLE TRIGGER ALL");
            run(QByteArray("DO $$ DECLARE t name; BEGIN FOR t IN SELECT tgname FROM pg_trigger WHERE tgrelid "
                           "= 'oncedesk.") +
                table + "'::regclass AND NOT tgisinternal LOOP EXECUTE format('ALTER TABLE oncedesk." +
                table + " ENABLE ALWAYS TRIGGER %I', t); END LOOP; END $$");
        }
        run("COMMIT");
    }
};

} // namespace

TEST_F(OncectlHistory, DemoDataHoldsEveryStatusAndPassesTheAudit)
{
    demo(20000);
    EXPECT_EQ(broken(), QStringList());
    const auto statuses =
        m_sql.exec("SELECT s.status, count(*) FROM oncedesk.job_status_view s GROUP BY 1 ORDER BY 1");
    QStringList names;
    for (int row = 0; row < statuses.rows.size(); ++row)
        names += statuses.rows.text(row, 0);
    EXPECT_EQ(names, (QStringList{u"closed"_s, u"running"_s, u"stalled"_s, u"succeeded"_s, u"unknown"_s,
                                  u"waiting"_s}));
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.jobs WHERE is_demo").integer(), 20000);
    // Nothing of it happened in the future, and it reaches back a month.
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.event_view WHERE at > clock_timestamp()").integer(),
              0);
    EXPECT_EQ(
        m_sql
            .exec(
                "SELECT count(*) FROM oncedesk.attempts WHERE ended_at < started_at OR started_at < opened_at"
                " OR unknown_at < started_at")
            .integer(),
        0);
    EXPECT_EQ(m_sql
                  .exec("SELECT count(*) FROM oncedesk.attempts WHERE state = 'started' AND deadline_at < "
                        "clock_timestamp()")
                  .integer(),
              0)
        << "what runs is not overdue";
    EXPECT_TRUE(
        m_sql.exec("SELECT min(created_at) < clock_timestamp() - interval '29 days' FROM oncedesk.jobs")
            .rows.boolean(0, 0));
}

TEST_F(OncectlHistory, EvenTheSmallestDemoShopsAreWhole)
{
    for (const int jobs : {1, 2, 6})
        demo(jobs);
    EXPECT_EQ(broken(), QStringList());
    // A worker's sweep leaves what runs alone.
    run("SELECT oncedesk.sweep_overdue()");
    EXPECT_EQ(m_sql.exec("SELECT count(DISTINCT status) FROM oncedesk.job_status_view").integer(), 6);
}

TEST_F(OncectlHistory, DemoDataKeepsAwayFromRealProviders)
{
    run("SELECT oncedesk.add_provider('laser', 'http', '{\"url\": \"https://laser.example/\"}')");
    demo(50);
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.attempts WHERE provider = 'laser'").integer(), 0);
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.certificates WHERE provider = 'laser'").integer(), 0);
    EXPECT_EQ(m_sql.exec("SELECT settings->>'url' FROM oncedesk.providers WHERE name = 'laser'").text(),
              u"https://laser.example/");
}

TEST_F(OncectlHistory, AuditFindsEachKindOfDamageAndNamesTheRows)
{
    demo(3000);
    ASSERT_EQ(broken(), QStringList());
    const auto finds = [this](const QByteArray &sql, const QString &check) {
        damage(sql);
        const QStringList found = broken();
        EXPECT_TRUE(found.contains(check))
            << sql.toStdString() << " was only seen by: " << found.join(u' ').toStdString();
    };
    // Each is done to rows of its own, so that each is found for itself.
    finds("UPDATE oncedesk.jobs SET version = version + 1 WHERE id = (SELECT min(id) FROM oncedesk.jobs)",
          u"version_counts_moves"_s);
    finds("DELETE FROM oncedesk.submissions WHERE id = (SELECT min(id) FROM oncedesk.submissions)",
          u"submissions_lead_to_jobs"_s);
    finds("UPDATE oncedesk.submissions SET job_id = 900000 WHERE id = (SELECT max(id) FROM "
          "oncedesk.submissions WHERE outcome = 'replayed')",
          u"submissions_lead_to_jobs"_s);
    finds("UPDATE oncedesk.attempts SET state = 'started', ended_at = NULL WHERE id = (SELECT min(id) FROM "
          "oncedesk.attempts WHERE state = 'failed')",
          u"moves_were_legal"_s);
    finds("UPDATE oncedesk.attempts SET opened_at = opened_at - interval '1 day' WHERE id = (SELECT max(id) "
          "FROM oncedesk.attempts WHERE opened_because = 'retry')",
          u"one_live_attempt_per_lane"_s);
    finds("UPDATE oncedesk.attempts a SET opened_at = u.unknown_at FROM oncedesk.attempts u"
          " WHERE u.job_id = a.job_id AND a.ordinal = 2 AND u.ordinal = 1 AND u.state = 'cancelled' AND "
          "u.unknown_at IS NOT NULL",
          u"unknown_blocked_new_attempts"_s);
    finds("UPDATE oncedesk.jobs SET completed_by = completed_by + 1 WHERE id = (SELECT max(id) FROM "
          "oncedesk.jobs WHERE completed_by IS NOT NULL)",
          u"one_winner_holds_the_slot"_s);
    finds("INSERT INTO oncedesk.races (attempt_id, job_id, outcome, version_read, version_found, winner)"
          " SELECT a.id, a.job_id, 'won', 1, 1, a.id FROM oncedesk.attempts a WHERE a.state = 'superseded' "
          "AND NOT EXISTS"
          " (SELECT FROM oncedesk.races r WHERE r.attempt_id = a.id) UNION ALL"
          " (SELECT 900001, job_id, 'won', 1, 1, 900001 FROM oncedesk.races WHERE outcome = 'won' LIMIT 1)",
          u"one_winner_holds_the_slot"_s);
    finds("UPDATE oncedesk.jobs SET result = NULL WHERE id = (SELECT min(id) + 5 FROM oncedesk.jobs WHERE "
          "completed_by IS NOT NULL)"
          " OR id = (SELECT min(id) FROM oncedesk.jobs WHERE completed_by IS NOT NULL)",
          u"slot_is_whole"_s);
    finds("UPDATE oncedesk.races SET result_sha256 = NULL WHERE id = (SELECT min(id) FROM oncedesk.races "
          "WHERE outcome = 'lost')",
          u"losses_are_logged"_s);
    finds("WITH lost AS (UPDATE oncedesk.races SET result_sha256 = sha256('{\"stolen\": 1}')"
          " WHERE id = (SELECT max(id) FROM oncedesk.races WHERE outcome = 'lost') RETURNING attempt_id)"
          " INSERT INTO oncedesk.provider_answers (request_id, attempt_id, answer, payload)"
          " SELECT 1, attempt_id, 'running', '{\"stolen\": 1}' FROM lost",
          u"lost_payloads_are_gone"_s);
    finds("UPDATE oncedesk.attempts SET ordinal = 7 WHERE id = (SELECT max(id) FROM oncedesk.attempts)",
          u"attempts_are_numbered"_s);
    finds("UPDATE oncedesk.attempts SET cancel_reason = NULL WHERE id = (SELECT min(id) FROM "
          "oncedesk.attempts WHERE state = 'cancelled')",
          u"cancels_say_why"_s);
    finds("ALTER TABLE oncedesk.jobs DROP CONSTRAINT jobs_one_per_owner_and_key", u"guards_stand"_s);
    finds("UPDATE oncedesk.jobs SET (owner_id, idempotency_key) = (SELECT owner_id, idempotency_key FROM "
          "oncedesk.jobs ORDER BY id LIMIT 1)"
          " WHERE id = (SELECT max(id) FROM oncedesk.jobs)",
          u"one_job_per_key"_s);

    const Said forPeople = m_oncectl({u"audit"_s, u"--limit"_s, u"1"_s});
    EXPECT_EQ(forPeople.exitCode, 1);
    EXPECT_TRUE(forPeople.out.contains("BROKEN  An owner and a key name one job."))
        << forPeople.out.toStdString();
    EXPECT_TRUE(forPeople.out.contains("#1, #3000"));
}

TEST_F(OncectlHistory, AuditSeesASwitchedOffGuard)
{
    ASSERT_EQ(broken(), QStringList());
    run("ALTER TABLE oncedesk.races DISABLE TRIGGER guard_append_only");
    EXPECT_EQ(broken(), QStringList{u"guards_stand"_s});
}

TEST_F(OncectlHistory, AuditAsAViewerChangesNothing)
{
    demo(200);
    Oncectl viewer(m_database.settingsAs(u"oncedesk_viewer"_s));
    EXPECT_EQ(viewer({u"audit"_s}).exitCode, 0);
}

TEST_F(OncectlHistory, ExportsTenThousandJobsAndLosesNoDigit)
{
    demo(10000);
    run("SELECT oncedesk.submit_job('=HYPERLINK(\"http://evil\")', '@key, with \"quotes\"', 'print.poster', "
        "'inkjet',"
        " '{\"n\": 1234567890123456789012345678901234567890.10, \"t\": \"line\\nend\"}')");
    QTemporaryDir folder;
    const QString jsonl = folder.filePath(u"jobs.jsonl"_s);
    const Said said = m_oncectl.json({u"export"_s, u"--output"_s, jsonl});
    ASSERT_EQ(said.exitCode, 0) << said.err.toStdString();
    EXPECT_EQ(said["jobs"].toInt(), 10001);
    QFile file(jsonl);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    ASSERT_EQ(lines.size(), 10001);
    EXPECT_TRUE(lines.last().contains("\"n\": 1234567890123456789012345678901234567890.10"));
    // What was exported is what the database holds: compared there, as jsonb.
    run("CREATE TEMP TABLE exported (line jsonb)");
    for (qsizetype at = 0; at < lines.size(); at += 1000)
        ASSERT_TRUE(
            m_sql.exec("INSERT INTO exported SELECT unnest($1::jsonb[])", {Param::array(lines.mid(at, 1000))})
                .ok());
    EXPECT_EQ(
        m_sql
            .exec("SELECT count(*) FROM exported e JOIN oncedesk.jobs j ON j.id = (e.line->>'id')::bigint"
                  " JOIN oncedesk.job_status_view s ON s.id = j.id"
                  " WHERE e.line->>'owner_id' = j.owner_id AND e.line->>'idempotency_key' = j.idempotency_key"
                  " AND e.line->'params' = j.params AND e.line->'policy' = j.policy"
                  " AND e.line->'result' = coalesce(j.result, 'null') AND e.line->>'status' = s.status"
                  " AND (e.line->>'created_at')::timestamptz = j.created_at"
                  " AND (e.line->>'completed_at')::timestamptz IS NOT DISTINCT FROM j.completed_at")
            .integer(),
        10001);

    const Said csv =
        m_oncectl({u"export"_s, u"--format"_s, u"csv"_s, u"key:\"@key, with \\\"quotes\\\"\""_s});
    ASSERT_EQ(csv.exitCode, 0) << csv.err.toStdString();
    EXPECT_TRUE(csv.out.startsWith("id,status,owner_id,idempotency_key,"));
    EXPECT_TRUE(csv.out.contains("10001,waiting,\"'=HYPERLINK(\"\"http://evil\"\")\",\"'@key, with "
                                 "\"\"quotes\"\"\",print.poster,inkjet,1,"))
        << csv.out.toStdString();
}

TEST_F(OncectlHistory, ExportsInBoundedMemoryHoweverLargeTheJobs)
{
    // 100 MB of params that compress to nothing on disk.
    run("SELECT oncedesk.add_provider('inkjet', 'simulated')");
    run("SELECT oncedesk.submit_job('alice', 'big' || n, 'print', 'inkjet', jsonb_build_object('text', "
        "repeat('x', 1000000)))"
        "  FROM generate_series(1, 100) AS n");
    QTemporaryDir folder;
    QProcess limited;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"ONCEDESK_DB"_s, m_database.settings().toKeywords());
    limited.setProcessEnvironment(environment);
    limited.start(u"/bin/sh"_s, {u"-c"_s, u"ulimit -d 60000; exec \"$0\" export --output \"$1\""_s,
                                 QStringLiteral(ONCECTL_PATH), folder.filePath(u"big.jsonl"_s)});
    const Said said = Oncectl::finish(limited);
    EXPECT_EQ(said.exitCode, 0) << said.err.toStdString();
    EXPECT_GT(QFile(folder.filePath(u"big.jsonl"_s)).size(), qint64(100) * 1000000);
}

TEST_F(OncectlHistory, LeavesTheOldFileWhenAnExportFails)
{
    QTemporaryDir folder;
    const QString name = folder.filePath(u"jobs.csv"_s);
    QFile file(name);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("old");
    file.close();
    Oncectl stranger(m_database.settingsAs(u"oncedesk_submitter"_s));
    EXPECT_EQ(stranger({u"export"_s, u"--output"_s, name}).exitCode, 6);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "old");
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    EXPECT_EQ(m_oncectl({u"export"_s, u"--output"_s, u"/nonexistent/jobs.csv"_s}).exitCode, 1);
}

TEST_F(OncectlHistory, ExportReplacesNothingButAFile)
{
    QTemporaryDir folder;
    const QString pipe = folder.filePath(u"pipe"_s);
    ASSERT_EQ(mkfifo(pipe.toUtf8().constData(), 0600), 0);
    for (const QString &name : {pipe, folder.path(), u""_s}) {
        const Said said = m_oncectl({u"export"_s, u"--output"_s, name});
        EXPECT_EQ(said.exitCode, 2) << name.toStdString();
        EXPECT_TRUE(said.err.contains("is not the name of a file")) << said.err.toStdString();
    }
    struct stat there
    {
    };
    ASSERT_EQ(stat(pipe.toUtf8().constData(), &there), 0);
    EXPECT_TRUE(S_ISFIFO(there.st_mode));
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files | QDir::System).size(), 1);
}

} // namespace oncedesk
