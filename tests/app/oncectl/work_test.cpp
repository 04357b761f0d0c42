#include "tests/app/oncectl/oncectl.h"
#include "tests/support/testdatabase.h"
#include "tests/support/throwawayserver.h"

#include <QJsonObject>
#include <csignal>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class OncectlWork : public ::testing::Test
{
protected:
    TestDatabase m_database;
    Oncectl m_oncectl{m_database.settings()};
    TestConnection m_sql = m_database.connect();

    void addProvider(const QByteArray &name, const QByteArray &settings)
    {
        EXPECT_TRUE(m_sql.exec("SELECT oncedesk.add_provider($1, 'simulated', $2)", {name, settings}).ok());
    }
    void submit(const QByteArray &key, const QByteArray &provider, const QByteArray &policy = "{}")
    {
        EXPECT_TRUE(m_sql
                        .exec("SELECT oncedesk.submit_job('alice', $1, 'print', $2, '{}', $3)",
                              {key, provider, policy})
                        .ok());
    }
    qint64 attempts(const QByteArray &state)
    {
        return m_sql.exec("SELECT count(*) FROM oncedesk.attempts WHERE state = $1", {state}).integer();
    }
    void waitFor(const QByteArray &state, qint64 count, QProcess &process)
    {
        while (attempts(state) < count)
            ASSERT_FALSE(process.waitForFinished(10)) << process.readAllStandardError().toStdString();
    }
};

} // namespace

TEST_F(OncectlWork, CarriesOutWhatIsThereAndEndsWhenIdle)
{
    addProvider("inkjet", R"({"steps": [{"delay_s": 0.05, "result": {"sheets": 3}}]})");
    addProvider("flaky",
                R"({"steps": [{"outcome": "failed", "retryable": true}, {"result": "second time"}]})");
    for (int i = 0; i < 20; ++i)
        submit("ink" + QByteArray::number(i), "inkjet");
    submit("flaky", "flaky", R"({"retry_backoff_s": 0.5})");
    const Said said = m_oncectl.json({u"work"_s, u"--until-idle"_s});
    EXPECT_EQ(said.exitCode, 0);
    EXPECT_EQ(said["claimed"].toInt(), 22) << said.err.toStdString();
    EXPECT_EQ(said["won"].toInt(), 21);
    EXPECT_EQ(said["failed"].toInt(), 1);
    EXPECT_EQ(attempts("succeeded"), 21);
}

TEST_F(OncectlWork, ServesOnlyTheProvidersItIsGiven)
{
    addProvider("inkjet", "{}");
    addProvider("laser", "{}");
    submit("a", "inkjet");
    submit("b", "laser");
    EXPECT_EQ(m_oncectl({u"work"_s, u"--providers"_s, u"laser"_s, u"--until-idle"_s}).exitCode, 0);
    EXPECT_EQ(attempts("succeeded"), 1);
    EXPECT_EQ(attempts("pending"), 1);
    EXPECT_EQ(m_oncectl({u"work"_s, u"--providers"_s, u"lazer"_s}).exitCode, 3);
    EXPECT_EQ(m_oncectl({u"work"_s, u"--providers"_s, u"laser,,"_s}).exitCode, 2);
}

TEST_F(OncectlWork, StopsInAnOrderlyWayOnSigterm)
{
    addProvider("slow", R"({"steps": [{"delay_s": 1}]})");
    submit("a", "slow");
    const auto worker = m_oncectl.start({u"--json"_s, u"work"_s, u"--grace"_s, u"60"_s});
    waitFor("started", 1, *worker);
    ::kill(pid_t(worker->processId()), SIGTERM);
    // It must not claim what comes after the signal, and must let the running call finish.
    const Said said = Oncectl::finish(*worker);
    EXPECT_EQ(said.exitCode, 0) << said.err.toStdString();
    EXPECT_EQ(said["won"].toInt(), 1);
    EXPECT_EQ(attempts("succeeded"), 1);
}

TEST_F(OncectlWork, LeavesNothingStartedWhenItIsStoppedTwice)
{
    addProvider("hanging", R"({"steps": [{"outcome": "hang"}]})");
    submit("a", "hanging", R"({"timeout_s": 3600})");
    const auto worker = m_oncectl.start({u"--json"_s, u"work"_s, u"--grace"_s, u"3600"_s});
    waitFor("started", 1, *worker);
    ::kill(pid_t(worker->processId()), SIGINT);
    ::kill(pid_t(worker->processId()), SIGTERM);
    const Said said = Oncectl::finish(*worker);
    EXPECT_EQ(said.exitCode, 0) << said.err.toStdString();
    EXPECT_EQ(said["unknown"].toInt(), 1);
    EXPECT_EQ(attempts("unknown"), 1) << "doubt is never a failure";
}

