// A server that stands still breaks no link.
#include "core/db/migrator.h"
#include "tests/support/testserver.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/shell/banner.h"

#include <QLabel>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace std::chrono_literals;

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
