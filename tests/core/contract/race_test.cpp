// Two connections at the same moment, hundreds of times each, in both orders: one of the right outcomes every
// time, no deadlock, and sound jobs afterwards.
#include "tests/core/contract/desk.h"

#include <QMap>
#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>

namespace oncedesk {
namespace {

using namespace Qt::Literals::StringLiterals;

struct Call
{
    QByteArray sql; // one row, one text
    QList<Param> params;
};

Call finishing(const Claimed &attempt, const QByteArray &result = "1")
{
    return {"SELECT concat_ws(' ', outcome, lost_because) FROM oncedesk.finish_attempt($1, $2, $3)",
            {attempt.attempt, attempt.token, result}};
}

Call cancelling(qint64 attempt)
{
    return {"SELECT concat_ws(' ', outcome, state) FROM oncedesk.cancel_attempt($1, 'paper jam', "
            "'accepted_risk')",
            {attempt}};
}

Call failing(const Claimed &attempt, bool retryable = false)
{
    return {"SELECT concat_ws(' ', state, next_ordinal) FROM oncedesk.fail_attempt($1, $2, 'e', 'm', $3)",
            {attempt.attempt, attempt.token, retryable}};
}

Call markingUnknown(const Claimed &attempt)
{
    return {"SELECT oncedesk.mark_unknown($1, $2, 'link lost')", {attempt.attempt, attempt.token}};
}

Call opening(qint64 job, const QString &provider = {})
{
    return {"SELECT concat_ws(' ', outcome, refusal) FROM oncedesk.open_attempt($1, $2, 'because')",
            {job, provider}};
}

Call closing(qint64 job)
{
    return {"SELECT concat_ws(' ', outcome, refusal) FROM oncedesk.close_job($1, 1, 'because')", {job}};
}

Call answering(const Asked &request, const char *answer, const QByteArray &payload = "2")
{
    return {"SELECT oncedesk.answer_request($1, $2, $3, $4)",
            {request.request, request.token, QByteArray(answer), payload}};
}

Call sweeping(const Desk &desk)
{
    return {"SELECT count(*)::text FROM oncedesk.sweep_overdue() WHERE provider = ANY ($1)",
            {desk.ownProviders()}};
}

Call hedging(const Desk &desk)
{
    return {"SELECT count(*)::text FROM oncedesk.open_due_hedges() WHERE provider = ANY ($1)",
            {desk.ownProviders()}};
}

class ARace : public ::testing::Test
{
protected:
    static constexpr int rounds = 150;

    // Both calls at nearly the same moment: which one is sent first changes, and so does the gap.
    QString race(const Call &a, const Call &b)
    {
        const bool swapped = m_round % 2;
        Caller &first = swapped ? two : one;
        Caller &second = swapped ? one : two;
        const std::chrono::microseconds gap((m_round / 2 * 7) % 400);
        ++m_round;
        first.connection().send(swapped ? b.sql : a.sql, swapped ? b.params : a.params);
        const auto end = std::chrono::steady_clock::now() + gap;
        while (std::chrono::steady_clock::now() < end)
            continue;
        second.connection().send(swapped ? a.sql : b.sql, swapped ? a.params : b.params);
        const auto ofA = one.connection().receive();
        const auto ofB = two.connection().receive();
        EXPECT_TRUE(ofA.ok()) << ofA.message.toStdString();
        EXPECT_TRUE(ofB.ok()) << ofB.message.toStdString();
        const QString outcome = ofA.text() + u" | "_s + ofB.text();
        ++m_outcomes[outcome];
        return outcome;
    }

    // Nothing but these outcomes came about, and the jobs are sound.
    void expectOnly(const QStringList &outcomes)
    {
        for (auto outcome = m_outcomes.cbegin(); outcome != m_outcomes.cend(); ++outcome)
            EXPECT_TRUE(outcomes.contains(outcome.key()))
                << outcome.key().toStdString() << ", " << outcome.value() << " times";
        EXPECT_EQ(desk.unsound(), QStringList());
    }

    QByteArray nextKey() { return "job " + QByteArray::number(++m_jobs); }

    QByteArray hedged(const QByteArray &more = {}) const
    {
        return R"({"mode": "hedged", "fallbacks": [")" + desk.names().laser.toUtf8() + "\"]" + more + '}';
    }

    Claimed unknownAttempt()
    {
        const Claimed attempt = desk.start(nextKey());
        desk.markUnknown(attempt);
        return attempt;
    }

    std::pair<Claimed, Claimed> bothLanes()
    {
        const Claimed first = desk.start(nextKey(), {.policy = hedged()});
        desk.open(first.job, desk.names().laser);
        return {first, desk.claim(desk.names().laser)};
    }

