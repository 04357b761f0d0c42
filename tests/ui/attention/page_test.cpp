#include "tests/ui/support/consoledesk.h"
#include "ui/actions/actiondialog.h"
#include "ui/actions/deskactions.h"
#include "ui/attention/attentionlist.h"
#include "ui/attention/attentionpage.h"
#include "ui/look/look.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// The page in a window of its own, as somebody sees it.
class Attention : public testing::Test
{
protected:
    void open(const QStringList &roles = {u"oncedesk_operator"_s})
    {
        desk = std::make_unique<ConsoleDesk>(roles);
    }

    void show()
    {
        ASSERT_TRUE(waitUntil([this] { return desk->live().isAccessKnown(); }));
        actions = std::make_unique<DeskActions>(desk->live(), &window);
        page = new AttentionPage(desk->live(), *actions, &window);
        page->resize(1104, 700);
        window.resize(1104, 700);
        window.show();
        list = page->findChild<AttentionList *>();
        model = page->findChild<AttentionModel *>();
        window.activateWindow();
    }

    ~Attention() override
    {
        delete page;
        actions.reset();
    }

    [[nodiscard]] QString text(const char *label) const
    {
        return page->findChild<QLabel *>(QString::fromUtf8(label))->text();
    }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return page->findChild<QPushButton *>(QString::fromUtf8(name));
    }
    [[nodiscard]] bool hasTicket(qint64 job) const { return rowOf(job) >= 0; }
    [[nodiscard]] int rowOf(qint64 job) const
    {
        for (int row = 0; row < model->rowCount(); ++row) {
            if (!model->isHeading(row) && model->item(row).job == JobId(job))
                return row;
        }
        return -1;
    }
    void select(qint64 job)
    {
        ASSERT_TRUE(waitUntil([&] { return hasTicket(job); }));
        list->setCurrentIndex(model->index(rowOf(job), 0));
        ASSERT_TRUE(waitUntil([&] {
            return text("evidence-ticket") == u"#%1"_s.arg(job) &&
                   page->findChild<QLabel *>(u"evidence-notice"_s)->isVisible();
        }));
    }

    std::unique_ptr<ConsoleDesk> desk;
    QWidget window;
    std::unique_ptr<DeskActions> actions;
    AttentionPage *page = nullptr;
    AttentionList *list = nullptr;
    AttentionModel *model = nullptr;
};

} // namespace

TEST_F(Attention, SaysThatNothingNeedsAnybodyAndWhatIsWatched)
{
    open();
    show();
    ASSERT_TRUE(waitUntil([&] { return text("headline") == u"Nothing needs you."; }));
    EXPECT_TRUE(page->findChild<QLabel *>(u"empty"_s)->isVisible());
    EXPECT_TRUE(text("empty").contains(u"Watched"));
    list->setFocus();
    page->refresh();
    EXPECT_TRUE(list->isVisible()) << "whoever has its focus keeps it";
}

TEST_F(Attention, ListsWhatNeedsSomebodyByKindAndCountsIt)
{
    open();
    const qint64 unknown = desk->unknownJob("a");
    const qint64 stalled = desk->stalledJob("b");
    const qint64 unserved = desk->waitingJob("c");
    desk->succeededJob("d");
    show();
    QSignalSpy counted(page, &AttentionPage::counted);
    ASSERT_TRUE(waitUntil([&] { return model->rowCount() > 0 && counted.count() > 0; }));
    EXPECT_LT(rowOf(unknown), rowOf(stalled));
    EXPECT_LT(rowOf(stalled), rowOf(unserved));
    EXPECT_TRUE(text("headline").startsWith(u"1 unknown · 1 stalled · 1 unserved · oldest unknown for"))
        << text("headline").toStdString();
}

TEST_F(Attention, ShowsTheEvidenceOfTheSelectedOne)
{
    open();
    const qint64 job = desk->unknownJob("poster-<b>1</b>");
    desk->elsewhere("SELECT * FROM oncedesk.heartbeat('printer-1', '{inkjet}', 0, 'test')");
    desk->waitingJob("poster-<b>1</b>"); // a double click
    show();
    select(job);
    EXPECT_TRUE(
        text("evidence-notice").startsWith(u"No answer within 30 s. Whether inkjet acted is not known"));
    EXPECT_TRUE(text("evidence-risk").startsWith(u"Not possible while attempt 1 is unknown."));
    QStringList facts;
    for (const auto *label : page->findChild<QWidget *>(u"evidence-facts"_s)->findChildren<QLabel *>()) {
        facts += label->text();
        EXPECT_EQ(label->textFormat(), Qt::PlainText);
    }
    EXPECT_TRUE(facts.contains(u"poster-<b>1</b>"_s));
    EXPECT_TRUE(facts.contains(u"not asked yet"_s));
    EXPECT_FALSE(facts.filter(u"a double click"_s).isEmpty());
    EXPECT_FALSE(facts.filter(u"printer-1 · alive"_s).isEmpty());
    EXPECT_TRUE(button("ask")->isEnabled());
    EXPECT_TRUE(button("cancel")->isEnabled());
    EXPECT_FALSE(button("new")->isEnabled());
    EXPECT_FALSE(button("close")->isEnabled());
}

