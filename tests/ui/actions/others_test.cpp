#include "core/db/migrator.h"
#include "tests/support/testserver.h"
#include "tests/ui/actions/dialogs.h"
#include "ui/actions/closejob.h"
#include "ui/actions/openattempt.h"

#include <QComboBox>
#include <QPushButton>
#include <gtest/gtest.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

void choose(ActionDialog *dialog, const QString &provider)
{
    auto *box = dialog->findChild<QComboBox *>(u"provider"_s);
    box->setCurrentIndex(box->findData(provider));
}

// What a run of one target that is as it was answers.
ActionRun::Outcome outcomeOf(ConsoleDesk &desk, std::shared_ptr<const Action> action,
                             const ActionTarget &target)
{
    auto *run = new ActionRun(desk.live(), std::move(action), {target}, &desk.live());
    std::optional<ActionRun::Outcome> outcome;
    QObject::connect(run, &ActionRun::ended, run, [&] { outcome = run->outcomes().first(); });
    run->start();
    if (!waitUntil([&] { return outcome.has_value(); }))
        qFatal("The run did not end.");
    return *outcome;
}

} // namespace

TEST(NewAttemptDialog, OpensOneAtTheJobsOwnProvider)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.stalledJob("a");
    Hands hands(desk.live());
    hands.actions().newAttempts({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    EXPECT_EQ(dialog->findChild<QComboBox *>(u"provider"_s)->currentData().toString(), u"inkjet");
    EXPECT_TRUE(Hands::textOf(dialog, "consequence").contains(u"failed for certain"));
    Hands::send(dialog);

    ASSERT_TRUE(waitUntil([&] { return !hands.said.isEmpty(); }));
    EXPECT_TRUE(hands.said.first().startsWith(u"Attempt 2 of #%1 is open"_s.arg(job)));
    EXPECT_EQ(desk.elsewhere("SELECT count(*) FROM oncedesk.attempts WHERE job_id = $1 AND state = 'pending'",
                             {job})
                  .integer(0, 0),
              1);
}

TEST(NewAttemptDialog, WantsAReasonAtAProviderThatIsNotCertified)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.stalledJob("a");
    Hands hands(desk.live());
    hands.actions().newAttempts({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    EXPECT_TRUE(Hands::maySend(dialog));
    choose(dialog, u"laser"_s);
    EXPECT_FALSE(Hands::maySend(dialog));
    EXPECT_TRUE(Hands::textOf(dialog, "why").contains(u"not certified"));
    Hands::fillReason(dialog, u"inkjet is out of paper"_s);
    Hands::send(dialog);

    ASSERT_TRUE(waitUntil([&] { return !hands.said.isEmpty(); }));
    EXPECT_TRUE(hands.refused.isEmpty());
    const Rows row = desk.elsewhere(
        "SELECT provider, open_reason FROM oncedesk.attempts WHERE job_id = $1 AND ordinal = 2", {job});
    EXPECT_EQ(row.text(0, 0), u"laser");
    EXPECT_EQ(row.text(0, 1), u"inkjet is out of paper");
}

TEST(NewAttemptDialog, NamesEveryEarlierAttemptThatMayHaveActed)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.unknownJob("a");
    const auto giveUp = [&](const char *evidence) {
        desk.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'no answer', $2)",
                       {desk.latestAttempt(job), QByteArray(evidence)});
    };
    giveUp("accepted_risk");
    desk.elsewhere("SELECT * FROM oncedesk.open_attempt($1, 'laser', 'inkjet is silent')", {job});
    const qint64 second = desk.latestAttempt(job);
    desk.elsewhere("SELECT * FROM oncedesk.claim_attempts('printer-2', '{laser}', 1)");
    desk.elsewhere("SELECT oncedesk.mark_unknown($1, $2::uuid, 'No answer.')",
                   {second, desk.tokenOf(second)});
    giveUp("provider_has_no_record");

    Hands hands(desk.live());
    hands.actions().newAttempts({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    const QString risk = Hands::textOf(dialog, "consequence");
    EXPECT_TRUE(risk.contains(u"Attempt 1 was cancelled")) << risk.toStdString();
    EXPECT_TRUE(risk.contains(u"Attempt 2 was cancelled")) << risk.toStdString();
    EXPECT_TRUE(risk.contains(u"If inkjet acted after all, it may happen twice")) << risk.toStdString();
    EXPECT_TRUE(risk.contains(u"If laser acted after all, it happens twice")) << risk.toStdString();
}

TEST(NewAttemptDialog, SaysWhyTheDatabaseRefusedAndStaysOpen)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.stalledJob("a");
    Hands hands(desk.live());
    hands.actions().newAttempts({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    desk.elsewhere("SELECT oncedesk.enable_provider('inkjet', false)");
    Hands::send(dialog);

    ASSERT_TRUE(waitUntil([&] { return !hands.refused.isEmpty(); }));
    EXPECT_TRUE(hands.refused.first().contains(u"the provider is disabled"));
    EXPECT_EQ(hands.dialog(), dialog);
    EXPECT_EQ(Hands::textOf(dialog, "verdict"), hands.refused.first());
    EXPECT_FALSE(Hands::maySend(dialog));
}

TEST(NewAttemptDialog, OpensNothingOnceAnotherAttemptHasComeAndGone)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.stalledJob("a");
    Hands hands(desk.live());
    hands.actions().newAttempts({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    ASSERT_TRUE(Hands::maySend(dialog));
    desk.elsewhere("SELECT * FROM oncedesk.open_attempt($1)", {job});
    desk.elsewhere("SELECT * FROM oncedesk.cancel_attempt($1, 'not that one', 'accepted_risk')",
                   {desk.latestAttempt(job)});
    ASSERT_TRUE(waitUntil([&] { return Hands::textOf(dialog, "verdict").contains(u"number 2"); }))
        << Hands::textOf(dialog, "verdict").toStdString();
    EXPECT_FALSE(Hands::maySend(dialog));
}

TEST(NewAttemptDialog, OfAJobWithAnUnknownAttemptSaysWhatBlocks)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.unknownJob("a");
    Hands hands(desk.live());
    hands.actions().newAttempts({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    EXPECT_TRUE(Hands::textOf(dialog, "verdict").contains(u"unknown attempt"));
    EXPECT_FALSE(Hands::maySend(dialog));
}

TEST(OpenAttemptRun, NamesTheAttemptThatBlocks)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 unknown = desk.unknownJob("a");
    const qint64 running = desk.runningJob("b");
    ActionTarget target;
    target.exists = true;
    target.id = unknown;
    target.job = JobId(unknown);
    target.status = board::JobStatus::unknown;
    target.version = 1;
    target.attempts = 1;
    const auto first = outcomeOf(desk, std::make_shared<OpenAttempt>(QString(), QString()), target);
    EXPECT_EQ(first.kind, ActionRun::Outcome::Kind::refused) << first.words.toStdString();
    EXPECT_TRUE(first.words.contains(u"attempt 1 of #%1 is unknown"_s.arg(unknown)))
        << first.words.toStdString();

    target.id = running;
    target.job = JobId(running);
    target.status = board::JobStatus::running;
    const auto second = outcomeOf(desk, std::make_shared<OpenAttempt>(QString(), QString()), target);
    EXPECT_EQ(second.kind, ActionRun::Outcome::Kind::refused);
    EXPECT_TRUE(second.words.contains(u"attempt 1 of #%1 is still started"_s.arg(running)))
        << second.words.toStdString();
}

TEST(CloseJobDialog, ClosesAtTheVersionThatWasSeenWithAReason)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.stalledJob("a");
    Hands hands(desk.live());
    hands.actions().closeJobs({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    EXPECT_TRUE(Hands::textOf(dialog, "condition").contains(u"still stalled at version 1"));
    EXPECT_FALSE(Hands::maySend(dialog));
    Hands::fillReason(dialog, u"the customer gave up"_s);
    Hands::send(dialog);
    ASSERT_TRUE(waitUntil([&] { return !hands.said.isEmpty(); }));
    EXPECT_EQ(hands.said.first(), u"#%1 is closed without a result."_s.arg(job));
    EXPECT_EQ(desk.elsewhere("SELECT close_reason FROM oncedesk.jobs WHERE id = $1", {job}).text(0, 0),
              u"the customer gave up");
}

TEST(CloseJobDialog, SaysThatAnAttemptWasOpenedMeanwhileAndClosesNothing)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.stalledJob("a");
    Hands hands(desk.live());
    hands.actions().closeJobs({JobId(job)});
    ActionDialog *dialog = hands.readyDialog();
    Hands::fillReason(dialog, u"the customer gave up"_s);
    desk.elsewhere("SELECT * FROM oncedesk.open_attempt($1)", {job});
    ASSERT_TRUE(waitUntil([&] { return Hands::textOf(dialog, "verdict").contains(u"waiting"); }));
    EXPECT_FALSE(Hands::maySend(dialog));
    EXPECT_EQ(desk.elsewhere("SELECT count(*) FROM oncedesk.jobs WHERE closed_at IS NOT NULL").integer(0, 0),
              0);
}

TEST(CloseJobRun, WordsTheDatabasesRefusal)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.unknownJob("a");
    ActionTarget target;
    target.exists = true;
    target.id = job;
    target.job = JobId(job);
    target.status = board::JobStatus::unknown;
    target.version = 1;
    target.attempts = 1;
    const auto outcome = outcomeOf(desk, std::make_shared<CloseJob>(u"why not"_s), target);
    EXPECT_EQ(outcome.kind, ActionRun::Outcome::Kind::refused);
    EXPECT_TRUE(outcome.words.contains(u"unknown and blocks")) << outcome.words.toStdString();
}

TEST(AskProvider, SaysTheRequestFirstAndTheAnswerWhenItComes)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 job = desk.unknownJob("a");
    const qint64 attempt = desk.latestAttempt(job);
    desk.elsewhere("SELECT * FROM oncedesk.heartbeat('printer-1', '{inkjet}', 0, 'test')");
    Hands hands(desk.live());
    hands.actions().askProvider({AttemptId(attempt)});
    ASSERT_TRUE(waitUntil([&] { return !hands.said.isEmpty(); }));
    EXPECT_EQ(hands.said.first(),
              u"Asked inkjet about attempt 1 of #%1. The answer will stand here."_s.arg(job));

    desk.elsewhere("SELECT oncedesk.answer_request(request_id, token, 'no_record', NULL) FROM "
                   "oncedesk.claim_requests('printer-1', '{inkjet}', 10)");
    ASSERT_TRUE(waitUntil([&] { return hands.said.last().contains(u"no record"); }));
    EXPECT_TRUE(hands.said.last().contains(u"still unknown")) << hands.said.last().toStdString();
    EXPECT_TRUE(hands.refused.isEmpty());
}

TEST(AskProvider, SaysThatNobodyIsThereToAsk)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.unknownJob("a"));
    Hands hands(desk.live());
    hands.actions().askProvider({AttemptId(attempt)});
    ASSERT_TRUE(waitUntil([&] {
        return !hands.said.isEmpty() && hands.said.last().contains(u"No live worker serves inkjet");
    }));
}

