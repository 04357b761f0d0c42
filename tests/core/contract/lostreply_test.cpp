// A reply can be lost: every function called twice with the same arguments gives the same answer and changes
// nothing the second time. What may be added is only this: one row of the ledger of submissions for each
// submit, and one row of operator_actions for each refusal told to a person.
#include "tests/core/contract/desk.h"

#include <gtest/gtest.h>
#include <memory>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

// On a database of their own, where all there is can be compared, and nobody else's attempts fall overdue.
class ARepeatedCall : public ::testing::Test
{
protected:
    static void SetUpTestSuite() { database = std::make_unique<TestDatabase>(); }
    static void TearDownTestSuite() { database.reset(); }
    static inline std::unique_ptr<TestDatabase> database;

    // Everything but what a repetition may add to: the submissions, and the refusals among the actions.
    QMap<QString, QString> everything()
    {
        return desk.digest(
            {{u"submissions"_s, u"outcome <> 'replayed'"_s},
             {u"operator_actions"_s,
              u"outcome IN ('opened', 'closed', 'cancelled', 'cancel_requested', 'requested', 'done')"_s}});
    }

    // Calls it twice and returns both answers; fails when the second one changed anything.
    std::pair<QString, QString> twice(const QByteArray &call, const QList<Param> &params = {})
    {
        const QByteArray sql =
            "SELECT coalesce(string_agg(answer::text, ' '), 'no row') FROM " + call + " AS answer";
        const QString first = desk.must(sql, params).text(0, 0);
        const QMap<QString, QString> before = everything();
        const QString second = desk.must(sql, params).text(0, 0);
        const QMap<QString, QString> after = everything();
        for (auto table = before.cbegin(); table != before.cend(); ++table)
            EXPECT_EQ(after[table.key()], table.value())
                << "the second call changed " << table.key().toStdString();
        return {first, second};
    }

    void expectSame(const QByteArray &call, const QList<Param> &params = {})
    {
        const auto [first, second] = twice(call, params);
        EXPECT_EQ(first, second) << call.toStdString();
    }

    QByteArray hedged() const
    {
        return R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]}";
    }

    Desk desk{*database};
};

TEST_F(ARepeatedCall, OfSubmitNamesTheSameJob)
{
    const auto [first, second] = twice("oncedesk.submit_job($1, 'poster', 'print.poster', $2, '{}')",
                                       {desk.names().owner, desk.names().inkjet});
    EXPECT_EQ(QString(first).replace(u"created"_s, u"replayed"_s), second)
        << "created is told once, then replayed";
}

TEST_F(ARepeatedCall, OfSubmitThatIsAConflictIsTheSameConflict)
{
    desk.submit("poster");
    const QByteArray call = "oncedesk.submit_job($1, 'poster', 'print.poster', $2, '{}')";
    const QString first =
        desk.must("SELECT a::text FROM " + call + " AS a", {desk.names().owner, desk.names().inkjet})
            .text(0, 0);
    const auto before = desk.digest({{u"submissions"_s, u"false"_s}});
    const QString second =
        desk.must("SELECT a::text FROM " + call + " AS a", {desk.names().owner, desk.names().inkjet})
            .text(0, 0);
    EXPECT_EQ(first, second);
    EXPECT_EQ(desk.digest({{u"submissions"_s, u"false"_s}}), before);
}

// There is no token that would tell a repetition from a second wish: the answer names the attempt that
// stands.
TEST_F(ARepeatedCall, OfOpenIsRefusedAndNamesTheAttemptThatWasOpened)
{
    const qint64 job = desk.submit("poster", {.policy = R"({"start": "manual"})"}).job;
    const Opening first = desk.open(job, {}, u"now"_s);
    const auto before = everything();
    const Opening second = desk.open(job, {}, u"now"_s);
    EXPECT_EQ(second.refusal, u"attempt_open"_s);
    EXPECT_EQ(second.blocking, first.attempt);
    EXPECT_EQ(everything(), before);
}

