// Cancelling what is under way, and asking the provider: what is asked, who carries it out, what an answer
// does.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

class ARequest : public ::testing::Test
{
protected:
    QStringList heartbeat(const char *worker = "worker")
    {
        const Rows rows = desk.must("SELECT attempt_id, reason FROM oncedesk.heartbeat($1, $2, 1, '0.1')",
                                    {QByteArray(worker), Param::array(QStringList{desk.names().inkjet})});
        QStringList result;
        for (int row = 0; row < rows.size(); ++row)
            result.append(rows.text(row, 0) + u' ' + rows.text(row, 1));
        return result;
    }

    Desk desk;
};

TEST_F(ARequest, ToCancelAStartedAttemptReachesItsWorkerAndAnyWorkerOfTheProvider)
{
    const Claimed attempt = desk.start("poster");
    EXPECT_EQ(heartbeat().filter(QString::number(attempt.attempt)), QStringList());
    EXPECT_EQ(desk.cancel(attempt.attempt, u"wrong paper"_s),
              (Cancelling{u"cancel_requested"_s, u"started"_s}));
    EXPECT_EQ(desk.status(attempt.job), u"running"_s);
    EXPECT_EQ(heartbeat().filter(QString::number(attempt.attempt)),
              QStringList{QString::number(attempt.attempt) + u" wrong paper"_s});
    EXPECT_EQ(heartbeat("another").filter(QString::number(attempt.attempt)), QStringList());
    const Asked stop = desk.claimRequest();
    EXPECT_EQ(stop.kind, u"stop"_s);
    EXPECT_EQ(stop.attempt, attempt.attempt);
}

TEST_F(ARequest, ToCancelIsFulfilledOnlyByTheProvidersWordAndBothTimesAreKept)
{
    const Claimed attempt = desk.start("poster");
    desk.cancel(attempt.attempt);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"stopped"_s), u"cancelled"_s);
    EXPECT_EQ(desk.events(attempt.attempt),
              (QStringList{u"pending"_s, u"started"_s, u"cancel_requested"_s, u"cancelled"_s}));
    EXPECT_EQ(
        desk.count("oncedesk.attempt_view WHERE id = $1 AND cancel_requested_at < ended_at"
                   " AND cancel_evidence = 'provider_confirmed_stopped' AND cancel_reason = 'paper jam'",
                   {attempt.attempt}),
        1);
    EXPECT_EQ(desk.status(attempt.job), u"stalled"_s);
}

TEST_F(ARequest, ToCancelThatTheProviderDoesNotConfirmLeavesTheAttemptUnknown)
{
    for (const QString &answer : {u"not_stopped"_s, u"unreachable"_s}) {
        const Claimed attempt = desk.start(answer.toUtf8());
        desk.cancel(attempt.attempt);
        EXPECT_EQ(desk.answer(desk.claimRequest(), answer), u"unknown"_s);
        EXPECT_EQ(desk.cancel(attempt.attempt, u"I take the risk"_s).outcome, u"cancelled"_s);
    }
}

TEST_F(ARequest, ToCancelDoesNotTouchAResultThatCameFirst)
{
    const Claimed attempt = desk.start("poster");
    desk.cancel(attempt.attempt);
    EXPECT_EQ(desk.finish(attempt).outcome, u"won"_s);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"stopped"_s), u"succeeded"_s);
    EXPECT_EQ(desk.status(attempt.job), u"succeeded"_s);
}

TEST_F(ARequest, ToCancelOutlivesTheDeadline)
{
    const Claimed attempt = desk.start("poster", {.policy = R"({"timeout_s": 0.001})"});
    desk.cancel(attempt.attempt);
    desk.until("(SELECT deadline_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
               {attempt.attempt});
    desk.sweep();
    EXPECT_EQ(desk.state(attempt.attempt), u"unknown"_s);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"stopped"_s), u"cancelled"_s) << "a person had asked for it";
}

TEST_F(ARequest, ToStopWithoutACancelOnlyBringsEvidence)
{
    const Claimed attempt = desk.start("poster");
    desk.stop(attempt.attempt);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"stopped"_s), u"started"_s);
    EXPECT_EQ(
        desk.count("oncedesk.answer_view WHERE attempt_id = $1 AND answer = 'stopped'", {attempt.attempt}),
        1);
}

TEST_F(ARequest, ToCancelWhatHasEndedIsRefusedAndKept)
{
    const Claimed attempt = desk.start("poster");
    desk.finish(attempt);
    EXPECT_EQ(desk.cancel(attempt.attempt), (Cancelling{u"refused"_s, u"succeeded"_s}));
    EXPECT_EQ(desk.count("oncedesk.action_view WHERE attempt_id = $1 AND action = 'cancel_attempt' AND "
                         "outcome = 'refused'",
                         {attempt.attempt}),
              1);
}

