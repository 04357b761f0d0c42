// A search through many ids that finds little: it says how far it came and goes on when asked to.
#include "tests/ui/support/consoledesk.h"
#include "ui/jobs/jobsmodel.h"
#include "ui/lists/listpage.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Reads without patience: each read looks at one window of ids.
class ImpatientJobs : public ListModel
{
public:
    explicit ImpatientJobs(LiveDesk &desk)
        : ListModel(desk, board::Subject::jobs,
                    [](Session &session, const board::Filter &filter, board::PageRequest request) {
                        request.patience = 0ms;
                        return listReader(board::jobs, [](const board::JobRow &row) {
                            return row.id.value();
                        })(session, filter, request);
                    },
                    {{.name = u"ticket"_s, .title = u"Ticket"_s}})
    {
    }

protected:
    [[nodiscard]] QVariant cell(int row, int /*column*/, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(listRow(row).id) : QVariant();
    }
};

class ImpatientPage : public ListPage
{
public:
    explicit ImpatientPage(LiveDesk &desk)
        : ListPage(desk, u"impatient"_s, {u"Jobs"_s, u"of a test"_s, u"none"_s, u"#1"_s},
                   new ImpatientJobs(desk))
    {
    }

protected:
    void open(int /*row*/) override {}
};

TEST(ALongSearch, SaysHowFarItCameAndSearchesOnWhenAskedTo)
{
    ConsoleDesk console;
    const qint64 oldest = console.waitingJob("needle");
    console.elsewhere("SELECT setval(pg_get_serial_sequence('oncedesk.jobs', 'id'), 300000)");
    console.waitingJob("hay");

    ImpatientPage page(console.live());
    const QAbstractItemModelTester tester(&page.model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    page.resize(1072, 600);
    page.setFilter(u"need"_s);
    page.show();
    auto *searchOn = page.findChild<QPushButton *>(u"search-on"_s);
    const auto summary = [&] { return page.findChild<QWidget *>(u"summary"_s)->accessibleName(); };
    ASSERT_TRUE(waitUntil([&] { return page.model().isCutShort(); }));
    EXPECT_EQ(page.model().rowCount(), 0);
    const qint64 reached = page.model().reachedId();
    EXPECT_GT(reached, oldest);
    EXPECT_LT(reached, 300'000);
    EXPECT_TRUE(summary().startsWith(u"Searched back to entry "_s)) << summary().toStdString();
    ASSERT_TRUE(searchOn->isVisible());
    EXPECT_EQ(searchOn->text(), u"Search on"_s);

    QTest::mouseClick(searchOn, Qt::LeftButton);
    EXPECT_EQ(searchOn->text(), u"Stop"_s);
    ASSERT_TRUE(waitUntil([&] { return page.model().isExhausted(); }));
    ASSERT_EQ(page.model().rowCount(), 1);
    EXPECT_EQ(page.model().listRow(0).id, oldest);
    EXPECT_FALSE(searchOn->isVisible());
}

TEST(ALongSearch, CanBeStopped)
{
    ConsoleDesk console;
    console.waitingJob("needle");
    console.elsewhere("SELECT setval(pg_get_serial_sequence('oncedesk.jobs', 'id'), 4000000)");
    console.waitingJob("hay");
    ImpatientPage page(console.live());
    page.resize(1072, 600);
    page.setFilter(u"need"_s);
    page.show();
    ASSERT_TRUE(waitUntil([&] { return page.model().isCutShort(); }));
    auto *searchOn = page.findChild<QPushButton *>(u"search-on"_s);
    QTest::mouseClick(searchOn, Qt::LeftButton);
    ASSERT_TRUE(page.model().isSearching());
    QTest::mouseClick(searchOn, Qt::LeftButton);
    EXPECT_FALSE(page.model().isSearching());
    EXPECT_FALSE(page.model().isExhausted());
    EXPECT_EQ(searchOn->text(), u"Search on"_s);
}

} // namespace

} // namespace oncedesk