TEST_F(ARepeatedCall, OfOpenDoesNotRaceAHedgedJobsProviderAgainstItself)
{
    desk.certify(desk.names().laser);
    const qint64 job =
        desk.submit("poster", {.policy = QByteArray(hedged()).replace("{", R"({"start": "manual", )")}).job;
    const Opening first = desk.open(job, desk.names().laser);
    desk.claim(desk.names().laser);
    const Opening second = desk.open(job, desk.names().laser);
    EXPECT_EQ(second.refusal, u"attempt_open"_s);
    EXPECT_EQ(second.blocking, first.attempt);
}

// Each claim hands out a new token, so a lost answer is not given again: those attempts run into their
// deadline and become unknown. The second call must not touch them.
TEST_F(ARepeatedCall, OfClaimLeavesAloneWhatTheFirstOneClaimed)
{
    desk.submit("poster");
    const auto [first, second] =
        twice("oncedesk.claim_attempts('w', $1, 1)", {Param::array(QStringList{desk.names().inkjet})});
    EXPECT_NE(first, u"no row"_s);
    EXPECT_EQ(second, u"no row"_s);
}

TEST_F(ARepeatedCall, OfFinishIsTheSameWhetherItWonOrLost)
{
    desk.certify(desk.names().laser);
    const Claimed first = desk.start("poster", {.policy = hedged()});
    desk.open(first.job, desk.names().laser);
    const Claimed second = desk.claim(desk.names().laser);
    expectSame("oncedesk.finish_attempt($1, $2, '\"second\"')", {second.attempt, second.token});
    expectSame("oncedesk.finish_attempt($1, $2, '\"first\"')", {first.attempt, first.token});
    EXPECT_EQ(desk.finish(second), (Finish{u"won"_s, {}, 2, second.attempt}));
}

TEST_F(ARepeatedCall, OfFinishWithAnotherResultKeepsTheFirstOne)
{
    const Claimed attempt = desk.start("poster");
    desk.finish(attempt, R"("first")");
    const auto before = desk.digest();
    EXPECT_EQ(desk.finish(attempt, R"("second")"), (Finish{u"won"_s, {}, 2, attempt.attempt}));
    EXPECT_EQ(desk.finishBytes(attempt, "third"), (Finish{u"won"_s, {}, 2, attempt.attempt}));
    EXPECT_EQ(desk.digest(), before);
    EXPECT_EQ(desk.result(attempt.job), R"("first")");
}

TEST_F(ARepeatedCall, OfALostFinishIsTheSameEvenAfterAnotherAttemptWon)
{
    const Claimed first = desk.start("poster");
    desk.markUnknown(first);
    desk.cancel(first.attempt);
    const Finish lost = desk.finish(first);
    EXPECT_EQ(lost, (Finish{u"lost"_s, u"attempt_cancelled"_s, 1, 0}));
    desk.open(first.job, {}, u"again"_s);
    desk.finish(desk.claim());
    EXPECT_EQ(desk.finish(first), lost) << "version and winner as they were then";
}

TEST_F(ARepeatedCall, OfFinishingASetIsTheSameRowForRow)
{
    QList<qint64> ids;
    QList<QByteArray> tokens;
    QList<QByteArray> results;
    for (int i = 0; i < 5; ++i) {
        const Claimed attempt = desk.start("set " + QByteArray::number(i));
        ids.append(attempt.attempt);
        tokens.append(attempt.token);
        results.append(QByteArray::number(i));
    }
    expectSame("oncedesk.finish_attempts($1, $2, $3)",
               {Param::array(ids), Param::array(tokens), Param::array(results)});
}

TEST_F(ARepeatedCall, OfFinishingWithBytesIsTheSame)
{
    const Claimed attempt = desk.start("poster");
    expectSame("oncedesk.finish_attempt_bytes($1, $2, '\\x00ff')", {attempt.attempt, attempt.token});
}

TEST_F(ARepeatedCall, OfFailIsTheSameAndOpensNoSecondRetry)
{
    const Claimed attempt = desk.start("poster");
    expectSame("oncedesk.fail_attempt($1, $2, 'http_503', 'busy', true, '1 min')",
               {attempt.attempt, attempt.token});
    EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {attempt.job}), 2);
}

