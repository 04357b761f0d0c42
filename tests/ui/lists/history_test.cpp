// Races, submissions and activity: what has happened, as lists.
#include "tests/ui/support/consoledesk.h"
#include "ui/activity/activitymodel.h"
#include "ui/activity/activitypage.h"
#include "ui/lists/listtable.h"
#include "ui/look/mark.h"
#include "ui/races/decision.h"
#include "ui/races/decisioncard.h"
#include "ui/races/racesmodel.h"
#include "ui/races/racespage.h"
#include "ui/submissions/submissionsmodel.h"
#include "ui/submissions/submissionspage.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

class History : public testing::Test
{
protected:
    void show(ListPage &page, int rows)
    {
        tester = std::make_unique<QAbstractItemModelTester>(
            &page.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        page.resize(1072, 600);
        page.show();
        ASSERT_TRUE(waitUntil([&] { return page.model().rowCount() == rows; }));
    }
    static QString text(const ListPage &page, int row, int column)
    {
        return page.model().index(row, column).data().toString();
    }
    // The story: attempt 1 at inkjet is cancelled, attempt 2 at laser wins, then 1 answers late.
    qint64 lateAnswer()
    {
        const qint64 job = console.unknownJob("poster");
        const qint64 first = console.latestAttempt(job);
        const QByteArray token = console.tokenOf(first);
        console.elsewhere(
            "SELECT * FROM oncedesk.cancel_attempt($1, 'printer jammed', 'provider_confirmed_stopped')",
            {first});
        console.elsewhere("SELECT * FROM oncedesk.open_attempt($1, 'laser', 'the other printer')", {job});
        console.elsewhere("SELECT * FROM oncedesk.claim_attempts('printer-2', '{laser}', 10)");
        const qint64 second = console.latestAttempt(job);
        console.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{\"sheets\": 3}')",
                          {second, console.tokenOf(second)});
        console.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{\"sheets\": 4}')",
                          {first, token});
        return job;
    }

    ConsoleDesk console;
    std::unique_ptr<QAbstractItemModelTester> tester;
};

TEST_F(History, ShowsTheLateAnswerAsLostWithWhatDecided)
{
    const qint64 job = lateAnswer();
    RacesPage page(console.live());
    show(page, 2);
    EXPECT_EQ(text(page, 0, RacesModel::attempt), u"1 · inkjet"_s);
    EXPECT_EQ(text(page, 0, RacesModel::outcome), u"lost: cancelled"_s);
    EXPECT_EQ(text(page, 0, RacesModel::versions), u"read 1, found 2"_s);
    EXPECT_EQ(text(page, 0, RacesModel::thrownAway), u"13 B"_s);
    EXPECT_EQ(text(page, 1, RacesModel::outcome), u"won, now v2"_s);

    auto *card = page.findChild<DecisionCard *>();
    EXPECT_TRUE(card->statement().isEmpty());
    page.table().selectRow(0);
    const QString statement = card->statement();
    EXPECT_TRUE(statement.contains(u" WHERE id = %1"_s.arg(job))) << statement.toStdString();
    EXPECT_TRUE(statement.contains(u"AND version = 1"_s));
    EXPECT_TRUE(statement.contains(u"-- found 2"_s));
    EXPECT_TRUE(statement.contains(u"-- attempt 2"_s));
    EXPECT_TRUE(statement.endsWith(u"0 rows"_s));
    page.table().selectRow(1);
    EXPECT_TRUE(card->statement().endsWith(u"1 row"_s));
    EXPECT_FALSE(card->statement().contains(u"--"_s));

    QSignalSpy wanted(&page, &Page::jobWanted);
    page.table().setFocus();
    QTest::keyClick(&page.table(), Qt::Key_Return);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted.first().first().value<JobId>().value(), job);
}

