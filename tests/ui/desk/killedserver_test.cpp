// A private desk whose server goes away under open consoles.
#include "core/db/deskfolder.h"
#include "core/db/migrator.h"
#include "core/db/serverprograms.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/shell/banner.h"

#include <QDir>
#include <QLabel>
#include <QSet>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class APrivateDesk : public ::testing::Test
{
protected:
    APrivateDesk()
    {
        QByteArray base = "/tmp/oncedesk-desk-XXXXXX";
        if (!::mkdtemp(base.data()) || ::chmod(base.constData(), 0755) != 0)
            qFatal("mkdtemp");
        m_base = QString::fromUtf8(base);
        m_options.folder = m_base + u"/desk"_s;
        m_options.serverSettings = {u"fsync=off"_s, u"shared_buffers=16MB"_s};
    }
    ~APrivateDesk() override
    {
        (void)LocalServer::stop(m_options);
        QDir(m_base).removeRecursively();
    }

    // As another console of this user would.
    std::unique_ptr<LiveDesk> open()
    {
        auto held = LocalServer::hold(m_options);
        if (!held)
            qFatal("%s", qUtf8Printable(held.error().sentence));
        const auto server = held.value();
        Database database(server->connection());
        const auto migrated = database.run([](Session &session) { return migrate(session); }).takeResult();
        if (!migrated)
            qFatal("%s", qUtf8Printable(migrated.error().sentence));
        return std::make_unique<LiveDesk>(server->connection(), server,
                                          LiveDesk::Intervals{.poll = 50ms, .gather = 10ms});
    }
    void submit(LiveDesk &desk)
    {
        Database database(desk.settings());
        const auto job =
            database
                .run([](Session &session) {
                    return session.exec("SELECT oncedesk.add_provider('inkjet', 'simulated', '{}'), "
                                        "oncedesk.submit_job('o', 'k', 'print.poster', 'inkjet', '{}')");
                })
                .takeResult();
        if (!job)
            qFatal("%s", qUtf8Printable(job.error().sentence));
    }
    // Read now, over this console's own connection.
    static qint64 waitingAt(LiveDesk &desk)
    {
        qint64 waiting = -1;
        bool isBack = false;
        desk.read(
            &desk, [](Session &session) { return board::counts(session); },
            [&](const Result<board::Counts> &counts) {
                isBack = true;
                if (counts)
                    waiting = counts->waiting;
            });
        (void)waitUntil([&] { return isBack; });
        return waiting;
    }
    static bool isFresh(const LiveDesk &desk)
    {
        return waitUntil([&] { return desk.link() == LiveDesk::Link::fresh; });
    }
    [[nodiscard]] DeskFolder folder() const { return DeskFolder(m_options.folder); }
    pid_t kill()
    {
        const pid_t pid = folder().running().value().pid;
        ::kill(pid, SIGKILL);
        return pid;
    }

    QString m_base;
    LocalServer::Options m_options;
};

QString textOf(const Banner &banner)
{
    return banner.isHidden() ? QString() : banner.findChild<QLabel *>()->text();
}

TEST_F(APrivateDesk, StartsItsKilledServerAgainAndGoesOn)
{
    const auto desk = open();
    submit(*desk);
    const Banner banner(*desk);
    ASSERT_TRUE(waitUntil([&] { return desk->counts().waiting == 1; }));
    EXPECT_TRUE(banner.isHidden());

    QStringList said;
    QObject::connect(desk.get(), &LiveDesk::linkChanged, desk.get(), [&] { said += textOf(banner); });
    const pid_t killed = kill();
    ASSERT_TRUE(waitUntil([&] { return desk->link() == LiveDesk::Link::lost; }));
    ASSERT_TRUE(isFresh(*desk)) << qPrintable(textOf(banner));
    EXPECT_FALSE(said.filter(u"The private desk's server has stopped; starting it again …"_s).isEmpty())
        << qPrintable(said.join(u'\n'));
    EXPECT_EQ(textOf(banner), QString());
    EXPECT_EQ(waitingAt(*desk), 1);
    EXPECT_NE(folder().running().value().pid, killed);
}

TEST_F(APrivateDesk, IsStartedAgainOnceForTwoConsoles)
{
    const auto desk = open();
    const auto other = open();
    submit(*desk);
    ASSERT_TRUE(isFresh(*desk) && isFresh(*other));
    for (int i = 0; i < 2; ++i) {
        QSet<LiveDesk *> lost;
        QObject context;
        for (LiveDesk *each : {desk.get(), other.get()})
            QObject::connect(each, &LiveDesk::linkChanged, &context, [&lost, each] {
                if (each->link() == LiveDesk::Link::lost)
                    lost += each;
            });
        kill();
        ASSERT_TRUE(waitUntil([&] { return lost.size() == 2; }));
        ASSERT_TRUE(isFresh(*desk) && isFresh(*other)) << qPrintable(desk->remedy() + other->remedy());
    }
    const pid_t pid = folder().running().value().pid;
    EXPECT_EQ(waitingAt(*desk), 1);
    EXPECT_EQ(waitingAt(*other), 1);
    EXPECT_EQ(folder().running().value().pid, pid);
}

TEST_F(APrivateDesk, StaysStoppedWhenSomebodyStoppedItAndGoesOnWhenItRunsAgain)
{
    const auto desk = open();
    const Banner banner(*desk);
    ASSERT_TRUE(isFresh(*desk));
    ASSERT_TRUE(
        ServerPrograms::find()
            .value()
            .run(u"pg_ctl"_s, {u"stop"_s, u"-w"_s, u"-m"_s, u"fast"_s, u"-D"_s, u"data"_s}, m_options.folder)
            .ok());
    ASSERT_TRUE(waitUntil([&] { return textOf(banner).contains(u"was stopped by somebody"_s); }))
        << qPrintable(textOf(banner));
    EXPECT_TRUE(textOf(banner).contains(u"oncectl local start"_s));
    EXPECT_FALSE(folder().running().has_value());

    ASSERT_TRUE(LocalServer::start(m_options).ok());
    EXPECT_TRUE(isFresh(*desk)) << qPrintable(textOf(banner));
    EXPECT_EQ(textOf(banner), QString());
}

} // namespace
} // namespace oncedesk
