// The list that one looks at while others work.
#include "tests/ui/lists/listtest.h"

#include "ui/look/mark.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

TEST_F(AListOfJobs, SaysSoWhenThereIsNone)
{
    show();
    EXPECT_TRUE(page.table().words().startsWith(u"There is no job yet."_s));
    EXPECT_TRUE(summary().isEmpty());
}

TEST_F(AListOfJobs, ShowsTheNewestFirstWithStateOwnerAttemptsAndKey)
{
    console.waitingJob("first");
    const qint64 unknown = console.unknownJob("second");
    show();
    ASSERT_EQ(rows(), 2);
    EXPECT_EQ(text(0, JobsModel::ticket), u"#%1"_s.arg(unknown));
    EXPECT_EQ(text(0, JobsModel::status), u"unknown"_s);
    EXPECT_EQ(page.model().index(0, JobsModel::status).data(ListModel::MarkRole).toInt(),
              int(look::Mark::unknown));
    EXPECT_EQ(text(0, JobsModel::owner), u"studio-north"_s);
    EXPECT_EQ(text(0, JobsModel::attempts), u"1 unknown"_s);
    EXPECT_EQ(text(0, JobsModel::key), u"second"_s);
    EXPECT_TRUE(page.table().words().isEmpty());
}

TEST_F(AListOfJobs, KnowsTheAttemptBehindEachMark)
{
    const qint64 id = console.unknownJob("k");
    show();
    ASSERT_EQ(job(0).attempts.size(), 1);
    EXPECT_EQ(job(0).attempts.first().id.value(), console.latestAttempt(id));
}

TEST_F(AListOfJobs, ShowsAChangeMadeElsewhereInPlace)
{
    const qint64 id = console.runningJob("k");
    console.waitingJob("other");
    show();
    const QPersistentModelIndex row(page.model().index(page.model().rowOf(id), JobsModel::status));
    ASSERT_EQ(row.data().toString(), u"running"_s);
    const qint64 attempt = console.latestAttempt(id);
    console.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{}')",
                      {attempt, console.tokenOf(attempt)});
    EXPECT_TRUE(waitUntil([&] { return row.isValid() && row.data().toString() == u"succeeded"_s; }));
}

TEST_F(AListOfJobs, LetsNewRowsInAtTheTopWhileNobodyHoldsIt)
{
    console.waitingJob("old");
    show();
    console.waitingJob("new");
    ASSERT_TRUE(waitUntil([&] { return rows() == 2; }));
    EXPECT_EQ(text(0, JobsModel::key), u"new"_s);
    EXPECT_FALSE(find<QPushButton>("waiting")->isVisible());
}

TEST_F(AListOfJobs, KeepsNewRowsBehindAChipWhileOneIsSelected)
{
    submitJobs(3);
    show();
    page.table().selectRow(1);
    const qint64 selected = job(1).id.value();
    console.waitingJob("new-1");
    console.waitingJob("new-2");
    auto *chip = find<QPushButton>("waiting");
    ASSERT_TRUE(waitUntil([&] { return chip->isVisible() && chip->text() == u"+2 new"_s; }));
    EXPECT_EQ(rows(), 3);
    EXPECT_EQ(job(1).id.value(), selected);

    QTest::mouseClick(chip, Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return rows() == 5; }));
    EXPECT_EQ(text(0, JobsModel::key), u"new-2"_s);
    EXPECT_FALSE(chip->isVisible());
    ASSERT_EQ(page.table().selectedRows().size(), 1);
    EXPECT_EQ(job(page.table().selectedRows().first()).id.value(), selected);
}

TEST_F(AListOfJobs, LetsThemInByItselfOnceNothingIsSelected)
{
    submitJobs(3);
    show();
    page.table().selectRow(1);
    console.waitingJob("new");
    ASSERT_TRUE(waitUntil([&] { return page.model().waiting() == 1; }));
    page.table().setFocus();
    QTest::keyClick(&page.table(), Qt::Key_Escape);
    EXPECT_TRUE(waitUntil([&] { return rows() == 4 && page.model().waiting() == 0; }));
}

