#include "tests/ui/actions/dialogs.h"
#include "ui/actions/cancelattempt.h"
#include "ui/actions/targetlist.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QString stateOf(ConsoleDesk &desk, qint64 attempt)
{
    return desk.elsewhere("SELECT state FROM oncedesk.attempts WHERE id = $1", {attempt}).text(0, 0);
}

qint64 cancelsLogged(ConsoleDesk &desk)
{
    return desk.elsewhere("SELECT count(*) FROM oncedesk.operator_actions WHERE action = 'cancel_attempt'")
        .integer(0, 0);
}

void finish(ConsoleDesk &desk, qint64 attempt)
{
    desk.elsewhere("SELECT * FROM oncedesk.finish_attempt($1, $2::uuid, '{\"sheets\": 3}')",
                   {attempt, desk.tokenOf(attempt)});
}

} // namespace

TEST(CancelAttemptDialog, WantsAReasonAndOneKindOfEvidenceAndPreselectsNone)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();

    for (const auto *button : dialog->findChildren<QRadioButton *>())
        EXPECT_FALSE(button->isChecked()) << button->objectName().toStdString();
    EXPECT_FALSE(Hands::maySend(dialog));
    Hands::fillReason(dialog, u"called them"_s);
    EXPECT_FALSE(Hands::maySend(dialog));
    hands.fillCancel(dialog, "provider_has_no_record", u"  \n "_s);
    EXPECT_FALSE(Hands::maySend(dialog));
    Hands::fillReason(dialog, QString(4001, u'x'));
    EXPECT_FALSE(Hands::maySend(dialog));
    Hands::fillReason(dialog, u"called them"_s);
    EXPECT_TRUE(Hands::maySend(dialog));
    EXPECT_EQ(Hands::textOf(dialog, "condition"), u"Applies only if attempt 1 is still unknown.");
    EXPECT_TRUE(Hands::textOf(dialog, "consequence").contains(u"does not stop inkjet"));
    for (const auto *label : dialog->findChildren<QLabel *>())
        EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->objectName().toStdString();
    EXPECT_EQ(stateOf(desk, attempt), u"unknown");
}

TEST(CancelAttemptDialog, ArrowsChooseAmongTheKindsOfEvidenceAndTabChoosesNothing)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();
    const auto kind = [dialog](const char *name) {
        return dialog->findChild<QRadioButton *>(u"evidence-"_s + QLatin1StringView(name));
    };
    auto *confirmed = kind("provider_confirmed_stopped");
    confirmed->setFocus(Qt::TabFocusReason);
    EXPECT_FALSE(confirmed->isChecked());
    QTest::keyClick(confirmed, Qt::Key_Down);
    EXPECT_TRUE(kind("provider_has_no_record")->isChecked());
    QTest::keyClick(kind("provider_has_no_record"), Qt::Key_Down);
    EXPECT_TRUE(kind("accepted_risk")->isChecked());
    QTest::keyClick(kind("accepted_risk"), Qt::Key_Down);
    EXPECT_TRUE(confirmed->isChecked());
    QTest::keyClick(confirmed, Qt::Key_Up);
    EXPECT_TRUE(kind("accepted_risk")->isChecked());
}

TEST(CancelAttemptDialog, EnterPressesTheButtonOneIsOnAndNoOther)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    const QPointer<ActionDialog> dialog = hands.readyDialog();
    hands.fillCancel(dialog, "accepted_risk", u"called them"_s);
    QTest::keyClick(dialog->findChild<QRadioButton *>(u"evidence-accepted_risk"_s), Qt::Key_Return);
    EXPECT_TRUE(Hands::maySend(dialog)) << "nothing was sent";
    QTest::keyClick(dialog->findChild<QPushButton *>(u"back"_s), Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return !dialog || !dialog->isVisible(); }));
    EXPECT_EQ(stateOf(desk, attempt), u"unknown");
}