TEST_F(Attention, ShowsWhatTheProviderAnsweredWhenItComes)
{
    open();
    const qint64 job = desk->unknownJob("a");
    show();
    select(job);
    button("ask")->click();
    const auto facts = [&] {
        QString words;
        for (const auto *label : page->findChild<QWidget *>(u"evidence-facts"_s)->findChildren<QLabel *>())
            words += label->text() + u'\n';
        return words;
    };
    ASSERT_TRUE(waitUntil([&] { return facts().contains(u"no answer yet"); }));
    desk->elsewhere("SELECT oncedesk.answer_request(request_id, token, 'running', NULL) FROM "
                    "oncedesk.claim_requests('printer-1', '{inkjet}', 10)");
    ASSERT_TRUE(waitUntil([&] { return facts().contains(u"still running"); }));
}

TEST_F(Attention, OffersAViewerNothingToDo)
{
    open({u"oncedesk_viewer"_s});
    const qint64 job = desk->unknownJob("a");
    show();
    select(job);
    for (const char *name : {"ask", "cancel", "new", "close"})
        EXPECT_FALSE(button(name)->isVisible()) << name;
    EXPECT_TRUE(button("ticket")->isVisible());
    list->setFocus();
    for (const int key : {Qt::Key_A, Qt::Key_C, Qt::Key_N, Qt::Key_X})
        QTest::keyClick(list, Qt::Key(key));
    EXPECT_EQ(window.findChild<ActionDialog *>(), nullptr);
    EXPECT_EQ(desk->elsewhere("SELECT count(*) FROM oncedesk.requests").integer(0, 0), 0);
}

TEST_F(Attention, SaysWhyNoFallbackWentOn)
{
    open();
    const qint64 job = desk->waitingJob("a", R"({"fallbacks": ["laser"]})");
    desk->elsewhere("SELECT * FROM oncedesk.claim_attempts('printer-1', '{inkjet}', 1)");
    const qint64 attempt = desk->latestAttempt(job);
    desk->elsewhere("SELECT * FROM oncedesk.fail_attempt($1, $2::uuid, 'paper_out', 'No paper.', false)",
                    {attempt, desk->tokenOf(attempt)});
    show();
    select(job);
    EXPECT_TRUE(waitUntil([this] {
        return text("evidence-notice").contains(u"laser was not used: never certified for this intent."_s);
    })) << qPrintable(text("evidence-notice"));
}

TEST_F(Attention, OffersAWorkersLoginNothingToDoToAJob)
{
    open({u"oncedesk_viewer"_s, u"oncedesk_worker"_s});
    const qint64 job = desk->stalledJob("a");
    show();
    select(job);
    EXPECT_FALSE(button("new")->isVisible());
    EXPECT_FALSE(button("close")->isVisible());
}

TEST_F(Attention, OpensDialogsAndTicketsByKeysAlone)
{
    open();
    const qint64 job = desk->stalledJob("a");
    show();
    select(job);
    EXPECT_TRUE(button("new")->isEnabled());
    EXPECT_TRUE(button("close")->isEnabled());
    EXPECT_FALSE(button("cancel")->isEnabled());
    list->setFocus();
    QSignalSpy wanted(page, &Page::jobWanted);
    QTest::keyClick(list, Qt::Key_Return);
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted.first().first().value<JobId>(), JobId(job));
    QTest::keyClick(list, Qt::Key_X);
    ASSERT_TRUE(waitUntil([&] { return window.findChild<ActionDialog *>(u"closeDialog"_s) != nullptr; }));
    EXPECT_EQ(desk->elsewhere("SELECT count(*) FROM oncedesk.jobs WHERE closed_at IS NOT NULL").integer(0, 0),
              0);
}