TEST(ADecision, NamesTheConditionThatFailed)
{
    board::RaceRow race;
    race.ordinal = 2;
    race.provider = u"laser"_s;
    race.attempt = AttemptId(72);
    race.job = JobId(45);
    race.versionRead = 1;
    race.versionFound = 2;
    race.lostBecause = u"slot_taken"_s;
    race.winner = AttemptId(71);
    race.winnerOrdinal = 1;
    race.winnerProvider = u"inkjet"_s;
    QStringList failed;
    for (const DecisionLine &line : decision(race)) {
        if (line.failed)
            failed += u"%1 -- %2"_s.arg(line.sql.simplified(), line.found);
    }
    EXPECT_EQ(failed,
              (QStringList{u"AND version = 1 -- found 2"_s, u"AND completed_by IS NULL -- attempt 1"_s}));
    EXPECT_TRUE(decisionSentence(race).contains(u"attempt 1 at inkjet held the slot already"_s));

    race.winner.reset();
    race.lostBecause = u"job_closed"_s;
    EXPECT_TRUE(decisionSentence(race).contains(u"closed the job"_s));
    race.lostBecause = u"something_newer"_s;
    EXPECT_EQ(outcomeWords(race), u"lost: something newer"_s);
}

TEST_F(History, ShowsCreatedReplayedAndConflictingCalls)
{
    console.waitingJob("k");
    console.waitingJob("k");
    console.elsewhere(
        "SELECT oncedesk.submit_job('studio-north', 'k', 'print.poster', 'inkjet', '{\"amount\": 9}', '{}', "
        "'<b>shop</b>')");
    SubmissionsPage page(console.live());
    show(page, 3);
    EXPECT_EQ(text(page, 0, SubmissionsModel::outcome), u"conflict"_s);
    EXPECT_EQ(text(page, 0, SubmissionsModel::differs), u"params/amount"_s);
    EXPECT_EQ(text(page, 0, SubmissionsModel::client), u"<b>shop</b>"_s);
    EXPECT_EQ(text(page, 1, SubmissionsModel::outcome), u"replayed"_s);
    EXPECT_EQ(text(page, 2, SubmissionsModel::outcome), u"created"_s);
    EXPECT_EQ(text(page, 0, SubmissionsModel::ticket), text(page, 2, SubmissionsModel::ticket));
    EXPECT_NE(page.model().index(0, SubmissionsModel::outcome).data(ListModel::MarkRole),
              page.model().index(1, SubmissionsModel::outcome).data(ListModel::MarkRole));

    page.setFilter(u"outcome:conflict"_s);
    EXPECT_TRUE(waitUntil([&] { return page.model().rowCount() == 1; }));
}

TEST_F(History, ShowsWhoDidWhatAndWhyAndNeverARequestAsAResult)
{
    lateAnswer();
    const qint64 running = console.runningJob("running");
    console.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'wrong <b>paper</b>', 'accepted_risk')",
                      {console.latestAttempt(running)});
    ActivityPage page(console.live());
    page.setFilter(u"-action:add_provider"_s);
    show(page, 3);
    EXPECT_EQ(text(page, 0, ActivityModel::action), u"cancel attempt"_s);
    EXPECT_EQ(text(page, 0, ActivityModel::outcome), u"cancel requested"_s);
    EXPECT_EQ(page.model().index(0, ActivityModel::outcome).data(ListModel::MarkRole).toInt(),
              int(look::Mark::waiting));
    EXPECT_EQ(text(page, 0, ActivityModel::reason), u"wrong <b>paper</b>"_s);
    EXPECT_EQ(text(page, 1, ActivityModel::outcome), u"opened"_s);
    EXPECT_EQ(text(page, 2, ActivityModel::outcome), u"cancelled"_s);
    EXPECT_EQ(text(page, 2, ActivityModel::evidence), u"the provider confirmed that it stopped"_s);
    EXPECT_FALSE(text(page, 2, ActivityModel::actor).isEmpty());
}

TEST_F(History, GrowsWhileItIsOpen)
{
    RacesPage page(console.live());
    show(page, 0);
    console.succeededJob("k");
    EXPECT_TRUE(waitUntil([&] { return page.model().rowCount() == 1; }));
}

} // namespace

} // namespace oncedesk