TEST(CancelAttemptDialog, OfAMegabyteOfPastedReasonSaysItIsTooLongAndStaysUsable)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();
    auto *reason = dialog->findChild<QPlainTextEdit *>(u"reason"_s);
    QGuiApplication::clipboard()->setText(QString(1'000'000, u'x'));
    reason->paste();
    EXPECT_GT(reason->toPlainText().size(), 4000) << "it is not cut to what fits, in silence";
    EXPECT_LT(reason->toPlainText().size(), 10'000);
    dialog->findChild<QRadioButton *>(u"evidence-accepted_risk"_s)->setChecked(true);
    EXPECT_FALSE(Hands::maySend(dialog));
    EXPECT_TRUE(Hands::textOf(dialog, "missing").contains(u"a shorter reason"));
    Hands::fillReason(dialog, u"called them"_s);
    EXPECT_TRUE(Hands::maySend(dialog));
}

TEST(CancelAttemptDialog, ShowsWhatTheProviderLastAnsweredBesideWhatIsChosen)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();
    const auto shown = [dialog] { return Hands::textOf(dialog, "lastAnswer"); };
    EXPECT_EQ(shown(), u"inkjet has answered no question about it here.");
    hands.fillCancel(dialog, "provider_has_no_record", u"they said so"_s);
    EXPECT_TRUE(shown().contains(u"only if you know it from elsewhere")) << shown().toStdString();
    EXPECT_TRUE(Hands::maySend(dialog)) << "people may know more than what stands here";

    desk.elsewhere("SELECT oncedesk.ask_provider($1)", {attempt});
    desk.elsewhere("SELECT oncedesk.answer_request(request_id, token, 'no_record', NULL) FROM "
                   "oncedesk.claim_requests('printer-1', '{inkjet}', 10)");
    ASSERT_TRUE(waitUntil([&] { return shown().endsWith(u": no record of it."); })) << shown().toStdString();
    hands.fillCancel(dialog, "provider_confirmed_stopped", u"they said so"_s);
    EXPECT_TRUE(shown().contains(u"only if you know it from elsewhere"));
    hands.fillCancel(dialog, "accepted_risk", u"they said so"_s);
    EXPECT_FALSE(shown().contains(u"only if you know it from elsewhere"));
}

TEST(CancelAttemptDialog, CancelsAnUnknownAttemptAndSaysWhatTheDatabaseAnswered)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.unknownJob("a");
    const qint64 attempt = desk.latestAttempt(job);
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();
    hands.fillCancel(dialog, "provider_confirmed_stopped", u" they pulled the sheet "_s);
    Hands::send(dialog);

    ASSERT_TRUE(waitUntil([&] { return !hands.said.isEmpty() && !hands.dialog(); }));
    EXPECT_EQ(hands.said, QStringList{u"Attempt 1 of #%1 is cancelled."_s.arg(job)});
    EXPECT_TRUE(hands.refused.isEmpty());
    const Rows row = desk.elsewhere(
        "SELECT state, cancel_reason, cancel_evidence FROM oncedesk.attempts WHERE id = $1", {attempt});
    EXPECT_EQ(row.text(0, 0), u"cancelled");
    EXPECT_EQ(row.text(0, 1), u"they pulled the sheet");
    EXPECT_EQ(row.text(0, 2), u"provider_confirmed_stopped");
}

TEST(CancelAttemptDialog, WordsTheRequestToAStartedAttemptAsARequest)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.runningJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();
    EXPECT_TRUE(Hands::textOf(dialog, "consequence").contains(u"request"));
    hands.fillCancel(dialog, "accepted_risk", u"customer called"_s);
    Hands::send(dialog);

    ASSERT_TRUE(waitUntil([&] { return !hands.said.isEmpty(); }));
    EXPECT_TRUE(hands.said.first().startsWith(u"Asked for attempt 1"));
    EXPECT_FALSE(hands.said.first().contains(u"is cancelled."));
    EXPECT_EQ(stateOf(desk, attempt), u"started");
}