TEST_F(AListOfJobs, SaysThatMoreAreNewThanItCounts)
{
    submitJobs(3);
    show();
    page.table().selectRow(0);
    console.elsewhere("SELECT count(*) FROM generate_series(1, 250) n, oncedesk.submit_job('studio-north', "
                      "'new-' || n, 'print.poster', 'inkjet', '{}') s");
    auto *chip = find<QPushButton>("waiting");
    ASSERT_TRUE(waitUntil([&] { return chip->text() == u"+100 new or more"_s; }));
    // Then it starts over from the newest, without a gap.
    QTest::mouseClick(chip, Qt::LeftButton);
    ASSERT_TRUE(waitUntil([&] { return text(0, JobsModel::key) == u"new-250"_s; }));
    QTest::keyClick(&page.table(), Qt::Key_Escape);
    ASSERT_TRUE(waitUntil([&] {
        QTest::keyClick(&page.table(), Qt::Key_End);
        return page.model().isExhausted() && !page.model().isSearching();
    }));
    ASSERT_EQ(rows(), 253);
    for (int row = 0; row + 1 < rows(); ++row)
        EXPECT_GT(job(row).id, job(row + 1).id);
}

TEST_F(AListOfJobs, GreysWhatNoLongerMatchesWhileItIsHeldAndDropsItAfterwards)
{
    const qint64 resolved = console.unknownJob("one");
    console.unknownJob("two");
    page.setFilter(u"state:unknown"_s);
    show();
    ASSERT_EQ(rows(), 2);
    page.table().selectRow(page.model().rowOf(resolved));
    const qint64 attempt = console.latestAttempt(resolved);
    console.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'printed by hand', 'accepted_risk')",
                      {attempt});
    auto *chip = find<QPushButton>("waiting");
    ASSERT_TRUE(waitUntil([&] { return chip->isVisible() && chip->text() == u"1 no longer match"_s; }));
    EXPECT_EQ(rows(), 2);
    EXPECT_TRUE(page.model().index(page.model().rowOf(resolved), 0).data(ListModel::GoneRole).toBool());
    EXPECT_EQ(page.table().selectedRows().size(), 1);

    page.table().clearSelection();
    EXPECT_TRUE(waitUntil([&] { return rows() == 1 && page.model().rowOf(resolved) < 0; }));
}

TEST_F(AListOfJobs, TakesInAnOldJobThatComesToMatch)
{
    const qint64 old = console.runningJob("old");
    console.unknownJob("newer");
    page.setFilter(u"state:unknown"_s);
    show();
    ASSERT_EQ(rows(), 1);
    const qint64 attempt = console.latestAttempt(old);
    console.elsewhere("SELECT * FROM oncedesk.mark_unknown($1, $2::uuid, 'No answer.')",
                      {attempt, console.tokenOf(attempt)});
    EXPECT_TRUE(waitUntil([&] { return rows() == 2 && page.model().rowOf(old) == 1; }));
}

TEST_F(AListOfJobs, KeepsSelectionScrollAndFocusThrough100RefreshesUnderLoad)
{
    submitJobs(600);
    show();
    page.activateWindow();
    page.table().setFocus();
    page.table().verticalScrollBar()->setValue(30 * 36 + 7);
    const int first = page.table().watch().first;
    page.table().setCurrentIndex(page.model().index(first + 4, 0));
    const qint64 selected = job(page.table().selectedRows().first()).id.value();
    const int scrolled = page.table().verticalScrollBar()->value();

    QSignalSpy refreshed(&page.model(), &ListModel::refreshed);
    for (int refresh = 0; refresh < 100; ++refresh) {
        // Something new, something changed among what is on screen.
        console.elsewhere(
            "SELECT oncedesk.submit_job('studio-north', 'load-' || $1::text, 'print.poster', 'inkjet', "
            "'{}'), oncedesk.claim_attempts('printer-1', '{inkjet}', 5)",
            {refresh});
        const qsizetype before = refreshed.size();
        page.refresh();
        ASSERT_TRUE(waitUntil([&] { return refreshed.size() > before; })) << refresh;
        ASSERT_EQ(page.table().selectedRows().size(), 1) << refresh;
        ASSERT_EQ(job(page.table().selectedRows().first()).id.value(), selected) << refresh;
        ASSERT_EQ(page.table().verticalScrollBar()->value(), scrolled) << refresh;
        ASSERT_EQ(page.focusWidget(), &page.table()) << refresh;
    }
    EXPECT_TRUE(waitUntil([&] { return page.model().waiting() == 100; }));
}