TEST_F(ARepeatedCall, OfFailIsTheSameAfterTheAttemptWasCancelled)
{
    const Claimed attempt = desk.start("poster");
    desk.markUnknown(attempt);
    desk.cancel(attempt.attempt);
    expectSame("oncedesk.fail_attempt($1, $2, 'http_500', 'late', true)", {attempt.attempt, attempt.token});
    EXPECT_EQ(desk.state(attempt.attempt), u"cancelled"_s);
    EXPECT_EQ(desk.events(attempt.attempt).count(u"late_failure"_s), 1);
}

TEST_F(ARepeatedCall, OfMarkUnknownIsTheSame)
{
    const Claimed attempt = desk.start("poster");
    expectSame("oncedesk.mark_unknown($1, $2, 'link lost')", {attempt.attempt, attempt.token});
    desk.markUnknown(attempt, u"other words"_s);
    EXPECT_EQ(
        desk.must("SELECT unknown_why FROM oncedesk.attempts WHERE id = $1", {attempt.attempt}).text(0, 0),
        u"link lost"_s);
}

TEST_F(ARepeatedCall, OfAReportAfterTheAttemptEndedTellsTheStateAndChangesNothing)
{
    const Claimed attempt = desk.start("poster");
    desk.finish(attempt);
    const auto before = desk.digest();
    EXPECT_EQ(desk.markUnknown(attempt), u"succeeded"_s);
    EXPECT_EQ(desk.fail(attempt, true), (Failure{u"succeeded"_s, 0, 0, {}}));
    EXPECT_EQ(desk.digest(), before);
}

TEST_F(ARepeatedCall, OfCancelIsTheSameForAPendingAStartedAndAnUnknownAttempt)
{
    const qint64 job = desk.submit("pending").job;
    const qint64 pending =
        desk.must("SELECT id FROM oncedesk.attempts WHERE job_id = $1", {job}).integer(0, 0);
    const Claimed unknown = desk.start("unknown", {.provider = desk.names().laser});
    desk.markUnknown(unknown);
    const Claimed started = desk.start("started", {.provider = desk.names().plotter});
    for (const qint64 attempt : {pending, unknown.attempt, started.attempt})
        expectSame("oncedesk.cancel_attempt($1, 'paper jam', 'accepted_risk')", {attempt});
}

TEST_F(ARepeatedCall, OfCancelAfterTheProviderConfirmedSaysCancelled)
{
    const Claimed attempt = desk.start("poster");
    EXPECT_EQ(desk.cancel(attempt.attempt).outcome, u"cancel_requested"_s);
    desk.answer(desk.claimRequest(), u"stopped"_s);
    const auto before = desk.digest();
    EXPECT_EQ(desk.cancel(attempt.attempt), (Cancelling{u"cancelled"_s, u"cancelled"_s}));
    EXPECT_EQ(desk.digest(), before);
}

TEST_F(ARepeatedCall, OfCloseIsTheSame)
{
    const qint64 job = desk.submit("poster", {.policy = R"({"start": "manual"})"}).job;
    expectSame("oncedesk.close_job($1, 1, 'not needed')", {job});
    EXPECT_EQ(desk.close(job, 1, u"other words"_s).refusal, u"job_closed"_s) << "that is another wish";
}

TEST_F(ARepeatedCall, OfAskAndStopIsTheSameRequest)
{
    const Claimed attempt = desk.start("poster");
    expectSame("oncedesk.ask_provider($1)", {attempt.attempt});
    expectSame("oncedesk.stop_at_provider($1)", {attempt.attempt});
}

TEST_F(ARepeatedCall, OfClaimRequestsLeavesAloneWhatTheFirstOneClaimed)
{
    const Claimed attempt = desk.start("poster");
    desk.ask(attempt.attempt);
    const auto [first, second] =
        twice("oncedesk.claim_requests('w', $1, 1)", {Param::array(QStringList{desk.names().inkjet})});
    EXPECT_NE(first, u"no row"_s);
    EXPECT_EQ(second, u"no row"_s);
}

