// The ways that lead to a filtered list: the footer's counts and the search in the header.
#include "tests/ui/support/consoledesk.h"
#include "ui/jobs/jobspage.h"
#include "ui/lists/filterbox.h"
#include "ui/shell/deskview.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class TheDesk : public testing::Test
{
protected:
    TheDesk()
    {
        console.unknownJob("poster-a");
        console.waitingJob("poster-b");
        view = std::make_unique<DeskView>(console.takeLive());
        view->resize(1280, 800);
        view->show();
        jobs = view->findChild<JobsPage *>();
    }
    void search(const QString &text)
    {
        auto *box = view->findChild<QLineEdit *>(u"search"_s);
        box->setText(text);
        QTest::keyClick(box, Qt::Key_Return);
    }
    [[nodiscard]] QString filter() const { return jobs->findChild<FilterBox *>()->text(); }
    [[nodiscard]] bool shows(int rows) const
    {
        return waitUntil([&] { return jobs->model().isLoaded() && jobs->model().rowCount() == rows; });
    }

    ConsoleDesk console;
    std::unique_ptr<DeskView> view;
    JobsPage *jobs = nullptr;
};

TEST_F(TheDesk, ListsTheJobsOfAStatusThatIsClickedInTheFooter)
{
    view->showPage(u"races"_s);
    QTest::mouseClick(view->findChild<QWidget *>(u"count-unknown"_s), Qt::LeftButton);
    EXPECT_EQ(view->currentPage(), u"jobs"_s);
    EXPECT_EQ(filter(), u"state:unknown"_s);
    EXPECT_TRUE(shows(1));
}

TEST_F(TheDesk, OpensATicketByItsNumber)
{
    QSignalSpy wanted(jobs, &Page::jobWanted);
    search(u"#45"_s);
    search(u"1 204"_s);
    ASSERT_EQ(wanted.size(), 2);
    EXPECT_EQ(wanted[0].first().value<JobId>().value(), 45);
    EXPECT_EQ(wanted[1].first().value<JobId>().value(), 1204);
}

TEST_F(TheDesk, ListsTheJobsThatASearchIsFor)
{
    search(u"poster-b"_s);
    EXPECT_EQ(view->currentPage(), u"jobs"_s);
    EXPECT_EQ(filter(), u"poster-b"_s);
    EXPECT_TRUE(shows(1));
}

TEST_F(TheDesk, PointsAtWhatASearchCannotMean)
{
    view->showPage(u"jobs"_s);
    ASSERT_TRUE(shows(2));
    search(u"state:unknwn"_s);
    EXPECT_EQ(filter(), u"state:unknwn"_s);
    EXPECT_TRUE(jobs->findChild<FilterBox *>()->fault());
    EXPECT_TRUE(jobs->findChild<QWidget *>(u"summary"_s)->accessibleName().contains(u"unknwn"_s));
    EXPECT_EQ(jobs->model().rowCount(), 2);
}

} // namespace

} // namespace oncedesk