TEST_F(ARequest, ToCancelAPendingAttemptIsDoneAtOnce)
{
    const qint64 job = desk.submit("poster").job;
    const qint64 attempt =
        desk.must("SELECT id FROM oncedesk.attempts WHERE job_id = $1", {job}).integer(0, 0);
    EXPECT_EQ(desk.cancel(attempt), (Cancelling{u"cancelled"_s, u"cancelled"_s}));
    EXPECT_EQ(desk.claim().attempt, 0);
    EXPECT_EQ(desk.exec("SELECT oncedesk.ask_provider($1)", {attempt}).sqlState, u"22023"_s)
        << "the provider cannot know of an attempt that never started";
}

TEST_F(ARequest, IsAskedOnceWhileItIsOpenAndAgainAfterItsAnswer)
{
    const Claimed attempt = desk.start("poster");
    const qint64 first = desk.ask(attempt.attempt);
    EXPECT_EQ(desk.ask(attempt.attempt), first);
    const Asked asked = desk.claimRequest();
    EXPECT_EQ(asked.request, first);
    EXPECT_EQ(desk.ask(attempt.attempt), first) << "also while a worker has it";
    desk.answer(asked, u"running"_s, R"({"page": 1})");
    EXPECT_NE(desk.ask(attempt.attempt), first);
    EXPECT_EQ(desk.must("SELECT payload FROM oncedesk.answer_view WHERE request_id = $1", {first}).utf8(0, 0),
              R"({"page": 1})");
}

TEST_F(ARequest, CarriesWhatTheProviderKnowsTheJobBy)
{
    const Claimed attempt = desk.start("poster");
    desk.ask(attempt.attempt);
    const Rows rows = desk.must("SELECT * FROM oncedesk.claim_requests('press-2', $1, 10)",
                                {Param::array(QStringList{desk.names().inkjet})});
    ASSERT_EQ(rows.size(), 1);
    EXPECT_EQ(rows.integer(0, "job_id"), attempt.job);
    EXPECT_EQ(rows.integer(0, "ordinal"), 1);
    EXPECT_EQ(rows.text(0, "owner_id"), desk.names().owner);
    EXPECT_EQ(rows.text(0, "idempotency_key"), u"poster"_s);
    EXPECT_EQ(rows.text(0, "intent"), u"print.poster"_s);
    EXPECT_EQ(rows.utf8(0, "params"), R"({"amount": 450})");
}

TEST_F(ARequest, IsHandedOutOnlyForTheProvidersServedDisabledOrNot)
{
    const Claimed attempt = desk.start("poster");
    desk.ask(attempt.attempt);
    desk.enable(desk.names().inkjet, false);
    EXPECT_EQ(desk.claimRequest(desk.names().laser).request, 0);
    EXPECT_EQ(desk.claimRequest().attempt, attempt.attempt) << "doubt is cleared even at a disabled provider";
}

TEST_F(ARequest, IsTakenOverFromAWorkerThatSaidNothingForThirtySeconds)
{
    const Claimed attempt = desk.start("poster");
    desk.markUnknown(attempt);
    desk.ask(attempt.attempt);
    const Asked lost = desk.claimRequest();
    EXPECT_EQ(desk.claimRequest().request, 0);
    desk.must("UPDATE oncedesk.requests SET claimed_at = claimed_at - interval '29 s' WHERE id = $1",
              {lost.request});
    EXPECT_EQ(desk.claimRequest().request, 0);
    desk.must("UPDATE oncedesk.requests SET claimed_at = claimed_at - interval '2 s' WHERE id = $1",
              {lost.request});
    const Asked taken = desk.claimRequest();
    EXPECT_EQ(taken.request, lost.request);
    EXPECT_NE(taken.token, lost.token);
    EXPECT_EQ(desk.exec("SELECT oncedesk.answer_request($1, $2, 'failed', NULL)", {lost.request, lost.token})
                  .sqlState,
              u"22023"_s)
        << "the one who lost it may not answer any more";
    EXPECT_EQ(desk.answer(taken, u"succeeded"_s, "7"), u"succeeded"_s);
}

TEST_F(ARequest, IsGivenToOneOfTwoWorkers)
{
    const Claimed attempt = desk.start("poster");
    desk.ask(attempt.attempt);
    Caller other = desk.another();
    other.begin();
    EXPECT_EQ(other.claimRequest().attempt, attempt.attempt);
    EXPECT_EQ(desk.claimRequest().request, 0) << "without waiting";
    other.commit();
    EXPECT_EQ(desk.claimRequest().request, 0);
}