TEST_F(Attention, GreysWhatWasResolvedElsewhereUntilOneMovesOn)
{
    open();
    const qint64 job = desk->unknownJob("a");
    const qint64 other = desk->unknownJob("b");
    show();
    select(job);
    desk->elsewhere("SELECT oncedesk.cancel_attempt($1, 'they called', 'accepted_risk'), "
                    "oncedesk.close_job($2, 1, 'not wanted any more')",
                    {desk->latestAttempt(job), job});
    ASSERT_TRUE(waitUntil([&] { return model->isResolved(rowOf(job)); }));
    ASSERT_TRUE(waitUntil([&] { return text("evidence-notice").startsWith(u"This needs nobody any more"); }));
    EXPECT_TRUE(text("evidence-notice").contains(u"they called"));
    EXPECT_FALSE(button("cancel")->isEnabled());
    EXPECT_FALSE(button("ask")->isEnabled());
    QStringList said;
    QObject::connect(page, &AttentionPage::said, page,
                     [&said](const QString &sentence) { said += sentence; });
    QTest::keyClick(list, Qt::Key_C);
    ASSERT_EQ(said.size(), 1) << "a key that does nothing says why";
    EXPECT_TRUE(said.first().startsWith(u"Nothing of what is chosen can be cancelled"));
    select(other);
    ASSERT_TRUE(waitUntil([&] {
        return model->rowOf({AttentionModel::Kind::unknown, desk->latestAttempt(job)}) < 0;
    }));
}

TEST_F(Attention, LeavesWhatNeedsNobodyForTheMostUrgentWhenItIsEntered)
{
    open();
    const qint64 job = desk->unknownJob("a");
    show();
    select(job);
    desk->elsewhere("SELECT oncedesk.cancel_attempt($1, 'they called', 'accepted_risk'), "
                    "oncedesk.close_job($2, 1, 'not wanted any more')",
                    {desk->latestAttempt(job), job});
    ASSERT_TRUE(waitUntil([&] { return model->isResolved(rowOf(job)); }));
    const qint64 other = desk->unknownJob("b");
    ASSERT_TRUE(waitUntil([&] { return rowOf(other) >= 0; }));
    EXPECT_NE(list->currentIndex().row(), rowOf(other)) << "nothing moves under one's hands";
    page->readAgain();
    EXPECT_TRUE(waitUntil([&] { return rowOf(other) >= 0 && list->currentIndex().row() == rowOf(other); }));
}

TEST_F(Attention, FollowsATicketThatNeedsSomebodyForAnotherReasonNow)
{
    open();
    const qint64 job = desk->unknownJob("a");
    desk->unknownJob("b");
    show();
    select(job);
    desk->elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'they called', 'accepted_risk')",
                    {desk->latestAttempt(job)});
    ASSERT_TRUE(waitUntil([&] {
        const int row = model->rowOf({AttentionModel::Kind::stalled, job});
        return row >= 0 && list->currentIndex().row() == row && button("new")->isEnabled();
    }));
    EXPECT_TRUE(waitUntil([&] {
        return model->rowOf({AttentionModel::Kind::unknown, desk->latestAttempt(job)}) < 0;
    }));
}

TEST_F(Attention, ChoosesByAnArrowWhatArrivedWhileNothingWasListed)
{
    open();
    show();
    ASSERT_TRUE(waitUntil([&] { return text("headline") == u"Nothing needs you."; }));
    list->setFocus();
    const qint64 job = desk->unknownJob("a");
    ASSERT_TRUE(waitUntil([&] { return hasTicket(job); }));
    list->selectionModel()->clearSelection();
    list->selectionModel()->setCurrentIndex(model->index(rowOf(job), 0), QItemSelectionModel::NoUpdate);
    QTest::keyClick(list, Qt::Key_Down);
    EXPECT_TRUE(list->selectionModel()->isRowSelected(rowOf(job), {}));
    EXPECT_TRUE(waitUntil([&] { return text("evidence-ticket") == u"#%1"_s.arg(job); }));
}

TEST_F(Attention, WalksOverItsHeadings)
{
    open();
    desk->unknownJob("a");
    desk->stalledJob("b");
    show();
    ASSERT_TRUE(waitUntil([&] { return model->rowCount() == 4; }));
    list->setCurrentIndex(model->index(1, 0));
    for (const auto &[key, row] : {std::pair(Qt::Key_Up, 1),
                                   {Qt::Key_Down, 3},
                                   {Qt::Key_Down, 3},
                                   {Qt::Key_Up, 1},
                                   {Qt::Key_End, 3},
                                   {Qt::Key_Home, 1}}) {
        QTest::keyClick(list, key);
        EXPECT_EQ(list->currentIndex().row(), row);
        EXPECT_TRUE(list->selectionModel()->isRowSelected(row, {}));
    }
}