    qint64 stalledJob() { return desk.submit(nextKey(), {.policy = R"({"start": "manual"})"}).job; }

    Desk desk;
    Caller one = desk.another();
    Caller two = desk.another();

private:
    int m_round = 0;
    int m_jobs = 0;
    QMap<QString, int> m_outcomes;
};

TEST_F(ARace, OfCancelAndFinishOnAnUnknownAttemptHasOneWinner)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = unknownAttempt();
        race(cancelling(attempt.attempt), finishing(attempt));
    }
    expectOnly({u"cancelled cancelled | lost attempt_cancelled"_s, u"refused succeeded | won"_s});
}

TEST_F(ARace, OfCancelAndFinishOnAStartedAttemptLeavesTheResult)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = desk.start(nextKey());
        race(cancelling(attempt.attempt), finishing(attempt));
    }
    expectOnly({u"cancel_requested started | won"_s, u"refused succeeded | won"_s});
}

TEST_F(ARace, OfSweepAndFinishLeavesTheResult)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = desk.start(nextKey(), {.policy = R"({"timeout_s": 0.001})"});
        desk.until("(SELECT deadline_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
                   {attempt.attempt});
        race(sweeping(desk), finishing(attempt));
        EXPECT_EQ(desk.state(attempt.attempt), u"succeeded"_s);
    }
    expectOnly({u"0 | won"_s, u"1 | won"_s});
}

TEST_F(ARace, OfMarkUnknownAndFinishLeavesTheResult)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = desk.start(nextKey());
        race(markingUnknown(attempt), finishing(attempt));
        EXPECT_EQ(desk.state(attempt.attempt), u"succeeded"_s);
    }
    expectOnly({u"unknown | won"_s, u"succeeded | won"_s});
}

TEST_F(ARace, OfFailAndCancelHasOneWinnerAndARetryOnlyAfterTheFailure)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = unknownAttempt();
        const QString outcome = race(failing(attempt, true), cancelling(attempt.attempt));
        EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {attempt.job}),
                  outcome.startsWith(u"failed") ? 2 : 1);
    }
    expectOnly({u"failed 2 | refused failed"_s, u"cancelled | cancelled cancelled"_s});
}

TEST_F(ARace, OfFailAndFinishHasOneWinner)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = desk.start(nextKey());
        race(failing(attempt), finishing(attempt));
    }
    expectOnly({u"failed | lost attempt_failed"_s, u"succeeded | won"_s});
}

TEST_F(ARace, OfTwoFinishesOfOneAttemptHasOneResultAndOneAnswer)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = desk.start(nextKey());
        race(finishing(attempt, "1"), finishing(attempt, "2"));
        EXPECT_EQ(desk.count("oncedesk.races WHERE job_id = $1", {attempt.job}), 1);
    }
    expectOnly({u"won | won"_s});
}

TEST_F(ARace, OfTheTwoLanesHasOneWinner)
{
    desk.certify(desk.names().laser);
    for (int i = 0; i < rounds; ++i) {
        const auto [first, second] = bothLanes();
        const QString outcome = race(finishing(first, R"("first")"), finishing(second, R"("second")"));
        EXPECT_EQ(desk.result(first.job), outcome.startsWith(u"won") ? R"("first")" : R"("second")");
    }
    expectOnly({u"won | lost slot_taken"_s, u"lost slot_taken | won"_s});
}

TEST_F(ARace, OfTwoPeopleOpeningOpensOneAttempt)
{
    for (int i = 0; i < rounds; ++i) {
        const qint64 job = stalledJob();
        race(opening(job), opening(job, desk.names().laser));
        EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {job}), 1);
    }
    expectOnly({u"opened | refused attempt_open"_s, u"refused attempt_open | opened"_s});
}

TEST_F(ARace, OfTwoPeopleOpeningTheSecondLaneOpensOne)
{
    desk.certify(desk.names().laser);
    for (int i = 0; i < rounds; ++i) {
        const Claimed first = desk.start(nextKey(), {.policy = hedged()});
        race(opening(first.job, desk.names().laser), opening(first.job, desk.names().laser));
        EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {first.job}), 2);
    }
    expectOnly({u"opened | refused attempt_open"_s, u"refused attempt_open | opened"_s});
}

TEST_F(ARace, OfOpenAndCloseHasOneWinner)
{
    for (int i = 0; i < rounds; ++i) {
        const qint64 job = stalledJob();
        race(opening(job), closing(job));
    }
    expectOnly({u"opened | refused attempt_open"_s, u"refused job_closed | closed"_s});
}