TEST(CancelAttemptDialog, SaysThatTheJobWasFinishedBySomeoneElseWhileItWasOpenAndChangesNothing)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();
    hands.fillCancel(dialog, "accepted_risk", u"waited long enough"_s);
    ASSERT_TRUE(Hands::maySend(dialog));

    finish(desk, attempt);
    ASSERT_TRUE(waitUntil([&] { return Hands::textOf(dialog, "verdict").contains(u"succeeded"); }));
    EXPECT_FALSE(Hands::maySend(dialog));
    Hands::fillReason(dialog, u"really now"_s);
    EXPECT_FALSE(Hands::maySend(dialog));
    EXPECT_EQ(stateOf(desk, attempt), u"succeeded");
    EXPECT_EQ(cancelsLogged(desk), 0);
}

TEST(CancelAttemptRun, ReadsAgainBeforeItSendsAndLeavesAloneWhatChanged)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.unknownJob("a");
    const qint64 attempt = desk.latestAttempt(job);
    ActionTarget seen;
    seen.id = attempt;
    seen.exists = true;
    seen.job = JobId(job);
    seen.ordinal = 1;
    seen.state = AttemptState::unknown;
    finish(desk, attempt);

    auto *run = new ActionRun(desk.live(), std::make_shared<CancelAttempt>(u"why"_s, u"accepted_risk"_s),
                              {seen}, &desk.live());
    bool ended = false;
    QObject::connect(run, &ActionRun::ended, run, [&] {
        ended = true;
        EXPECT_EQ(run->outcomes().first().kind, ActionRun::Outcome::Kind::changed);
        EXPECT_TRUE(run->summary().contains(u"succeeded"));
        EXPECT_TRUE(run->summary().contains(u"Nothing was changed"));
    });
    run->start();
    ASSERT_TRUE(waitUntil([&] { return ended; }));
    EXPECT_EQ(cancelsLogged(desk), 0);
}

TEST(CancelAttemptDialog, OfTwoConsolesAtTheSameMomentExactlyOneCancels)
{
    ConsoleDesk desk;
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    LiveDesk other(desk.database().settings(), nullptr);
    Hands mine(desk.live());
    Hands theirs(other);
    mine.actions().cancelAttempts({AttemptId(attempt)});
    theirs.actions().cancelAttempts({AttemptId(attempt)});
    const QPointer<ActionDialog> here = mine.readyDialog();
    const QPointer<ActionDialog> there = theirs.readyDialog();
    mine.fillCancel(here, "accepted_risk", u"mine"_s);
    theirs.fillCancel(there, "provider_has_no_record", u"theirs"_s);
    Hands::send(here);
    Hands::send(there);

    ASSERT_TRUE(waitUntil([&] { return !mine.said.isEmpty() && !theirs.said.isEmpty(); }));
    EXPECT_EQ(mine.refused.size() + theirs.refused.size(), 1);
    Hands &loser = mine.refused.isEmpty() ? theirs : mine;
    EXPECT_TRUE(loser.said.first().contains(u"cancelled")) << loser.said.first().toStdString();
    EXPECT_TRUE(loser.said.first().contains(u"Nothing was changed"));
    // The loser's dialog stays and says so; the winner's is gone.
    EXPECT_TRUE(waitUntil([&] { return bool(here) != bool(there); }));
    const Rows log = desk.elsewhere("SELECT count(*) FROM oncedesk.operator_actions WHERE action = "
                                    "'cancel_attempt' AND outcome = 'cancelled'");
    EXPECT_EQ(log.integer(0, 0), 1);
    const QString reason =
        desk.elsewhere("SELECT cancel_reason FROM oncedesk.attempts WHERE id = $1", {attempt}).text(0, 0);
    EXPECT_EQ(reason, mine.refused.isEmpty() ? u"mine"_s : u"theirs"_s);
}

