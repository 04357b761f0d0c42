// A list that is open while its server stops and comes back.
#include "core/db/migrator.h"
#include "tests/support/testserver.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/actions/deskactions.h"
#include "ui/jobs/jobsmodel.h"
#include "ui/jobs/jobspage.h"
#include "ui/lists/listtable.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

TEST(AListWhoseServerStops, KeepsItsRowsSaysSoAndGoesOnByItself)
{
    const auto server = TestServer::own();
    const auto submit = [&](const QByteArray &key) {
        Database database(server->connection());
        return database
            .run([key](Session &session) {
                return session.exec("SELECT oncedesk.submit_job('o', $1, 'print.poster', 'inkjet', '{}')",
                                    {key});
            })
            .takeResult()
            .ok();
    };
    {
        Database database(server->connection());
        ASSERT_TRUE(database.run([](Session &session) { return migrate(session); }).takeResult().ok());
        ASSERT_TRUE(database
                        .run([](Session &session) {
                            return session.exec("SELECT oncedesk.add_provider('inkjet', 'simulated', '{}')");
                        })
                        .takeResult()
                        .ok());
    }
    ASSERT_TRUE(submit("before"));

    LiveDesk desk(server->connection(), nullptr, {.poll = 100ms, .gather = 10ms});
    QWidget window;
    DeskActions actions(desk, &window);
    JobsPage page(desk, actions);
    const QAbstractItemModelTester tester(&page.model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    page.resize(1072, 600);
    page.show();
    ASSERT_TRUE(waitUntil([&] { return page.model().rowCount() == 1; }));
    page.table().selectRow(0);
    const auto summary = [&] { return page.findChild<QWidget *>(u"summary"_s)->accessibleName(); };

    server->stop();
    ASSERT_TRUE(waitUntil([&] { return summary().startsWith(u"The database is away: "_s); }));
    EXPECT_EQ(page.model().rowCount(), 1);
    EXPECT_EQ(page.table().selectedRows(), QList<int>{0});

    // Another filter while it is away: rows of the one before would be a lie.
    page.setFilter(u"owner:o"_s);
    ASSERT_TRUE(waitUntil([&] { return page.model().rowCount() == 0; }));
    EXPECT_TRUE(waitUntil([&] { return page.table().words() == u"Nothing could be read yet."_s; }));

    server->start();
    ASSERT_TRUE(submit("after"));
    ASSERT_TRUE(waitUntil([&] { return page.model().rowCount() == 2; }));
    EXPECT_EQ(page.model().as<board::JobRow>(0).key, u"after"_s);
    EXPECT_TRUE(waitUntil([&] { return !summary().contains(u"away"_s); }));
    EXPECT_TRUE(page.table().words().isEmpty());
}

} // namespace oncedesk
