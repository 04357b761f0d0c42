// What may be done to the jobs chosen in the list, and to which of them.
#include "tests/ui/lists/listtest.h"

#include "ui/actions/actiondialog.h"
#include "ui/actions/targetlist.h"

#include <QMenu>
#include <QTest>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class JobsInTheList : public testing::Test
{
protected:
    explicit JobsInTheList(const QStringList &roles = {u"oncedesk_operator"_s}) : console(roles)
    {
        window.resize(1280, 800);
        window.show();
        page.resize(1072, 600);
    }
    void show(int rows)
    {
        page.show();
        ASSERT_TRUE(
            waitUntil([&] { return page.model().rowCount() == rows && console.live().isAccessKnown(); }));
        page.activateWindow();
        page.table().setFocus();
    }
    void select(qint64 job)
    {
        const QModelIndex row = page.model().index(page.model().rowOf(job), 0);
        page.table().selectionModel()->select(row, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return page.findChild<QPushButton *>(QString::fromLatin1(name));
    }
    [[nodiscard]] ActionDialog *dialog() const
    {
        ActionDialog *found = nullptr;
        (void)waitUntil([&] {
            found = window.findChild<ActionDialog *>();
            return found && found->isVisible();
        });
        return found;
    }

    ConsoleDesk console;
    QWidget window;
    DeskActions actions{console.live(), &window};
    JobsPage page{console.live(), actions};
};

class JobsInTheListOfAViewer : public JobsInTheList
{
protected:
    JobsInTheListOfAViewer() : JobsInTheList({u"oncedesk_viewer"_s}) {}
};

TEST_F(JobsInTheListOfAViewer, OfferNothingToDo)
{
    const qint64 job = console.unknownJob("k");
    show(1);
    select(job);
    for (const char *name : {"new-attempt", "cancel-attempt", "close-job"})
        EXPECT_FALSE(button(name)->isVisible()) << name;
    QTest::keyClick(&page.table(), Qt::Key_C);
    EXPECT_EQ(window.findChild<ActionDialog *>(), nullptr);
    for (const QAction *action : page.table().actions())
        EXPECT_EQ(action->isVisible(), action->objectName().isEmpty()) << action->text().toStdString();
}

TEST_F(JobsInTheList, OfferWhatTheSelectionAllows)
{
    const qint64 unknown = console.unknownJob("unknown");
    const qint64 stalled = console.stalledJob("stalled");
    const qint64 succeeded = console.succeededJob("succeeded");
    show(3);
    const auto offers = [&](bool newAttempt, bool cancel, bool close) {
        return button("new-attempt")->isEnabled() == newAttempt &&
               button("cancel-attempt")->isEnabled() == cancel && button("close-job")->isEnabled() == close;
    };
    EXPECT_TRUE(offers(false, false, false));
    select(succeeded);
    EXPECT_TRUE(offers(false, false, false));
    select(stalled);
    EXPECT_TRUE(offers(true, false, true));
    select(unknown);
    EXPECT_TRUE(offers(true, true, true));
    page.table().clearSelection();
    EXPECT_TRUE(offers(false, false, false));
    select(unknown);
    EXPECT_TRUE(offers(false, true, false));
}

TEST_F(JobsInTheList, OpenADialogByLetterForTheListAsItWas)
{
    const qint64 first = console.unknownJob("first");
    const qint64 second = console.unknownJob("second");
    show(2);
    select(first);
    select(second);
    QTest::keyClick(&page.table(), Qt::Key_C);
    ASSERT_NE(dialog(), nullptr);
    console.unknownJob("third"); // is not touched
    ASSERT_TRUE(waitUntil([&] { return page.model().waiting() == 1; }));
    const auto *list = dialog()->findChild<TargetList *>();
    ASSERT_NE(list, nullptr);
    EXPECT_TRUE(waitUntil([&] { return list->topLevelItemCount() == 2; }));
    // Nothing has happened by the letter alone.
    EXPECT_EQ(
        console.elsewhere("SELECT count(*) FROM oncedesk.attempts WHERE state = 'unknown'").integer(0, 0), 3);
    dialog()->close();
}

TEST_F(JobsInTheList, LearnWhenWhatIsSelectedHasMovedOn)
{
    const qint64 job = console.unknownJob("k");
    show(1);
    select(job);
    EXPECT_TRUE(button("cancel-attempt")->isEnabled());
    const qint64 attempt = console.latestAttempt(job);
    console.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{}')",
                      {attempt, console.tokenOf(attempt)});
    EXPECT_TRUE(waitUntil([&] { return !button("cancel-attempt")->isEnabled(); }));
}

TEST_F(JobsInTheList, HaveAMenuThatDoesTheSame)
{
    const qint64 job = console.unknownJob("k");
    show(1);
    select(job);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(20, 20),
                            page.table().mapToGlobal(QPoint(20, 20)));
    QCoreApplication::sendEvent(page.table().viewport(), &event);
    auto *menu = page.table().findChild<QMenu *>();
    ASSERT_NE(menu, nullptr);
    QStringList texts;
    for (const QAction *action : menu->actions())
        texts += action->text();
    EXPECT_EQ(texts, (QStringList{u"Open ticket"_s, u"Copy"_s, u"New attempt…"_s, u"Cancel attempt…"_s,
                                  u"Close job…"_s, u"Ask provider"_s}));
    menu->close();
}

} // namespace

} // namespace oncedesk