TEST_F(AListOfJobs, ReadsOnWhileOneScrollsAndShowsEveryJobOnce)
{
    submitJobs(1500);
    show();
    EXPECT_LT(rows(), 1500);
    page.table().setFocus();
    ASSERT_TRUE(waitUntil([&] {
        QTest::keyClick(&page.table(), Qt::Key_End);
        return page.model().isExhausted();
    }));
    ASSERT_EQ(rows(), 1500);
    for (int row = 0; row + 1 < rows(); ++row)
        ASSERT_EQ(job(row).id.value(), job(row + 1).id.value() + 1);
    EXPECT_TRUE(summary().contains(u"all there are"_s));
}

TEST_F(AListOfJobs, StopsAtTheMostRowsAndSaysWhatToDo)
{
    submitJobs(400);
    page.model().setMostRows(300);
    show();
    page.table().setFocus();
    ASSERT_TRUE(waitUntil([&] {
        QTest::keyClick(&page.table(), Qt::Key_End);
        return page.model().isFull() && !page.model().isSearching();
    }));
    EXPECT_EQ(rows(), 300);
    EXPECT_TRUE(summary().contains(u"narrow the filter"_s)) << summary().toStdString();
    QTest::keyClick(&page.table(), Qt::Key_End);
    EXPECT_FALSE(page.model().isSearching());
}

TEST_F(AListOfJobs, ForgetsItsTailWhenItGrowsAtItsTopAllDay)
{
    submitJobs(2100);
    show();
    page.table().setFocus();
    ASSERT_TRUE(waitUntil([&] {
        QTest::keyClick(&page.table(), Qt::Key_End);
        return page.model().isExhausted();
    }));
    page.table().clearSelection();
    page.table().scrollToTop();
    ASSERT_TRUE(waitUntil([&] { return rows() <= 700; }));
    EXPECT_FALSE(page.model().isExhausted());
    page.table().setFocus();
    ASSERT_TRUE(waitUntil([&] {
        QTest::keyClick(&page.table(), Qt::Key_End);
        return page.model().isExhausted();
    }));
    EXPECT_EQ(rows(), 2100);
}

TEST_F(AListOfJobs, OpensTheTicketWithEnterAndCopiesKeys)
{
    console.waitingJob("key-a");
    const qint64 second = console.waitingJob("key-b");
    show();
    page.table().setFocus();
    page.table().selectRow(0);
    QSignalSpy wanted(&page, &Page::jobWanted);
    QTest::keyClick(&page.table(), Qt::Key_Return);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted.first().first().value<JobId>().value(), second);
    page.table().selectAll();
    QTest::keyClick(&page.table(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), u"key-b\nkey-a"_s);
}

TEST_F(AListOfJobs, ShowsWhatPeopleTypedAsItIs)
{
    const QString owner = u"<b>Ünï</b> %1\u202Enorth"_s;
    console.elsewhere("SELECT oncedesk.submit_job($1, '<b>key</b> %1 &amp;', 'print.poster', 'inkjet', '{}')",
                      {owner});
    show();
    ASSERT_EQ(rows(), 1);
    EXPECT_EQ(text(0, JobsModel::owner), owner);
    EXPECT_EQ(text(0, JobsModel::key), u"<b>key</b> %1 &amp;"_s);
    const QString tip = page.model().index(0, JobsModel::key).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(u"&lt;b&gt;key&lt;/b&gt; %1 &amp;amp;"_s)) << tip.toStdString();
}

TEST_F(AListOfJobs, ForgetsRowsOfTheFilterBefore)
{
    console.waitingJob("a");
    console.unknownJob("b");
    show();
    page.setFilter(u"state:unknown"_s);
    ASSERT_TRUE(waitUntil([&] { return page.model().isLoaded(); }));
    ASSERT_EQ(rows(), 1);
    page.setFilter(u"owner:nobody"_s);
    ASSERT_TRUE(waitUntil([&] { return page.model().isLoaded() && !page.model().isSearching(); }));
    EXPECT_EQ(rows(), 0);
    EXPECT_TRUE(page.table().words().startsWith(u"Nothing matches this filter."_s));
}

TEST(AListOfAStranger, SaysThatThisLoginMayNotSeeIt)
{
    ConsoleDesk console({u"oncedesk_worker"_s});
    QWidget window;
    DeskActions actions(console.live(), &window);
    JobsPage page(console.live(), actions);
    page.resize(1072, 600);
    page.show();
    ASSERT_TRUE(waitUntil([&] { return page.model().trouble().has_value(); }));
    EXPECT_EQ(page.model().trouble()->kind, ErrorKind::forbidden);
    EXPECT_EQ(page.table().words(), page.model().trouble()->sentence);
}

} // namespace oncedesk
