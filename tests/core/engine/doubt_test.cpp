// Timeouts, late answers and cancels: what leaves doubt, and what may clear it.
#include "tests/core/engine/desk.h"

#include <QThread>
#include <atomic>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Long enough that a busy machine sends the request before it.
// Long enough for a loaded machine to have sent the request by then.
const QByteArray impatient = "{\"timeout_s\": 3}";

// Sweeps so rarely that it is the worker's own word that is read.
Worker::Options unswept()
{
    auto options = Desk::quick();
    options.intervals.sweep = 1h;
    return options;
}

} // namespace

TEST(Doubt, ASilentProviderLeavesTheAttemptUnknownAndItsLateAnswerStillWins)
{
    Desk desk;
    ProviderServer server;
    server.next(heldAnswer());
    desk.addHttp(u"inkjet"_s, server);
    const auto worker = desk.worker(unswept());
    const qint64 job = desk.submit(u"inkjet"_s, impatient);
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    ASSERT_TRUE(spinUntil([&] { return worker->counters().unknown == 1; }));
    EXPECT_EQ(desk.attempt(job, 1).why, u"No answer within 3 s. The request had been sent."_s);
    EXPECT_EQ(desk.attempts(job).size(), 1);
    EXPECT_EQ(worker->counters().inFlight, 0);
    EXPECT_EQ(worker->counters().lingering, 1);
    server.release();
    ASSERT_TRUE(desk.becomes(job, u"succeeded"_s));
    EXPECT_TRUE(spinUntil([&] { return worker->counters().lingering == 0 && worker->counters().won == 1; }));
    EXPECT_EQ(server.requestCount(), 1);
}

TEST(Doubt, ALateAnswerAfterACancelLosesAndIsLogged)
{
    Desk desk;
    ProviderServer server;
    server.next(heldAnswer("\"the late answer\""));
    desk.addHttp(u"inkjet"_s, server);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s, impatient);
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    ASSERT_EQ(desk.cancel(desk.attempt(job, 1).id), u"cancelled"_s);
    ASSERT_EQ(desk.sql.exec("SELECT outcome FROM oncedesk.open_attempt($1)", {job}).text(), u"opened"_s);
    ASSERT_TRUE(desk.becomes(job, u"succeeded"_s)); // attempt 2, answered at once
    server.release();
    ASSERT_TRUE(spinUntil([&] { return worker->counters().lost == 1; }));
    EXPECT_EQ(desk.text("SELECT lost_because FROM oncedesk.race_view WHERE outcome = 'lost'"),
              u"attempt_cancelled"_s);
    EXPECT_EQ(desk.attempt(job, 1).state, u"cancelled"_s);
    EXPECT_EQ(desk.attempt(job, 2).state, u"succeeded"_s);
    EXPECT_EQ(desk.text("SELECT result FROM oncedesk.job_view"), u"{}"_s);
}

TEST(Doubt, ALinkLostAfterSendingIsUnknownAtOnceAndNothingIsSentAgain)
{
    Desk desk;
    ProviderServer server;
    server.next(Reply::closeWithoutAnswer());
    desk.addHttp(u"inkjet"_s, server);
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s);
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    ASSERT_TRUE(spinUntil([&] { return worker->counters().unknown == 1; }));
    EXPECT_EQ(worker->counters().lingering, 0);
    ASSERT_EQ(desk.cancel(desk.attempt(job, 1).id), u"cancelled"_s);
    EXPECT_EQ(server.requestCount(), 1);
}

TEST(Doubt, ARequestThatNeverLeftIsAFailureForSureOnceItIsGivenUp)
{
    Desk desk;
    ProviderServer server(ProviderServer::Kind::mute);
    desk.addProvider(u"vault"_s, u"http"_s,
                     "{\"url\": \"https://127.0.0.1:" + QByteArray::number(server.port()) +
                         "/\", \"connect_timeout_s\": 300, \"linger_s\": 0.5}");
    const auto worker = desk.worker(unswept());
    const qint64 job = desk.submit(u"vault"_s, "{\"timeout_s\": 1, \"max_attempts\": 1}");
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    EXPECT_EQ(desk.attempt(job, 1).why,
              u"No answer within 1 s. It is not certain that the request was sent."_s);
    ASSERT_TRUE(desk.becomes(job, u"stalled"_s));
    EXPECT_EQ(desk.attempt(job, 1).code, u"not_sent"_s);
}

