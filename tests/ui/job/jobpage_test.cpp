#include "tests/support/tcpproxy.h"
#include "tests/ui/support/consoledesk.h"
#include "ui/actions/deskactions.h"
#include "ui/job/factsview.h"
#include "ui/job/jobpage.h"
#include "ui/job/timelineview.h"
#include "ui/races/decisioncard.h"
#include "ui/shell/deskview.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The page alone, as large as in the window.
struct Opened
{
    Opened(ConsoleDesk &desk, qint64 job) : Opened(desk.live(), job) {}
    Opened(LiveDesk &desk, qint64 job) : actions(desk, &window), page(desk, actions, &window)
    {
        window.resize(1104, 692);
        window.show();
        QObject::connect(&page, &JobPage::said, &page, [this](const QString &text) { sentence = text; });
        page.resize(1104, 692);
        page.show();
        page.open(JobId(job));
    }
    [[nodiscard]] bool isShown() const
    {
        return waitUntil([this] { return page.timeline().isVisible(); });
    }
    [[nodiscard]] QPushButton *button(const QString &name) const
    {
        return page.findChild<QPushButton *>(name);
    }
    [[nodiscard]] bool saysCount(int tab, const QString &text) const
    {
        return waitUntil([&] { return page.tabs().tabText(tab) == text; });
    }
    QWidget window;
    DeskActions actions;
    JobPage page;
    QString sentence; // the latest for the foot
};

TEST(JobPage, ShowsTheJobWithItsTimelineAndItsCounts)
{
    ConsoleDesk desk;
    const qint64 job = desk.succeededJob("poster-1");
    desk.waitingJob("poster-1"); // the same again: a replay
    Opened opened(desk, job);
    EXPECT_EQ(opened.page.insteadOfIt(), u"Reading ticket #%1…"_s.arg(job));
    ASSERT_TRUE(opened.isShown());
    EXPECT_EQ(opened.page.timeline().timeline().rows.size(), 1);
    EXPECT_EQ(opened.page.tabs().tabText(0), u"Races 1"_s);
    EXPECT_EQ(opened.page.tabs().tabText(1), u"Attempts 1"_s);
    EXPECT_EQ(opened.page.tabs().tabText(2), u"Submissions 2"_s);
    EXPECT_EQ(opened.page.tabs().tabText(3), u"Actions 0"_s);
    // The race is chosen, so what decided it is there without a click.
    const QString sql = opened.page.findChild<DecisionCard *>()->statement();
    EXPECT_TRUE(sql.contains(u"AND version = 1"_s)) << sql.toStdString();
    EXPECT_TRUE(sql.endsWith(u"1 row"_s)) << sql.toStdString();
}

TEST(JobPage, WhatDecidedNamesEveryConditionThatDidNotHold)
{
    ConsoleDesk desk;
    const qint64 job = desk.unknownJob("closed");
    const qint64 attempt = desk.latestAttempt(job);
    desk.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'gone', 'accepted_risk')", {attempt});
    desk.elsewhere("SELECT * FROM oncedesk.close_job($1, 1, 'the customer left')", {job});
    desk.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{}')",
                   {attempt, desk.tokenOf(attempt)});
    Opened opened(desk, job);
    ASSERT_TRUE(opened.isShown());
    const QString sql = opened.page.findChild<DecisionCard *>()->statement();
    for (const QString &part : {u"-- found 2"_s, u"-- closed"_s, u"-- cancelled"_s})
        EXPECT_TRUE(sql.contains(part)) << part.toStdString() << "\n" << sql.toStdString();
    EXPECT_FALSE(sql.contains(u"-- attempt"_s)) << sql.toStdString(); // nobody had taken the slot
    EXPECT_TRUE(sql.endsWith(u"0 rows"_s)) << sql.toStdString();
}

TEST(JobPage, EveryTableKeepsTheRulesOfModelsWhileItChanges)
{
    ConsoleDesk desk;
    const qint64 job = desk.runningJob("models");
    Opened opened(desk, job);
    QList<QAbstractItemModelTester *> testers;
    for (const FactsView *view : opened.page.findChildren<FactsView *>())
        testers += new QAbstractItemModelTester(
            &view->model(), QAbstractItemModelTester::FailureReportingMode::Fatal, &opened.page);
    EXPECT_EQ(testers.size(), 4);
    ASSERT_TRUE(opened.isShown());
    desk.waitingJob("models");
    const qint64 attempt = desk.latestAttempt(job);
    desk.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{}')",
                   {attempt, desk.tokenOf(attempt)});
    EXPECT_TRUE(opened.saysCount(0, u"Races 1"_s));
    EXPECT_TRUE(opened.saysCount(2, u"Submissions 2"_s));
}