TEST_F(OncectlWork, StopsAfterTheTimeItWasGiven)
{
    addProvider("inkjet", "{}");
    submit("a", "inkjet");
    const Said said = m_oncectl({u"work"_s, u"--for"_s, u"3"_s, u"--name"_s, u"printer-1"_s});
    EXPECT_EQ(said.exitCode, 0);
    EXPECT_EQ(attempts("succeeded"), 1);
    EXPECT_EQ(m_sql.exec("SELECT worker FROM oncedesk.attempts").text(), u"printer-1");
}

TEST_F(OncectlWork, WhenItIsKilledLeavesDoubtThatNobodyElseSendsAgain)
{
    addProvider("hanging", R"({"steps": [{"outcome": "hang"}]})");
    submit("a", "hanging", R"({"timeout_s": 1, "max_attempts": 5})");
    const auto killed = m_oncectl.start({u"work"_s});
    waitFor("started", 1, *killed);
    killed->kill();
    ASSERT_TRUE(killed->waitForFinished());
    const auto next = m_oncectl.start({u"work"_s});
    waitFor("unknown", 1, *next);
    next->terminate();
    Oncectl::finish(*next);
    EXPECT_EQ(m_sql.exec("SELECT count(*) FROM oncedesk.attempts").integer(), 1);
    EXPECT_EQ(m_sql.exec("SELECT status FROM oncedesk.job_status_view").text(), u"unknown");
}

TEST(OncectlWorkAtAServerThatGoesAway, SaysThatOutcomesWereNotReported)
{
    ThrowAwayServer server{ThrowAwayServer::Options{}};
    server.start();
    const Oncectl oncectl(server.connection());
    ASSERT_EQ(oncectl({u"migrate"_s}).exitCode, 0);
    TestConnection sql(server.connection());
    ASSERT_TRUE(sql.exec("SELECT oncedesk.add_provider('slow', 'simulated', "
                         "'{\"steps\": [{\"outcome\": \"hang\"}]}')")
                    .ok());
    ASSERT_TRUE(sql.exec("SELECT oncedesk.submit_job('alice', 'a', 'print', 'slow', '{}')").ok());
    const auto worker = oncectl.start({u"--json"_s, u"work"_s, u"--grace"_s, u"0"_s});
    while (sql.exec("SELECT count(*) FROM oncedesk.attempts WHERE state = 'started'").integer() == 0)
        ASSERT_FALSE(worker->waitForFinished(10)) << worker->readAllStandardError().toStdString();
    server.killHard();
    worker->terminate();
    const Said said = Oncectl::finish(*worker);
    EXPECT_EQ(said.exitCode, 5) << said.err.toStdString();
    EXPECT_EQ(said["claimed"].toInt(), 1);
}

TEST_F(OncectlWork, RefusesANameNoHistoryCouldKeep)
{
    EXPECT_EQ(m_oncectl({u"work"_s, u"--name"_s, QString(201, u'w'), u"--for"_s, u"0"_s}).exitCode, 2);
    EXPECT_EQ(m_oncectl({u"work"_s, u"--name"_s, u" "_s, u"--for"_s, u"0"_s}).exitCode, 2);
    EXPECT_EQ(m_oncectl({u"work"_s, u"--name"_s, QString(200, u'w'), u"--for"_s, u"0"_s}).exitCode, 0);
}

TEST_F(OncectlWork, SaysAtOnceThatALoginMayNotWork)
{
    const Oncectl viewer(m_database.settingsAs(u"oncedesk_viewer"_s));
    const Said said = viewer({u"work"_s});
    EXPECT_EQ(said.exitCode, 6);
    EXPECT_TRUE(said.err.contains("oncedesk_worker")) << said.err.toStdString();
}

TEST_F(OncectlWork, WorksWithNoMoreThanAWorkersRights)
{
    addProvider("inkjet", "{}");
    submit("a", "inkjet");
    const Oncectl worker(m_database.settingsAs(u"oncedesk_worker"_s));
    const Said said = worker.json({u"work"_s, u"--until-idle"_s});
    EXPECT_EQ(said.exitCode, 0);
    EXPECT_EQ(said["won"].toInt(), 1) << said.err.toStdString();
}

} // namespace oncedesk
