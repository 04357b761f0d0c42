#include "core/db/localserver.h"

#include "core/db/deskfolder.h"
#include "core/db/serverprograms.h"
#include "tests/support/forkedprocess.h"
#include "tests/support/printing.h"
#include "tests/support/testconnection.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <csignal>
#include <grp.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class TheLocalServer : public ::testing::Test
{
protected:
    TheLocalServer()
    {
        QByteArray base = "/tmp/oncedesk-desk-XXXXXX";
        if (!::mkdtemp(base.data()) || ::chmod(base.constData(), 0755) != 0)
            qFatal("mkdtemp");
        m_base = QString::fromUtf8(base);
        m_options.folder = m_base + u"/desk"_s;
        m_options.serverSettings = {u"fsync=off"_s, u"shared_buffers=16MB"_s};
    }

    ~TheLocalServer() override
    {
        (void)LocalServer::stop(m_options);
        QDir(m_base).removeRecursively();
    }

    [[nodiscard]] std::shared_ptr<LocalServer> hold()
    {
        auto held = LocalServer::hold(m_options);
        if (!held)
            qFatal("%s", qUtf8Printable(held.error().sentence));
        return held.value();
    }

    [[nodiscard]] bool isRunning() const { return DeskFolder(m_options.folder).running().has_value(); }
    [[nodiscard]] pid_t serverPid() const { return DeskFolder(m_options.folder).running().value().pid; }

    // Waits for the end of a process that is not our child.
    static void waitForEnd(pid_t pid)
    {
        while (::kill(pid, 0) == 0)
            ::usleep(1000);
    }

    QString m_base;
    LocalServer::Options m_options;
};