TEST(Doubt, NothingIsSentOnceTheDeadlineHasPassed)
{
    Desk desk;
    ProviderServer server;
    desk.addHttp(u"inkjet"_s, server);
    auto options = Desk::quick();
    // An hour goes by between any two looks at the clock, as on a machine that was suspended.
    options.now = [hours = std::make_shared<std::atomic<int>>(0)] {
        return std::chrono::steady_clock::now() + std::chrono::hours(++*hours);
    };
    const auto worker = desk.worker(options);
    const qint64 job = desk.submit(u"inkjet"_s, "{\"max_attempts\": 1}");
    ASSERT_TRUE(desk.becomes(job, u"stalled"_s));
    EXPECT_EQ(desk.attempt(job, 1).code, u"not_sent"_s);
    EXPECT_EQ(server.requestCount(), 0);
}

TEST(Doubt, NothingIsSentOverALinkThatComesAboutAfterTheDeadline)
{
    Desk desk;
    ProviderServer server;
    desk.addHttp(u"inkjet"_s, server);
    auto options = Desk::quick();
    // The deadline is looked at before the call and set for it, and passes while it connects.
    options.now = [here = QThread::currentThread(), looks = std::make_shared<std::atomic<int>>(0)] {
        const bool later = QThread::currentThread() == here && ++*looks > 2;
        return std::chrono::steady_clock::now() + (later ? 1h : 0h);
    };
    const qint64 job = desk.submit(u"inkjet"_s, "{\"max_attempts\": 1}");
    const auto worker = desk.worker(options);
    ASSERT_TRUE(desk.becomes(job, u"stalled"_s));
    EXPECT_EQ(desk.attempt(job, 1).code, u"not_sent"_s);
    EXPECT_EQ(desk.attempt(job, 1).message,
              u"Nothing was sent: the deadline had passed when the connection was there."_s);
    EXPECT_EQ(server.requestCount(), 0);
    EXPECT_EQ(server.connectionCount(), 1);
}

TEST(Doubt, ListeningEndsAfterTheLingerTimeAndTheAttemptStaysUnknown)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    desk.addHttp(u"inkjet"_s, server, "\"linger_s\": 0.3");
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s, impatient);
    ASSERT_TRUE(spinUntil([&] { return worker->counters().unknown == 1; }));
    ASSERT_TRUE(spinUntil([&] { return worker->counters().lingering == 0; }));
    EXPECT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    EXPECT_EQ(desk.status(job), u"unknown"_s);
}

TEST(Doubt, HungProvidersNeitherStopOtherWorkNorPileUp)
{
    Desk desk;
    ProviderServer hung([](const ServedRequest &) { return Reply::silence(); });
    desk.addHttp(u"inkjet"_s, hung);
    desk.addProvider(u"laser"_s, u"simulated"_s, "{}");
    desk.submitMany(u"inkjet"_s, 6, impatient);
    auto options = Desk::quick();
    options.concurrency = 2;
    options.lingeringAtMost = 3;
    const auto worker = desk.worker(options);
    const qint64 other = desk.submit(u"laser"_s);
    ASSERT_TRUE(desk.becomes(other, u"succeeded"_s));
    ASSERT_TRUE(spinUntil([&] { return worker->counters().unknown == 6; }));
    EXPECT_EQ(worker->counters().lingering, 3);
    EXPECT_TRUE(spinUntil([&] { return hung.openConnections() == 3; }));
    EXPECT_EQ(hung.requestCount(), 6);
}

TEST(Doubt, ACancelThatTheProviderConfirmsEndsAStartedAttempt)
{
    Desk desk;
    ProviderServer server;
    server.setScript([](const ServedRequest &request) {
        return request.path.startsWith("/stop") ? Reply::answer(200, "{\"stopped\": true}") : heldAnswer();
    });
    desk.addHttp(u"inkjet"_s, server, "\"stop_url\": \"" + server.url("/stop/{key}") + '"');
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s);
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    ASSERT_EQ(desk.cancel(desk.attempt(job, 1).id), u"cancel_requested"_s);
    ASSERT_TRUE(desk.attemptBecomes(job, 1, u"cancelled"_s));
    EXPECT_EQ(desk.text("SELECT cancel_evidence FROM oncedesk.attempt_view"),
              u"provider_confirmed_stopped"_s);
    // The call itself is still listened to, and what it brings cannot win.
    ASSERT_TRUE(
        spinUntil([&] { return worker->counters().lingering == 1 && worker->counters().inFlight == 0; }));
    server.release();
    ASSERT_TRUE(spinUntil([&] { return worker->counters().lost == 1; }));
    EXPECT_EQ(desk.attempt(job, 1).state, u"cancelled"_s);
    EXPECT_EQ(desk.status(job), u"stalled"_s);
}

