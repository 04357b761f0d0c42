// What follows a definite failure or a long silence: retries, failover, second lanes.
#include "tests/core/engine/desk.h"

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

TEST(Next, ADefiniteFailureIsTriedAgainUpToMaxAttemptsAndThenTheJobIsStalled)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::answer(429); });
    desk.addHttp(u"laser"_s, server);
    // Neither polls nor rings wake it in time: it knows when the next attempt falls due.
    auto options = Desk::quick();
    options.intervals.poll = 1h;
    const qint64 job = desk.submit(u"laser"_s, "{\"max_attempts\": 3, \"retry_backoff_s\": 0.2}");
    const auto worker = desk.worker(options);
    ASSERT_TRUE(desk.becomes(job, u"stalled"_s));
    const auto attempts = desk.attempts(job);
    ASSERT_EQ(attempts.size(), 3);
    for (const auto &attempt : attempts) {
        EXPECT_EQ(attempt.state, u"failed"_s);
        EXPECT_EQ(attempt.code, u"http_429"_s);
    }
    EXPECT_EQ(attempts.at(1).because, u"retry"_s);
    EXPECT_EQ(server.requestCount(), 3);
    QSet<QByteArray> keys;
    for (const ServedRequest &request : server.requests())
        keys.insert(request.header("Idempotency-Key"));
    EXPECT_EQ(keys.size(), 1); // the provider can recognise the job
    // Each wait at least the backoff, doubled.
    EXPECT_EQ(desk.text("SELECT bool_and(b.started_at >= a.ended_at + interval '0.2 s' * a.ordinal)"
                        "  FROM oncedesk.attempt_view a JOIN oncedesk.attempt_view b ON b.follows = a.id"),
              u"t"_s);
}

TEST(Next, AFailureThatTryingAgainCannotHelpIsNotTriedAgain)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::answer(422); });
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"laser"_s, "{\"retry_backoff_s\": 0}");
    ASSERT_TRUE(desk.becomes(job, u"stalled"_s));
    EXPECT_EQ(server.requestCount(), 1);
}

TEST(Next, FailsOverToACertifiedProviderAndPassesAnUncertifiedOneOver)
{
    Desk desk;
    ProviderServer primary([](const ServedRequest &) { return Reply::answer(422); });
    ProviderServer uncertified;
    ProviderServer certified;
    desk.addHttp(u"inkjet"_s, primary);
    desk.addHttp(u"copier"_s, uncertified);
    desk.addHttp(u"laser"_s, certified);
    desk.certify(u"laser"_s);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s, "{\"fallbacks\": [\"copier\", \"laser\"]}");
    ASSERT_TRUE(desk.becomes(job, u"succeeded"_s));
    EXPECT_EQ(desk.attempt(job, 2).provider, u"laser"_s);
    EXPECT_EQ(desk.attempt(job, 2).because, u"failover"_s);
    EXPECT_EQ(uncertified.requestCount(), 0);
    EXPECT_EQ(certified.requestCount(), 1);
    EXPECT_EQ(
        desk.text("SELECT detail->>'provider' FROM oncedesk.event_view WHERE event = 'fallback_passed_over'"),
        u"copier"_s);
}

TEST(Next, DoesNotFailOverFromAnUnknownAttempt)
{
    Desk desk;
    ProviderServer primary([](const ServedRequest &) { return Reply::closeWithoutAnswer(); });
    ProviderServer fallback;
    desk.addHttp(u"inkjet"_s, primary);
    desk.addHttp(u"laser"_s, fallback);
    desk.certify(u"laser"_s);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s, "{\"fallbacks\": [\"laser\"]}");
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    // Another job goes all the way through meanwhile; nothing was held back but this one.
    ASSERT_TRUE(desk.becomes(desk.submit(u"laser"_s), u"succeeded"_s));
    EXPECT_EQ(desk.attempts(job).size(), 1);
    EXPECT_EQ(fallback.requestCount(), 1);
}

TEST(Next, ASilentHedgedJobGetsASecondLaneAndTheFirstAnswerWins)
{
    Desk desk;
    ProviderServer slow(
        [](const ServedRequest &) { return Reply::held().then(Reply::answer(200, "\"slow\"")); });
    ProviderServer quick;
    quick.next(Reply::answer(200, "\"quick\""));
    desk.addHttp(u"inkjet"_s, slow);
    desk.addHttp(u"laser"_s, quick);
    desk.certify(u"laser"_s);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(
        u"inkjet"_s, "{\"mode\": \"hedged\", \"hedge_after_s\": 0.2, \"fallbacks\": [\"laser\"]}");
    ASSERT_TRUE(desk.becomes(job, u"succeeded"_s));
    EXPECT_EQ(desk.attempt(job, 2).because, u"hedge"_s);
    EXPECT_EQ(desk.attempt(job, 2).state, u"succeeded"_s);
    EXPECT_EQ(desk.text("SELECT result FROM oncedesk.job_view"), u"\"quick\""_s);
    slow.release();
    ASSERT_TRUE(desk.attemptBecomes(job, 1, u"superseded"_s));
    EXPECT_EQ(desk.text("SELECT lost_because FROM oncedesk.race_view WHERE outcome = 'lost'"),
              u"slot_taken"_s);
    EXPECT_EQ(desk.text("SELECT result FROM oncedesk.job_view"), u"\"quick\""_s);
}