TEST(CancelAttemptDialog, OfManyShowsTheFrozenListAndWantsTheCountTyped)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    QList<AttemptId> attempts;
    for (int i = 0; i < 12; ++i)
        attempts += AttemptId(desk.latestAttempt(desk.unknownJob("k" + QByteArray::number(i))));
    Hands hands(desk.live());
    hands.actions().cancelAttempts(attempts);
    ActionDialog *dialog = hands.readyDialog();
    auto *list = dialog->findChild<TargetList *>();
    ASSERT_EQ(list->topLevelItemCount(), 12);
    hands.fillCancel(dialog, "accepted_risk", u"the printer burnt down"_s);
    EXPECT_FALSE(Hands::maySend(dialog));
    auto *count = dialog->findChild<QLineEdit *>(u"count"_s);
    count->setText(u"11"_s);
    EXPECT_FALSE(Hands::maySend(dialog));

    // One is finished by someone else, another one arrives.
    finish(desk, attempts.at(4).value());
    const qint64 late = desk.latestAttempt(desk.unknownJob("late"));
    ASSERT_TRUE(waitUntil([&] { return list->note(4).contains(u"succeeded"); }));
    count->setText(u"12"_s);
    EXPECT_EQ(Hands::sendButton(dialog)->text(), u"Cancel 11 attempts");
    Hands::send(dialog);

    ASSERT_TRUE(waitUntil([&] { return !hands.said.isEmpty(); }));
    EXPECT_EQ(hands.said.first(), u"11 of 11: 11 cancelled.");
    EXPECT_TRUE(list->note(0).contains(u"is cancelled"));
    EXPECT_TRUE(list->note(4).contains(u"succeeded"));
    EXPECT_EQ(stateOf(desk, attempts.at(4).value()), u"succeeded");
    EXPECT_EQ(stateOf(desk, late), u"unknown");
    EXPECT_EQ(cancelsLogged(desk), 11);
}

TEST(CancelAttemptDialog, OfManyThatIsClosedMidwayLeavesTheRestAlone)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    QList<AttemptId> attempts;
    for (int i = 0; i < 8; ++i)
        attempts += AttemptId(desk.latestAttempt(desk.unknownJob("k" + QByteArray::number(i))));
    Hands hands(desk.live());
    hands.actions().cancelAttempts(attempts);
    ActionDialog *dialog = hands.readyDialog();
    hands.fillCancel(dialog, "accepted_risk", u"wrong list"_s);
    Hands::send(dialog);
    dialog->close();

    ASSERT_FALSE(hands.said.isEmpty());
    EXPECT_TRUE(hands.said.first().contains(u"not answered yet")) << hands.said.first().toStdString();
    ASSERT_TRUE(waitUntil([&] { return hands.said.last().contains(u"not begun"); }))
        << hands.said.last().toStdString();
    EXPECT_LT(cancelsLogged(desk), 8);
}

TEST(CancelAttemptDialog, SurvivesLinksThatAreCutWhileItIsOpenAndCancelsOnce)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    ActionDialog *dialog = hands.readyDialog();
    hands.fillCancel(dialog, "accepted_risk", u"they never called back"_s);
    desk.elsewhere(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND "
        "pid <> pg_backend_pid()");
    // Whatever was lost with the links, the person may send again until the database has answered.
    ASSERT_TRUE(waitUntil([&] {
        if (hands.dialog() && Hands::maySend(dialog))
            Hands::send(dialog);
        return stateOf(desk, attempt) == u"cancelled";
    }));
    ASSERT_TRUE(
        waitUntil([&] { return !hands.said.isEmpty() && hands.said.last().contains(u"is cancelled."); }));
    EXPECT_EQ(cancelsLogged(desk), 1);
}

TEST(CancelAttemptDialog, IsNotOfferedToAViewer)
{
    ConsoleDesk desk({u"oncedesk_viewer"_s});
    const qint64 job = desk.unknownJob("a");
    const qint64 attempt = desk.latestAttempt(job);
    Hands hands(desk.live());
    hands.actions().cancelAttempts({AttemptId(attempt)});
    hands.actions().askProvider({AttemptId(attempt)});
    hands.actions().newAttempts({JobId(job)});
    hands.actions().closeJobs({JobId(job)});
    EXPECT_EQ(hands.dialog(), nullptr);
    EXPECT_EQ(desk.elsewhere("SELECT count(*) FROM oncedesk.requests").integer(0, 0), 0);
}

} // namespace oncedesk