TEST(Doubt, ACancelThatTheProviderDoesNotConfirmLeavesTheAttemptUnknown)
{
    Desk desk;
    ProviderServer server;
    server.setScript([](const ServedRequest &request) {
        return request.path == "/stop" ? Reply::answer(200, "{\"stopped\": false}") : heldAnswer();
    });
    desk.addHttp(u"refuses"_s, server, "\"stop_url\": \"" + server.url("/stop") + '"');
    desk.addHttp(u"cannot"_s, server);
    const auto worker = desk.worker();
    for (const QString &provider : {u"refuses"_s, u"cannot"_s}) {
        const qint64 job = desk.submit(provider);
        ASSERT_TRUE(desk.attemptBecomes(job, 1, u"started"_s));
        ASSERT_EQ(desk.cancel(desk.attempt(job, 1).id), u"cancel_requested"_s);
        ASSERT_TRUE(desk.attemptBecomes(job, 1, u"unknown"_s)) << qPrintable(provider);
    }
    EXPECT_EQ(desk.text("SELECT string_agg(answer || coalesce(payload->>'why', ''), '; ' ORDER BY id) FROM "
                        "oncedesk.answer_view"),
              u"not_stopped; unreachableThe provider's settings name no way to stop it."_s);
    server.release(); // its late answers win: neither attempt was cancelled
    ASSERT_TRUE(spinUntil([&] { return worker->counters().won == 2; }));
}

TEST(Doubt, AStopOrderThatIsNotAnsweredInTimeConcludesNothing)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    desk.addHttp(u"inkjet"_s, server, "\"stop_url\": \"" + server.url("/stop") + '"');
    auto options = Desk::quick();
    options.requestPatience = 200ms;
    const auto worker = desk.worker(options);
    const qint64 job = desk.submit(u"inkjet"_s);
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    ASSERT_EQ(desk.cancel(desk.attempt(job, 1).id), u"cancel_requested"_s);
    ASSERT_TRUE(desk.attemptBecomes(job, 1, u"unknown"_s));
    EXPECT_EQ(desk.text("SELECT answer || ': ' || (payload->>'why') FROM oncedesk.answer_view"),
              u"unreachable: No answer within 0.2 s."_s);
}

TEST(Doubt, AConclusiveAnswerToAQuestionClearsAnUnknownAttempt)
{
    Desk desk;
    ProviderServer server;
    server.setScript([](const ServedRequest &request) {
        return request.path == "/state"
                   ? Reply::answer(200, "{\"state\": \"succeeded\", \"result\": {\"pages\": 3}}")
                   : Reply::closeWithoutAnswer();
    });
    desk.addHttp(u"inkjet"_s, server, "\"ask_url\": \"" + server.url("/state") + '"');
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s);
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    ASSERT_TRUE(desk.sql.exec("SELECT oncedesk.ask_provider($1)", {desk.attempt(job, 1).id}).ok());
    ASSERT_TRUE(desk.becomes(job, u"succeeded"_s));
    EXPECT_EQ(desk.text("SELECT result FROM oncedesk.job_view"), u"{\"pages\": 3}"_s);
}

TEST(Doubt, ADisabledProviderCanStillBeAsked)
{
    Desk desk;
    desk.addProvider(u"inkjet"_s, u"simulated"_s,
                     "{\"steps\": [{\"outcome\": \"unknown\", \"why\": \"scripted\"}],"
                     " \"ask\": \"failed\"}");
    const auto worker = desk.worker();
    const qint64 job = desk.submit(u"inkjet"_s);
    ASSERT_TRUE(desk.becomes(job, u"unknown"_s));
    ASSERT_TRUE(desk.sql.exec("SELECT oncedesk.enable_provider('inkjet', false)").ok());
    ASSERT_TRUE(desk.sql.exec("SELECT oncedesk.ask_provider($1)", {desk.attempt(job, 1).id}).ok());
    ASSERT_TRUE(desk.becomes(job, u"stalled"_s));
    EXPECT_EQ(desk.attempt(job, 1).code, u"provider_says_failed"_s);
}