TEST_F(Attention, KeepsSelectionScrollAndFocusThroughAHundredRefreshes)
{
    open();
    for (int i = 0; i < 60; ++i)
        desk->unknownJob("k" + QByteArray::number(i));
    show();
    ASSERT_TRUE(waitUntil([&] { return model->rowCount() == 61; }));
    const qint64 job = model->item(40).job.value();
    select(job);
    list->scrollTo(model->index(40, 0), QAbstractItemView::PositionAtCenter);
    list->setFocus();
    QApplication::setActiveWindow(&window);
    const int top = list->visualRect(model->index(40, 0)).top();
    int refreshes = 0;
    QObject::connect(page, &AttentionPage::counted, page, [&] { ++refreshes; });
    // Half of what stands above goes, and more comes below.
    for (int i = 0; i < 15; ++i) {
        desk->elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'under load', 'accepted_risk')",
                        {model->item(1).attempt->value()});
        const int before = refreshes;
        ASSERT_TRUE(waitUntil([&] { return refreshes > before; }));
        desk->unknownJob("new" + QByteArray::number(i));
    }
    while (refreshes < 100) {
        const int before = refreshes;
        page->refresh();
        ASSERT_TRUE(waitUntil([&] { return refreshes > before; }));
    }
    const int row = rowOf(job);
    ASSERT_GT(row, 0);
    EXPECT_LT(row, 40);
    EXPECT_EQ(list->currentIndex().row(), row);
    EXPECT_EQ(list->selectionModel()->selectedRows().size(), 1);
    EXPECT_EQ(list->visualRect(model->index(row, 0)).top(), top);
    EXPECT_TRUE(list->hasFocus());
}

TEST_F(Attention, SelectsAllUnknownAndActsOnThemTogether)
{
    open();
    for (const char *key : {"a", "b", "c"})
        desk->unknownJob(key);
    desk->stalledJob("d");
    show();
    ASSERT_TRUE(waitUntil([&] { return button("selectUnknown")->isVisible(); }));
    EXPECT_EQ(button("selectUnknown")->text(), u"Select all 3 unknown");
    button("selectUnknown")->click();
    ASSERT_TRUE(waitUntil([&] { return button("cancel")->text() == u"Cancel 3 attempts…"; }));
    button("cancel")->click();
    ASSERT_TRUE(waitUntil([&] { return window.findChild<ActionDialog *>(u"cancelDialog"_s) != nullptr; }));
}

TEST_F(Attention, SaysThatTheDatabaseIsAwayKeepsWhatItShowedAndGoesOnByItself)
{
    open();
    const qint64 job = desk->unknownJob("a");
    show();
    select(job);
    ConnectionSettings elsewhere = desk->database().settings();
    elsewhere.set(u"dbname"_s, u"postgres"_s);
    TestConnection admin(elsewhere);
    const QByteArray name = desk->database().name().toUtf8();
    ASSERT_TRUE(admin.exec("ALTER DATABASE \"" + name + "\" ALLOW_CONNECTIONS false").ok());
    ASSERT_TRUE(admin
                    .exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND "
                          "application_name = 'oncedesk'",
                          {name})
                    .ok());
    ASSERT_TRUE(waitUntil([&] { return text("headline").startsWith(u"The database is away:"); }));
    EXPECT_TRUE(hasTicket(job));
    EXPECT_EQ(text("evidence-ticket"), u"#%1"_s.arg(job));
    ASSERT_TRUE(admin.exec("ALTER DATABASE \"" + name + "\" ALLOW_CONNECTIONS true").ok());
    const qint64 other = desk->unknownJob("b");
    ASSERT_TRUE(waitUntil([&] { return hasTicket(other); }));
    EXPECT_TRUE(text("headline").startsWith(u"2 unknown"));
    EXPECT_EQ(list->currentIndex().row(), rowOf(job));
}

TEST_F(Attention, CountsForTheRailWhileItIsNotSeen)
{
    open();
    show();
    ASSERT_TRUE(waitUntil([&] { return text("headline") == u"Nothing needs you."; }));
    page->hide();
    qint64 total = -1;
    QObject::connect(page, &AttentionPage::counted, page,
                     [&](const board::AttentionCounts &counts) { total = counts.total(); });
    desk->unknownJob("a");
    EXPECT_TRUE(waitUntil([&] { return total == 1; }));
}

} // namespace oncedesk