TEST_F(ARace, OfCancelAndOpenOpensOnlyAfterTheCancel)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = unknownAttempt();
        race(cancelling(attempt.attempt), opening(attempt.job, desk.names().laser));
    }
    expectOnly({u"cancelled cancelled | opened"_s, u"cancelled cancelled | refused attempt_unknown"_s});
}

TEST_F(ARace, OfFailWithRetryAndOpenOpensOneAttempt)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = desk.start(nextKey());
        race(failing(attempt, true), opening(attempt.job));
        EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {attempt.job}), 2);
    }
    expectOnly({u"failed 2 | refused attempt_open"_s});
}

TEST_F(ARace, OfFinishAndCloseLeavesTheResult)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = i % 2 ? desk.start(nextKey()) : unknownAttempt();
        race(finishing(attempt), closing(attempt.job));
    }
    expectOnly({u"won | refused attempt_open"_s, u"won | refused attempt_unknown"_s,
                u"won | refused job_completed"_s});
}

TEST_F(ARace, OfCancelAndCloseClosesOnlyAfterTheCancel)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = unknownAttempt();
        race(cancelling(attempt.attempt), closing(attempt.job));
    }
    expectOnly({u"cancelled cancelled | closed"_s, u"cancelled cancelled | refused attempt_unknown"_s});
}

TEST_F(ARace, OfTwoPeopleCancellingCancelsOnce)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = unknownAttempt();
        race(cancelling(attempt.attempt), {"SELECT concat_ws(' ', outcome, state) FROM "
                                           "oncedesk.cancel_attempt($1, 'other words', 'accepted_risk')",
                                           {attempt.attempt}});
        EXPECT_EQ(desk.count("oncedesk.attempt_events WHERE attempt_id = $1 AND event = 'cancelled'",
                             {attempt.attempt}),
                  1);
    }
    expectOnly({u"cancelled cancelled | refused cancelled"_s, u"refused cancelled | cancelled cancelled"_s});
}

TEST_F(ARace, OfAProvidersAnswerAndALateFinishHasOneResult)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = unknownAttempt();
        desk.ask(attempt.attempt);
        race(answering(desk.claimRequest(), "succeeded", R"("asked")"), finishing(attempt, R"("reported")"));
        EXPECT_EQ(desk.count("oncedesk.races WHERE job_id = $1", {attempt.job}), 1);
    }
    expectOnly({u"succeeded | won"_s});
}

TEST_F(ARace, OfAProvidersNoAndALateFinishHasOneWinner)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = unknownAttempt();
        desk.ask(attempt.attempt);
        race(answering(desk.claimRequest(), "failed"), finishing(attempt));
    }
    expectOnly({u"failed | lost attempt_failed"_s, u"succeeded | won"_s});
}

TEST_F(ARace, OfAProvidersStopAndAFinishHasOneWinner)
{
    for (int i = 0; i < rounds; ++i) {
        const Claimed attempt = desk.start(nextKey());
        desk.cancel(attempt.attempt);
        race(answering(desk.claimRequest(), "stopped"), finishing(attempt));
    }
    expectOnly({u"cancelled | lost attempt_cancelled"_s, u"succeeded | won"_s});
}

TEST_F(ARace, OfAHedgeAndTheFirstLanesFinishLeavesNothingWaiting)
{
    desk.certify(desk.names().laser);
    for (int i = 0; i < rounds; ++i) {
        const Claimed first = desk.start(nextKey(), {.policy = hedged(R"(, "hedge_after_s": 0.001)")});
        desk.until("(SELECT hedge_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
                   {first.attempt});
        race(hedging(desk), finishing(first));
    }
    expectOnly({u"0 | won"_s, u"1 | won"_s});
}

TEST_F(ARace, OfAHedgeAndTheFirstLanesFailureOpensOneAttempt)
{
    desk.certify(desk.names().laser);
    for (int i = 0; i < rounds; ++i) {
        const Claimed first = desk.start(nextKey(), {.policy = hedged(R"(, "hedge_after_s": 0.001)")});
        desk.until("(SELECT hedge_at < clock_timestamp() FROM oncedesk.attempts WHERE id = $1)",
                   {first.attempt});
        race(hedging(desk), failing(first));
        EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1 AND ordinal = 2 AND state = 'pending'",
                             {first.job}),
                  1);
        EXPECT_EQ(desk.count("oncedesk.attempts WHERE job_id = $1", {first.job}), 2);
    }
    expectOnly({u"0 | failed 2"_s, u"1 | failed"_s});
}

TEST_F(ARace, OfAPersonsSecondLaneAndTheFirstLanesFinishLeavesNothingWaiting)
{
    desk.certify(desk.names().laser);
    for (int i = 0; i < rounds; ++i) {
        const Claimed first = desk.start(nextKey(), {.policy = hedged()});
        race(opening(first.job, desk.names().laser), finishing(first));
    }
    expectOnly({u"opened | won"_s, u"refused job_completed | won"_s});
}