TEST(JobPage, AChangeElsewhereComesWithoutMovingWhatIsChosen)
{
    ConsoleDesk desk;
    const qint64 job = desk.unknownJob("steady");
    for (int i = 0; i < 40; ++i)
        desk.waitingJob("steady"); // replays, for a list that scrolls
    Opened opened(desk, job);
    ASSERT_TRUE(opened.isShown());
    opened.page.tabs().setCurrentIndex(2);
    auto *table = opened.page.findChild<FactsView *>(u"submissions"_s);
    ASSERT_EQ(table->model().rowCount(), 41);
    table->table().selectRow(20);
    table->table().verticalScrollBar()->setValue(7);
    table->table().setFocus();
    opened.page.timeline().select(AttemptId(desk.latestAttempt(job)));
    const int scrolled = table->table().verticalScrollBar()->value();
    const qint64 chosen = table->current()->id;
    for (int i = 0; i < 10; ++i)
        desk.waitingJob("steady");
    EXPECT_TRUE(opened.saysCount(2, u"Submissions 51"_s));
    EXPECT_EQ(opened.page.tabs().currentIndex(), 2);
    EXPECT_EQ(table->current()->id, chosen);
    EXPECT_EQ(table->table().verticalScrollBar()->value(), scrolled);
    EXPECT_EQ(opened.page.timeline().selected().value(), desk.latestAttempt(job));
}

TEST(JobPage, TheKeyboardWalksTheBarsAndTheTablesFollow)
{
    ConsoleDesk desk;
    const qint64 job = desk.unknownJob("walk");
    const qint64 first = desk.latestAttempt(job);
    desk.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'jammed', 'accepted_risk')", {first});
    desk.elsewhere("SELECT * FROM oncedesk.open_attempt($1, 'laser', NULL)", {job});
    Opened opened(desk, job);
    ASSERT_TRUE(opened.isShown());
    TimelineView &timeline = opened.page.timeline();
    timeline.setFocus();
    QTest::keyClick(&timeline, Qt::Key_Down);
    EXPECT_EQ(timeline.selected().value(), first);
    EXPECT_TRUE(timeline.accessibleDescription().startsWith(u"Attempt 1 at inkjet: cancelled"_s))
        << timeline.accessibleDescription().toStdString();
    QTest::keyClick(&timeline, Qt::Key_End);
    EXPECT_EQ(timeline.selected().value(), desk.latestAttempt(job));
    QTest::keyClick(&timeline, Qt::Key_Return);
    EXPECT_EQ(opened.page.tabs().currentIndex(), 1);
    EXPECT_EQ(opened.page.findChild<FactsView *>(u"attempts"_s)->current()->id, desk.latestAttempt(job));
}

TEST(JobPage, SaysThatATicketIsNotThere)
{
    ConsoleDesk desk;
    Opened opened(desk, 4711);
    EXPECT_TRUE(waitUntil([&] { return opened.page.insteadOfIt() == u"There is no ticket #4711 here."_s; }));
}

TEST(JobPage, SaysThatOneMayNotLook)
{
    ConsoleDesk desk({u"oncedesk_submitter"_s});
    Opened opened(desk, desk.waitingJob("hidden"));
    EXPECT_TRUE(waitUntil([&] {
        return opened.page.insteadOfIt().startsWith(u"Your role may not look at tickets."_s);
    })) << opened.page.insteadOfIt().toStdString();
    EXPECT_FALSE(opened.page.timeline().isVisible());
}

