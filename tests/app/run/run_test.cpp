// A second ./run while its desk is in use.
#include "core/db/filelock.h"
#include "core/db/localserver.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <gtest/gtest.h>
#include <unistd.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// The script alone, in a folder of its own: whatever it would go on to do fails there.
class ASecondRun : public ::testing::Test
{
protected:
    ASecondRun()
    {
        m_place = QDir(m_folder.path()).canonicalPath();
        QFile::copy(QStringLiteral(ONCEDESK_SOURCE_DIR) + u"/run"_s, m_place + u"/run"_s);
        const QByteArray hash =
            QCryptographicHash::hash(m_place.toUtf8(), QCryptographicHash::Md5).toHex().left(8);
        m_options.folder = ::geteuid() == 0 ? u"/var/lib/oncedesk/story-"_s + QString::fromLatin1(hash)
                                            : m_place + u"/build/desk"_s;
        m_options.serverSettings = {u"fsync=off"_s, u"shared_buffers=16MB"_s};
    }
    ~ASecondRun() override
    {
        (void)LocalServer::stop(m_options);
        QDir(m_options.folder).removeRecursively();
    }
    void run()
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(u"bash"_s, {m_place + u"/run"_s});
        ASSERT_TRUE(m_process.waitForFinished());
        m_said = QString::fromUtf8(m_process.readAll()).trimmed();
    }

    QTemporaryDir m_folder;
    QString m_place;
    LocalServer::Options m_options;
    QProcess m_process;
    QString m_said;
};

TEST_F(ASecondRun, SaysThatAConsoleIsOpenWhatToDoAndChangesNothing)
{
    const auto held = LocalServer::hold(m_options); // as a console does
    ASSERT_TRUE(held.ok()) << qUtf8Printable(held.error().sentence);
    const auto before = QDir(m_place).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    run();
    EXPECT_EQ(m_process.exitCode(), 10);
    EXPECT_EQ(
        m_said,
        u"A console is open on this desk already (%1): use that window, or close it and run again."_s.arg(
            m_options.folder));
    EXPECT_EQ(QDir(m_place).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
    EXPECT_TRUE(LocalServer::find(m_options).ok());
}

TEST_F(ASecondRun, WaitsForNothingWhileTheFirstIsAtWork)
{
    QDir(m_place).mkpath(u"build"_s);
    const auto first = FileLock::take(m_place + u"/build/run.lock"_s, FileLock::Kind::exclusive, {});
    ASSERT_TRUE(first.ok() && first.value());
    run();
    EXPECT_EQ(m_process.exitCode(), 10);
    EXPECT_TRUE(m_said.startsWith(u"Another ./run is at work in this folder"_s)) << qPrintable(m_said);
}

TEST_F(ASecondRun, GoesOnWhereNobodyUsesTheDeskAnyMore)
{
    LocalServer::hold(m_options).value().reset();
    run();
    EXPECT_NE(m_process.exitCode(), 10) << qPrintable(m_said);
    EXPECT_TRUE(m_said.contains(u".ci/install"_s)) << qPrintable(m_said); // which is not there
}

} // namespace
} // namespace oncedesk
