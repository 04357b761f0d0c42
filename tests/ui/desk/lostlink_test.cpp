// What a console says while its server is gone or stands still.
#include "core/db/migrator.h"
#include "tests/support/testserver.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/shell/banner.h"
#include "ui/shell/header.h"

#include <QLabel>
#include <QRegularExpression>
#include <QToolButton>
#include <gtest/gtest.h>
#include <optional>

namespace oncedesk {

using namespace std::chrono_literals;

// It breaks no link.
TEST(AServerThatStandsStill, CountsAsLostAfterTheSilenceAndAsFreshWhenItGoesOn)
{
    const auto server = TestServer::own();
    ASSERT_TRUE(Database(server->connection())
                    .run([](Session &session) { return migrate(session); })
                    .takeResult()
                    .ok());
    LiveDesk desk(server->connection(), nullptr, {.poll = 50ms, .gather = 10ms, .silence = 300ms});
    const Banner banner(desk);
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::fresh; }));

    server->freeze();
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::lost; }));
    EXPECT_TRUE(desk.trouble().startsWith(QStringLiteral("The database has not answered for")))
        << qPrintable(desk.trouble());
    EXPECT_FALSE(banner.isHidden());

    server->thaw();
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::fresh; }));
    EXPECT_TRUE(banner.isHidden());
    EXPECT_TRUE(desk.trouble().isEmpty());
}

TEST(AServerThatIsStopped, IsExplainedInTheBannerDatedInTheHeaderAndNotExplainedAgainByPages)
{
    const auto server = TestServer::own();
    LiveDesk desk(server->connection(), nullptr, {.poll = 50ms, .gather = 10ms});
    const Banner banner(desk);
    const Header header(desk);
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::fresh; }));
    server->stop();
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::lost; }));
    EXPECT_TRUE(banner.findChild<QLabel *>()->text().contains(desk.trouble()));
    const QString mark = header.findChild<QToolButton *>(QStringLiteral("connection"))->text();
    EXPECT_TRUE(mark.contains(QRegularExpression(QStringLiteral(" · stale since \\d\\d:\\d\\d:\\d\\d$"))))
        << qPrintable(mark);

    std::optional<Error> heard;
    desk.read(
        &desk, [](Session &session) { return session.exec("SELECT 1"); },
        [&](const Result<Rows> &answer) { heard = answer.error(); });
    ASSERT_TRUE(waitUntil([&] { return heard.has_value(); }));
    EXPECT_EQ(heard->kind, ErrorKind::disconnected);
    EXPECT_FALSE(desk.trouble().isEmpty());
    EXPECT_FALSE(heard->sentence.contains(desk.trouble())) << qPrintable(heard->sentence);
}

TEST(AServerThatAnswers, IsNeverSilent)
{
    ConsoleDesk console;
    LiveDesk desk(console.database().settings(), nullptr, {.poll = 20ms, .silence = 10s});
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::fresh; }));
    int looks = 0;
    bool wasLost = false;
    QObject::connect(&desk, &LiveDesk::changed, &desk, [&] {
        ++looks;
        wasLost |= desk.link() != LiveDesk::Link::fresh;
    });
    ASSERT_TRUE(waitUntil([&] { return looks >= 20; }));
    EXPECT_FALSE(wasLost);
}

} // namespace oncedesk