TEST_F(ARepeatedCall, OfAnswerIsTheSameForEveryAnswer)
{
    for (const char *said : {"running", "no_record", "unreachable", "succeeded", "failed"}) {
        const Claimed attempt = desk.start(said);
        desk.markUnknown(attempt);
        desk.ask(attempt.attempt);
        const Asked asked = desk.claimRequest();
        expectSame("oncedesk.answer_request($1, $2, $3, '{\"x\": 1}')",
                   {asked.request, asked.token, QByteArray(said)});
    }
    for (const char *said : {"stopped", "not_stopped", "unreachable"}) {
        const Claimed attempt = desk.start(QByteArray("stop ") + said);
        desk.cancel(attempt.attempt);
        const Asked asked = desk.claimRequest();
        expectSame("oncedesk.answer_request($1, $2, $3, NULL)",
                   {asked.request, asked.token, QByteArray(said)});
    }
}

TEST_F(ARepeatedCall, OfTheEnginesHousekeepingFindsNothingMoreToDo)
{
    const Claimed late = desk.start("late", {.policy = R"({"timeout_s": 0.001})"});
    desk.until("(SELECT deadline_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
               {late.attempt});
    EXPECT_EQ(twice("oncedesk.sweep_overdue()").second, u"no row"_s);

    desk.certify(desk.names().laser);
    const Claimed silent =
        desk.start("silent", {.policy = QByteArray(hedged()).replace("{", R"({"hedge_after_s": 0.001, )")});
    desk.until("(SELECT hedge_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
               {silent.attempt});
    EXPECT_EQ(twice("oncedesk.open_due_hedges()").second, u"no row"_s);
}

// Only the worker's last heartbeat moves on, which is what the call is for.
TEST_F(ARepeatedCall, OfHeartbeatListsTheSameCancelRequests)
{
    const Claimed attempt = desk.start("poster");
    desk.cancel(attempt.attempt);
    const QByteArray sql =
        "SELECT string_agg(a::text, ' ') FROM oncedesk.heartbeat('worker', $1, 1, '1') AS a";
    const QList<Param> params{Param::array(QStringList{desk.names().inkjet})};
    const QString first = desk.must(sql, params).text(0, 0);
    EXPECT_TRUE(first.contains(QString::number(attempt.attempt)));
    const auto before = desk.digest({{u"workers"_s, u"false"_s}});
    EXPECT_EQ(desk.must(sql, params).text(0, 0), first);
    EXPECT_EQ(desk.digest({{u"workers"_s, u"false"_s}}), before);
}

TEST_F(ARepeatedCall, OfAnAdminsChangesIsTheSame)
{
    const QString name = desk.names().inkjet + u"-new"_s;
    expectSame("oncedesk.add_provider($1, 'http', '{\"url\": \"http://a\"}')", {name});
    expectSame("oncedesk.set_provider($1, '{\"url\": \"http://b\"}')", {name});
    expectSame("oncedesk.set_provider($1, '{\"url\": \"http://c\"}', '{\"url\": \"http://b\"}')", {name});
    expectSame("oncedesk.enable_provider($1, false)", {name});
    expectSame("oncedesk.add_client($1, 'alice', 'od_1234', sha256($2::text::bytea))", {name, name});
    expectSame("oncedesk.revoke_client($1)", {name});
    desk.certify(name);
    EXPECT_EQ(twice("oncedesk.revoke_certificates($1, 'print.poster')", {name}), (std::pair{u"1"_s, u"0"_s}))
        << "how many were still standing";
}

// To certify again renews: a later certificate is the one that counts.
TEST_F(ARepeatedCall, OfRecordCertificateAddsALaterOneOfTheSameMeaning)
{
    const qint64 first = desk.certify(desk.names().laser);
    const qint64 second = desk.certify(desk.names().laser);
    EXPECT_GT(second, first);
    EXPECT_EQ(desk.count("oncedesk.certificate_view WHERE provider = $1 AND valid", {desk.names().laser}), 1);
}

} // namespace
} // namespace oncedesk