TEST(AskProvider, AsksNothingWhenTheDatabaseWasAwayMeanwhile)
{
    const auto server = TestServer::own();
    ASSERT_TRUE(Database(server->connection())
                    .run([](Session &session) { return migrate(session); })
                    .takeResult()
                    .ok());
    TestConnection elsewhere(server->connection());
    ASSERT_TRUE(elsewhere
                    .exec("SELECT oncedesk.add_provider('inkjet', 'simulated');"
                          "SELECT oncedesk.submit_job('studio-north', 'a', 'print.poster', 'inkjet', '{}');"
                          "SELECT oncedesk.claim_attempts('printer-1', '{inkjet}', 1)")
                    .ok());
    LiveDesk desk(server->connection(), nullptr, {.poll = 50ms, .gather = 10ms, .silence = 300ms});
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::fresh && desk.isAccessKnown(); }));
    Hands hands(desk);
    server->freeze();
    hands.actions().askProvider({AttemptId(1)});
    ASSERT_TRUE(waitUntil([&] { return desk.link() == LiveDesk::Link::lost && !hands.said.isEmpty(); }));
    EXPECT_EQ(hands.said.last(), u"Nothing is asked yet: the database has not answered.");
    server->thaw();
    ASSERT_TRUE(waitUntil([&] { return !hands.refused.isEmpty(); }));
    EXPECT_TRUE(hands.refused.last().contains(u"nothing was asked")) << hands.refused.last().toStdString();
    EXPECT_EQ(elsewhere.exec("SELECT count(*) FROM oncedesk.requests").integer(), 0);
}

TEST(AskProvider, RefusesAnAttemptThatWasNeverStarted)
{
    ConsoleDesk desk({u"oncedesk_operator"_s});
    const qint64 attempt = desk.latestAttempt(desk.waitingJob("a"));
    Hands hands(desk.live());
    hands.actions().askProvider({AttemptId(attempt)});
    ASSERT_TRUE(waitUntil([&] { return !hands.refused.isEmpty(); }));
    EXPECT_TRUE(hands.refused.first().contains(u"never started"));
}

} // namespace oncedesk