TEST_F(TheLocalServer, AnswersAtItsSocketAndNowhereElse)
{
    const auto server = hold();
    TestConnection connection(server->connection());
    EXPECT_EQ(connection.exec("SELECT current_database()").text(), u"oncedesk"_s);
    EXPECT_EQ(connection.exec("SHOW listen_addresses").text(), u""_s);
    EXPECT_EQ(connection.exec("SHOW server_encoding").text(), u"UTF8"_s);
    struct stat status
    {
    };
    ASSERT_EQ(::stat(QFile::encodeName(m_options.folder).constData(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700U);
    EXPECT_EQ(server->connection().values(), LocalServer::find(m_options).value().values());
}

TEST_F(TheLocalServer, IsSharedByTwoHoldersAndStoppedByTheLast)
{
    auto first = hold();
    auto second = hold();
    EXPECT_EQ(first->connection().values(), second->connection().values());
    first.reset();
    EXPECT_TRUE(isRunning());
    second.reset();
    EXPECT_FALSE(isRunning());
    EXPECT_EQ(LocalServer::find(m_options).error().kind, ErrorKind::disconnected);
}

TEST_F(TheLocalServer, IsOneServerForProcessesThatStartAtTheSameTime)
{
    const auto body = [this](const auto &readyAndWait) {
        const auto server = LocalServer::hold(m_options);
        if (!server)
            qWarning("%s", qPrintable(server.error().sentence));
        readyAndWait();
        return server ? 0 : 1;
    };
    ForkedProcess first(body);
    ForkedProcess second(body);
    ForkedProcess third(body);
    for (ForkedProcess *process : {&first, &second, &third})
        process->waitUntilReady();
    const pid_t pid = serverPid();
    EXPECT_EQ(first.go(), 0);
    EXPECT_EQ(second.go(), 0);
    EXPECT_EQ(serverPid(), pid);
    EXPECT_EQ(third.go(), 0);
    EXPECT_FALSE(isRunning());
}

TEST_F(TheLocalServer, OutlivesAHolderThatIsKilledAndIsStoppedByTheNext)
{
    ForkedProcess other([this](const auto &readyAndWait) {
        const auto server = LocalServer::hold(m_options);
        if (!server)
            qWarning("%s", qPrintable(server.error().sentence));
        readyAndWait();
        return server ? 0 : 1;
    });
    other.waitUntilReady();
    const pid_t pid = serverPid();
    other.killHard();
    EXPECT_TRUE(isRunning());
    auto server = hold();
    EXPECT_EQ(serverPid(), pid);
    server.reset();
    EXPECT_FALSE(isRunning());
}

TEST_F(TheLocalServer, IsStartedAgainWithItsDataAfterItWasKilled)
{
    auto first = hold();
    TestConnection(first->connection()).exec("CREATE TABLE kept AS SELECT 42 AS n");
    // A backend that is busy does not notice at once that its postmaster is gone.
    TestConnection busy(first->connection());
    busy.send("SELECT count(*) FROM generate_series(1, 3000000)");
    const pid_t pid = serverPid();
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    waitForEnd(pid);
    EXPECT_FALSE(isRunning());
    const auto second = hold();
    EXPECT_EQ(TestConnection(second->connection()).exec("SELECT n FROM kept").integer(), 42);
    EXPECT_NE(serverPid(), pid);
}

TEST_F(TheLocalServer, StartsAgainForItsHoldersWhenItWasKilledAndStaysKept)
{
    ASSERT_TRUE(LocalServer::start(m_options).ok());
    auto first = hold();
    const auto second = hold();
    const pid_t pid = serverPid();
    EXPECT_TRUE(first->isRunning());
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    waitForEnd(pid);
    EXPECT_FALSE(first->isRunning());

    const auto again = first->startAgain();
    ASSERT_TRUE(again.ok()) << qUtf8Printable(again.error().sentence);
    const pid_t next = serverPid();
    EXPECT_NE(next, pid);
    ASSERT_TRUE(second->startAgain().ok());
    EXPECT_EQ(serverPid(), next) << "the second holder joins";
    EXPECT_EQ(TestConnection(first->connection()).exec("SELECT 1").integer(), 1);
    first.reset();
    EXPECT_TRUE(isRunning());
    EXPECT_TRUE(DeskFolder(m_options.folder).isKept(*DeskFolder(m_options.folder).running()));
}

TEST_F(TheLocalServer, IsNotStartedAgainForItsHoldersWhenSomebodyStoppedIt)
{
    const auto server = hold();
    const ServerPrograms programs = ServerPrograms::find().value();
    ASSERT_TRUE(
        programs
            .run(u"pg_ctl"_s, {u"stop"_s, u"-w"_s, u"-m"_s, u"fast"_s, u"-D"_s, u"data"_s}, m_options.folder)
            .ok());
    const auto refused = server->startAgain();
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::refused);
    EXPECT_FALSE(isRunning());
}

TEST_F(TheLocalServer, IsNotFooledByAStalePidFileThatNamesALivingProcess)
{
    hold().reset();
    const QString pidFile = m_options.folder + u"/data/postmaster.pid"_s;
    QFile file(pidFile);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    // Our parent lives and is no server. (PostgreSQL itself would take our own number for a leftover.)
    file.write(QByteArray::number(::getppid()) + '\n' + m_options.folder.toUtf8() +
               "/data\n1700000000\n5432\n/tmp\n\n  0  0\nready   \n");
    file.close();
    const ServerPrograms programs = ServerPrograms::find().value();
    ASSERT_TRUE(programs.handOver(pidFile).ok());
    EXPECT_FALSE(isRunning());
    const auto server = hold();
    EXPECT_EQ(TestConnection(server->connection()).exec("SELECT 1").integer(), 1);
}

TEST_F(TheLocalServer, RunsInAFolderWhosePathIsTooLongForASocket)
{
    m_options.folder = m_base + u'/' + QString(150, u'x') + u"/it's a \"desk\", $HOME"_s;
    const auto server = hold();
    EXPECT_EQ(TestConnection(server->connection()).exec("SELECT 1").integer(), 1);
    const QString socketFolder = server->connection().value(u"host"_s);
    EXPECT_LT(socketFolder.size(), 90);
    struct stat status
    {
    };
    ASSERT_EQ(::stat(QFile::encodeName(socketFolder).constData(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700U);
    EXPECT_EQ(LocalServer::find(m_options).value().value(u"host"_s), socketFolder);
    QDir(socketFolder).removeRecursively();
}

TEST_F(TheLocalServer, StaysWhenItWasStartedToStay)
{
    ASSERT_TRUE(LocalServer::start(m_options).ok());
    const pid_t pid = serverPid();
    auto held = hold();
    const auto refused = LocalServer::stop(m_options);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::refused);
    held.reset();
    EXPECT_EQ(serverPid(), pid);
    EXPECT_TRUE(LocalServer::stop(m_options).ok());
    EXPECT_FALSE(isRunning());
    EXPECT_TRUE(LocalServer::stop(m_options).ok());

    // That one is gone; the next is not kept for its sake.
    hold().reset();
    EXPECT_FALSE(isRunning());
}

TEST_F(TheLocalServer, SaysWhichPackageIsMissing)
{
    m_options.binaries = m_base;
    const auto held = LocalServer::hold(m_options);
    ASSERT_FALSE(held.ok());
    EXPECT_EQ(held.error().kind, ErrorKind::invalid);
    EXPECT_TRUE(held.error().sentence.contains(u"Debian package postgresql"_s))
        << qPrintable(held.error().sentence);
    EXPECT_FALSE(QFileInfo::exists(m_options.folder));
}

TEST_F(TheLocalServer, LeavesNothingHalfMadeWhenInitdbFails)
{
    const QString real = QFileInfo(ServerPrograms::find().value().path(u"initdb"_s)).path();
    m_options.binaries = m_base + u"/bin"_s;
    QDir().mkpath(m_options.binaries);
    QFile::link(real + u"/postgres"_s, m_options.binaries + u"/postgres"_s);
    QFile::link(real + u"/pg_ctl"_s, m_options.binaries + u"/pg_ctl"_s);
    QFile initdb(m_options.binaries + u"/initdb"_s);
    ASSERT_TRUE(initdb.open(QIODevice::WriteOnly));
    initdb.write("#!/bin/sh\nmkdir -p \"$2\"/base && touch \"$2\"/PG_VERSION\n"
                 "echo 'initdb: error: could not write to file: No space left on device' >&2\nexit 1\n");
    initdb.close();
    ::chmod(QFile::encodeName(initdb.fileName()).constData(), 0755);

    const auto held = LocalServer::hold(m_options);
    ASSERT_FALSE(held.ok());
    EXPECT_TRUE(held.error().sentence.contains(u"No space left on device"_s))
        << qPrintable(held.error().sentence);
    EXPECT_FALSE(QFileInfo::exists(m_options.folder + u"/data"_s));
    EXPECT_FALSE(QFileInfo::exists(m_options.folder + u"/data.new"_s));

    m_options.binaries.clear();
    EXPECT_TRUE(LocalServer::hold(m_options).ok());
}

// A disk of its own, which only root may mount.
class ALocalServerOnASmallDisk : public TheLocalServer
{
protected:
    void mountDisk(const char *size)
    {
        m_disk = m_base + u"/disk"_s;
        QDir().mkpath(m_disk);
        if (::mount("tmpfs", QFile::encodeName(m_disk).constData(), "tmpfs", 0, size) != 0)
            GTEST_SKIP() << "only root may mount a small disk";
        m_options.folder = m_disk + u"/desk"_s;
    }

    ~ALocalServerOnASmallDisk() override
    {
        (void)LocalServer::stop(m_options);
        if (!m_disk.isEmpty())
            ::umount2(QFile::encodeName(m_disk).constData(), MNT_DETACH);
    }

    QString m_disk;
};

TEST_F(ALocalServerOnASmallDisk, SaysThatTheDiskIsTooSmallToMakeIt)
{
    mountDisk("size=20m,mode=755");
    if (IsSkipped())
        return;
    const auto held = LocalServer::hold(m_options);
    ASSERT_FALSE(held.ok());
    EXPECT_TRUE(held.error().sentence.contains(u"No space left on device"_s))
        << qPrintable(held.error().sentence);
    EXPECT_FALSE(QFileInfo::exists(m_options.folder + u"/data.new"_s));
    EXPECT_FALSE(QFileInfo::exists(m_options.folder + u"/data"_s));
}

TEST_F(ALocalServerOnASmallDisk, SaysThatTheDiskIsFullAndStartsAgainWhenThereIsRoom)
{
    mountDisk("size=150m,mode=755");
    if (IsSkipped())
        return;
    hold().reset();
    QFile filling(m_disk + u"/filling"_s);
    ASSERT_TRUE(filling.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filling.write(QByteArray(4096, 'x')) == 4096) {
    }
    const auto held = LocalServer::hold(m_options);
    ASSERT_FALSE(held.ok());
    EXPECT_TRUE(held.error().sentence.contains(u"No space left on device"_s))
        << qPrintable(held.error().sentence);
    filling.remove();
    EXPECT_TRUE(LocalServer::hold(m_options).ok());
}

TEST_F(TheLocalServer, RefusesAFolderThatOthersMayEnter)
{
    const ServerPrograms programs = ServerPrograms::find().value();
    QDir().mkpath(m_options.folder);
    ASSERT_TRUE(programs.handOver(m_options.folder).ok());
    ::chmod(QFile::encodeName(m_options.folder).constData(), 0755);
    const auto held = LocalServer::hold(m_options);
    ASSERT_FALSE(held.ok());
    EXPECT_EQ(held.error().kind, ErrorKind::invalid);
    EXPECT_TRUE(held.error().sentence.contains(u"0700"_s)) << qPrintable(held.error().sentence);
}

TEST_F(TheLocalServer, SaysWhichVersionMadeTheData)
{
    hold().reset();
    QFile version(m_options.folder + u"/data/PG_VERSION"_s);
    ASSERT_TRUE(version.open(QIODevice::WriteOnly));
    version.write("12\n");
    version.close();
    const auto held = LocalServer::hold(m_options);
    ASSERT_FALSE(held.ok());
    EXPECT_EQ(held.error().kind, ErrorKind::invalid);
    EXPECT_TRUE(held.error().sentence.contains(u"postgresql-12"_s)) << qPrintable(held.error().sentence);
}

TEST_F(TheLocalServer, RunsForAUserWithoutRightsToo)
{
    const passwd *nobody = ::getpwnam("nobody");
    if (::geteuid() != 0 || !nobody)
        GTEST_SKIP() << "only root may become somebody else";
    const uid_t uid = nobody->pw_uid;
    const gid_t gid = nobody->pw_gid;
    ASSERT_EQ(::chown(QFile::encodeName(m_base).constData(), uid, gid), 0);
    ForkedProcess child([&](const auto &) {
        if (::setgroups(0, nullptr) != 0 || ::setgid(gid) != 0 || ::setuid(uid) != 0)
            return 9;
        ::setenv("XDG_DATA_HOME", QFile::encodeName(m_base).constData(), 1);
        LocalServer::Options options = m_options;
        options.folder.clear();
        const auto server = LocalServer::hold(options);
        if (!server)
            return 1;
        TestConnection connection(server.value()->connection());
        return connection.exec("SELECT 1").integer() == 1 &&
                       QFileInfo::exists(m_base + u"/oncedesk/desk/data"_s)
                   ? 0
                   : 2;
    });
    EXPECT_EQ(child.go(), 0);
}

} // namespace
} // namespace oncedesk
