// Ctrl+C and SIGTERM in the middle of long work.
#include "tests/app/oncectl/oncectl.h"
#include "tests/support/tcpproxy.h"
#include "tests/support/testdatabase.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QTemporaryDir>
#include <csignal>
#include <thread>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class OncectlInterrupted : public ::testing::Test
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
    // Returns when the command under way waits for a lock.
    void waitUntilOncectlWaits()
    {
        while (m_sql
                   .exec("SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
                         " WHERE d.datname = current_database() AND NOT l.granted")
                   .integer() == 0)
            std::this_thread::yield();
    }
};

} // namespace

TEST_F(OncectlInterrupted, EndsAnAuditSoonInTheMiddleOfACheck)
{
    run("BEGIN; LOCK TABLE oncedesk.races IN ACCESS EXCLUSIVE MODE"); // a check that does not end
    for (const auto &[signal, exitCode] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
        const auto audit = m_oncectl.start({u"audit"_s, u"--json"_s});
        waitUntilOncectlWaits();
        QElapsedTimer elapsed;
        elapsed.start();
        ::kill(pid_t(audit->processId()), signal);
        const Said said = Oncectl::finish(*audit);
        EXPECT_LT(elapsed.elapsed(), 4000) << "a second, on a machine that is not busy";
        EXPECT_EQ(said.exitCode, exitCode) << said.err.toStdString();
        EXPECT_TRUE(said.err.contains("The audit was interrupted")) << said.err.toStdString();
        EXPECT_EQ(said["error"].toObject().value(u"kind").toString(), u"internal");
    }
    run("COMMIT");
    EXPECT_EQ(m_oncectl({u"audit"_s}).exitCode, 0);
}

TEST_F(OncectlInterrupted, EndsAnAuditSoonWhileTheServerIsSilent)
{
    TcpProxy proxy(m_database.settings());
    proxy.onClientText("oncedesk.race_view", TcpProxy::Fault::blackHole);
    const auto audit = Oncectl(proxy.settings()).start({u"audit"_s});
    while (!proxy.struck())
        std::this_thread::yield();
    QElapsedTimer elapsed;
    elapsed.start();
    ::kill(pid_t(audit->processId()), SIGINT);
    EXPECT_EQ(Oncectl::finish(*audit).exitCode, 130);
    EXPECT_LT(elapsed.elapsed(), 4000);
}

TEST_F(OncectlInterrupted, SaysSoByTheExitCodeOfAnExport)
{
    ASSERT_EQ(m_oncectl({u"demo-data"_s, u"--jobs"_s, u"2000"_s}).exitCode, 0);
    QTemporaryDir folder;
    run("BEGIN; LOCK TABLE oncedesk.jobs IN ACCESS EXCLUSIVE MODE");
    const auto exported = m_oncectl.start({u"export"_s, u"--output"_s, folder.filePath(u"jobs.csv"_s)});
    waitUntilOncectlWaits();
    ::kill(pid_t(exported->processId()), SIGTERM);
    run("COMMIT");
    EXPECT_EQ(Oncectl::finish(*exported).exitCode, 143);
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

} // namespace oncedesk