TEST_F(ARace, OfTheSecondLanesClaimAndTheFirstLanesFinishLeavesNoStrayWork)
{
    desk.certify(desk.names().laser);
    for (int i = 0; i < rounds; ++i) {
        const Claimed first = desk.start(nextKey(), {.policy = hedged()});
        desk.open(first.job, desk.names().laser);
        race({"SELECT count(*)::text FROM oncedesk.claim_attempts('w', $1, 1)",
              {Param::array(QStringList{desk.names().laser})}},
             finishing(first));
    }
    expectOnly({u"0 | won"_s, u"1 | won"_s});
}

TEST_F(ARace, OfTwoSetsThatFinishTheSameAttemptsInOppositeOrderNeverDeadlocks)
{
    for (int i = 0; i < 40; ++i) {
        QList<qint64> ids;
        QList<QByteArray> tokens;
        QList<QByteArray> results;
        for (int n = 0; n < 10; ++n) {
            const Claimed attempt = desk.start(nextKey());
            ids.append(attempt.attempt);
            tokens.append(attempt.token);
            results.append("1");
        }
        const QByteArray sql =
            "SELECT string_agg(DISTINCT outcome, ' ') FROM oncedesk.finish_attempts($1, $2, $3)";
        const Call forward{sql, {Param::array(ids), Param::array(tokens), Param::array(results)}};
        std::reverse(ids.begin(), ids.end());
        std::reverse(tokens.begin(), tokens.end());
        race(forward, {sql, {Param::array(ids), Param::array(tokens), Param::array(results)}});
    }
    expectOnly({u"won"_s + u" | "_s + u"won"_s});
}

TEST_F(ARace, OfASetOfSecondLanesAndTheHedgesOfTheirJobsNeverDeadlocks)
{
    desk.certify(desk.names().laser);
    for (int i = 0; i < 40; ++i) {
        QList<qint64> ids;
        QList<QByteArray> tokens;
        QList<QByteArray> results;
        for (int n = 0; n < 6; ++n) {
            const Claimed first = desk.start(nextKey(), {.policy = hedged(R"(, "hedge_after_s": 0.001)")});
            desk.open(first.job, desk.names().laser);
            const Claimed second = desk.claim(desk.names().laser);
            ids.append(second.attempt);
            tokens.append(second.token);
            results.append("1");
            // Due in the order opposite to the jobs' ids.
            desk.must("UPDATE oncedesk.attempts SET hedge_at = clock_timestamp() - $2 * interval '1 s' WHERE "
                      "id = $1",
                      {first.attempt, n + 1});
        }
        race(hedging(desk),
             {"SELECT string_agg(DISTINCT outcome, ' ') FROM oncedesk.finish_attempts($1, $2, $3)",
              {Param::array(ids), Param::array(tokens), Param::array(results)}});
    }
    expectOnly({u"0 | won"_s});
}

TEST_F(ARace, OfTwoAdministratorsWhoReadTheSameSettingsIsToldToTheSecond)
{
    const QByteArray sql = "SELECT oncedesk.set_provider($1, $2, $3)";
    const QString laser = desk.names().laser;
    QByteArray settings =
        desk.must("SELECT settings::text FROM oncedesk.provider_view WHERE name = $1", {laser}).utf8(0, 0);
    for (int i = 0; i < rounds; ++i) {
        const QByteArray ofOne = "{\"by\": \"one\", \"round\": " + QByteArray::number(i) + '}';
        const QByteArray ofTwo = "{\"by\": \"two\", \"round\": " + QByteArray::number(i) + '}';
        one.connection().send(sql, {laser, ofOne, settings});
        two.connection().send(sql, {laser, ofTwo, settings});
        const auto told = {one.connection().receive(), two.connection().receive()};
        EXPECT_EQ(std::ranges::count_if(told, [](const auto &answer) { return answer.ok(); }), 1);
        for (const auto &answer : told) {
            if (!answer.ok()) {
                EXPECT_EQ(answer.sqlState, u"P0001"_s);
                EXPECT_TRUE(answer.message.contains(
                    u"The settings of %1 were changed meanwhile: look at them again."_s.arg(laser)))
                    << qPrintable(answer.message);
            }
        }
        settings = desk.must("SELECT settings::text FROM oncedesk.provider_view WHERE name = $1", {laser})
                       .utf8(0, 0);
        EXPECT_EQ(settings, told.begin()->ok() ? ofOne : ofTwo);
    }
}

} // namespace
} // namespace oncedesk