TEST_F(ARequest, IsAnsweredOnlyInItsOwnWords)
{
    const Claimed attempt = desk.start("poster");
    desk.ask(attempt.attempt);
    const Asked ask = desk.claimRequest();
    for (const char *word : {"stopped", "not_stopped", "yes", "", "SUCCEEDED"})
        EXPECT_EQ(desk.exec("SELECT oncedesk.answer_request($1, $2, $3, NULL)",
                            {ask.request, ask.token, QByteArray(word)})
                      .sqlState,
                  u"22023"_s)
            << word;
    desk.stop(attempt.attempt);
    const Asked stop = desk.claimRequest();
    for (const char *word : {"running", "succeeded", "failed", "no_record", "yes"})
        EXPECT_EQ(desk.exec("SELECT oncedesk.answer_request($1, $2, $3, NULL)",
                            {stop.request, stop.token, QByteArray(word)})
                      .sqlState,
                  u"22023"_s)
            << word;
    EXPECT_EQ(
        desk.exec("SELECT oncedesk.answer_request($1, gen_random_uuid(), 'stopped', NULL)", {stop.request})
            .sqlState,
        u"22023"_s);
    EXPECT_EQ(desk.count("oncedesk.answer_view WHERE attempt_id = $1", {attempt.attempt}), 0);
}

TEST_F(ARequest, AnsweredSucceededGoesThroughTheCompareAndSwapAndIsKeptNowhereElse)
{
    const Claimed attempt = desk.start("poster");
    desk.markUnknown(attempt);
    desk.ask(attempt.attempt);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"succeeded"_s, R"({"told": "asked-payload"})"),
              u"succeeded"_s);
    EXPECT_EQ(desk.tablesWith("asked-payload"), QStringList{u"jobs"_s});
    EXPECT_EQ(desk.count("oncedesk.race_view WHERE attempt_id = $1 AND outcome = 'won'", {attempt.attempt}),
              1);
    EXPECT_EQ(desk.finish(attempt, R"("late")").outcome, u"won"_s)
        << "the worker's own late report says the same";
    EXPECT_EQ(desk.result(attempt.job), R"({"told": "asked-payload"})");
}

TEST_F(ARequest, AnsweredSucceededForALoserLeavesOnlyADigest)
{
    desk.certify(desk.names().laser);
    const Claimed first = desk.start(
        "poster", {.policy = R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}"});
    desk.open(first.job, desk.names().laser);
    const Claimed second = desk.claim(desk.names().laser);
    desk.markUnknown(first);
    desk.finish(second);
    desk.ask(first.attempt);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"succeeded"_s, R"("asked-too-late")"), u"superseded"_s);
    EXPECT_EQ(desk.tablesWith("asked-too-late"), QStringList());
    EXPECT_EQ(desk.count("oncedesk.race_view WHERE attempt_id = $1 AND lost_because = 'slot_taken'",
                         {first.attempt}),
              1);
}

TEST_F(ARequest, AboutACancelledAttemptChangesNothing)
{
    const Claimed attempt = desk.start("poster");
    desk.markUnknown(attempt);
    desk.ask(attempt.attempt);
    desk.cancel(attempt.attempt);
    EXPECT_EQ(desk.answer(desk.claimRequest(), u"succeeded"_s, R"("after-the-cancel")"), u"cancelled"_s);
    EXPECT_EQ(desk.tablesWith("after-the-cancel"), QStringList());
    EXPECT_EQ(desk.status(attempt.job), u"stalled"_s);
}

TEST_F(ARequest, AboutARunningAttemptConcludesNothing)
{
    const Claimed attempt = desk.start("poster");
    for (const QString &answer : {u"succeeded"_s, u"failed"_s, u"running"_s}) {
        desk.ask(attempt.attempt);
        EXPECT_EQ(desk.answer(desk.claimRequest(), answer, R"("not-yet")"), u"started"_s)
            << "its worker is still to report";
    }
    EXPECT_EQ(desk.finish(attempt).outcome, u"won"_s);
}

TEST_F(ARequest, AHeartbeatSaysWhoIsAlive)
{
    heartbeat("press-7");
    EXPECT_EQ(desk.count("oncedesk.worker_view WHERE name = 'press-7' AND alive"), 1);
    desk.must("UPDATE oncedesk.workers SET last_heartbeat = clock_timestamp() - interval '16 s' WHERE name = "
              "'press-7'");
    EXPECT_EQ(desk.count("oncedesk.worker_view WHERE name = 'press-7' AND NOT alive"), 1);
    heartbeat("press-7");
    EXPECT_EQ(desk.count("oncedesk.worker_view WHERE name = 'press-7' AND alive"), 1);
}

} // namespace
} // namespace oncedesk