TEST(JobPage, SaysThatTheDatabaseIsAwayAndShowsTheTicketWhenItIsBack)
{
    ConsoleDesk desk;
    const qint64 job = desk.waitingJob("away");
    TcpProxy proxy(desk.database().settings());
    LiveDesk far(proxy.settings(), nullptr);
    ASSERT_TRUE(waitUntil([&] { return far.isAccessKnown(); }));
    proxy.giveEachLink([] { return TcpProxy::Lifetime(TcpProxy::Direction::fromClient, 0); });
    proxy.cutAll();
    Opened opened(far, job);
    EXPECT_TRUE(waitUntil([&] { return opened.page.insteadOfIt().startsWith(u"The database is away: "_s); }))
        << opened.page.insteadOfIt().toStdString();
    proxy.giveEachLink([] { return TcpProxy::Lifetime(TcpProxy::Direction::fromClient, 1'000'000'000); });
    ASSERT_TRUE(opened.isShown());
    // Lost again, what was read stays readable.
    proxy.giveEachLink([] { return TcpProxy::Lifetime(TcpProxy::Direction::fromClient, 0); });
    proxy.cutAll();
    ASSERT_TRUE(waitUntil([&] { return far.link() == LiveDesk::Link::lost; }));
    EXPECT_TRUE(opened.page.timeline().isVisible());
}

TEST(JobPage, OffersAViewerNothingToDo)
{
    ConsoleDesk desk({u"oncedesk_viewer"_s});
    Opened opened(desk, desk.unknownJob("viewer"));
    ASSERT_TRUE(opened.isShown());
    ASSERT_TRUE(waitUntil([&] { return desk.live().isAccessKnown(); }));
    for (const QString &name : {u"ask"_s, u"cancel"_s, u"new-attempt"_s, u"close-job"_s})
        EXPECT_FALSE(opened.button(name)->isVisible()) << name.toStdString();
}

TEST(JobPage, OffersAnOperatorWhatTheStateAllows)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.unknownJob("operator");
    Opened opened(desk, job);
    ASSERT_TRUE(opened.isShown());
    ASSERT_TRUE(waitUntil([&] { return opened.button(u"cancel"_s)->isVisible(); }));
    EXPECT_TRUE(opened.button(u"ask"_s)->isEnabled());
    EXPECT_TRUE(opened.button(u"cancel"_s)->isEnabled());
    EXPECT_FALSE(opened.button(u"new-attempt"_s)->isEnabled());
    EXPECT_EQ(opened.button(u"new-attempt"_s)->toolTip(), u"Not possible while attempt 1 is unknown."_s);
    desk.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'jammed', 'accepted_risk')",
                   {desk.latestAttempt(job)});
    EXPECT_TRUE(waitUntil([&] { return opened.button(u"new-attempt"_s)->isEnabled(); }));
    EXPECT_TRUE(opened.button(u"close-job"_s)->isEnabled());
    EXPECT_FALSE(opened.button(u"cancel"_s)->isEnabled());
    EXPECT_FALSE(opened.button(u"ask"_s)->isEnabled());
}

TEST(JobPage, CopiesTheKeyAsItIs)
{
    ConsoleDesk desk;
    Opened opened(desk, desk.waitingJob("<b>%1 & so on"));
    ASSERT_TRUE(opened.isShown());
    QTest::mouseClick(opened.page.findChild<QToolButton *>(u"copy-key"_s), Qt::LeftButton);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), u"<b>%1 & so on"_s);
    EXPECT_EQ(opened.sentence, u"Copied the key."_s);
}

TEST(JobPage, OpensFiveMegabytesOfParams)
{
    ConsoleDesk desk;
    const qint64 job =
        desk.elsewhere(
                "INSERT INTO oncedesk.jobs (owner_id, idempotency_key, intent, provider, params, policy) "
                "VALUES ('studio-north', 'large', 'print.poster', 'inkjet', "
                "jsonb_build_object('blob', repeat('x', 5000000)), '{}') RETURNING id")
            .integer(0, 0);
    Opened opened(desk, job);
    ASSERT_TRUE(opened.isShown());
    opened.page.tabs().setCurrentIndex(4);
    EXPECT_TRUE(waitUntil([&] {
        for (const QPlainTextEdit *text : opened.page.findChildren<QPlainTextEdit *>()) {
            if (text->accessibleName() == u"Params as exact text"_s)
                return text->toPlainText().size() == 64 * 1024;
        }
        return false;
    }));
}

TEST(DeskView, OpensATicketOverAPageAndEscLeadsBack)
{
    ConsoleDesk desk;
    const qint64 job = desk.waitingJob("over");
    DeskView view(desk.takeLive());
    view.resize(1280, 800);
    view.show();
    view.activateWindow();
    view.showPage(u"providers"_s);
    for (const auto &[key, modifiers] : {std::pair(Qt::Key_Escape, Qt::KeyboardModifiers()),
                                         std::pair(Qt::Key_Left, Qt::KeyboardModifiers(Qt::AltModifier))}) {
        view.openJob(JobId(job));
        EXPECT_EQ(view.currentPage(), u"job"_s);
        auto *page = view.findChild<JobPage *>();
        ASSERT_TRUE(waitUntil([&] { return page->timeline().isVisible() && page->timeline().hasFocus(); }));
        EXPECT_EQ(page->job().value(), job);
        view.openJob(JobId(job)); // again: one step back is enough
        QTest::keyClick(&page->timeline(), key, modifiers);
        EXPECT_EQ(view.currentPage(), u"providers"_s);
    }
}

} // namespace
} // namespace oncedesk
