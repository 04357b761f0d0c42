// From a submitted job to its result, at real providers.
#include "tests/core/engine/desk.h"

#include <QSet>

using namespace oncedesk;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

TEST(Worker, CarriesAJobOutAndKeepsTheAnswerAsItsResult)
{
    Desk desk;
    ProviderServer server;
    server.next(Reply::answer(200, "{\"printed\": 450}"));
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    const qint64 job =
        desk.submit(u"laser"_s, "{}", "{\"amount\": 1234567890123456789012345678901234567890}");

    ASSERT_TRUE(desk.becomes(job, u"succeeded"_s)) << qPrintable(desk.log.join(u'\n'));
    EXPECT_EQ(desk.text("SELECT result FROM oncedesk.job_view"), u"{\"printed\": 450}"_s);
    ASSERT_EQ(server.requestCount(), 1);
    EXPECT_EQ(server.requests().at(0).body, "{\"amount\": 1234567890123456789012345678901234567890}");
    EXPECT_TRUE(spinUntil([&] { return worker->counters().won == 1 && worker->counters().inFlight == 0; }));
    EXPECT_EQ(worker->counters().claimed, 1);
    EXPECT_TRUE(desk.log.contains(u"Attempt 1 of #%1 at laser: succeeded."_s.arg(job)))
        << qPrintable(desk.log.join(u'\n'));
}

TEST(Worker, NeverLogsParamsOrResults)
{
    Desk desk;
    ProviderServer server;
    server.next(Reply::answer(200, "\"secret-result\""));
    server.next(Reply::answer(422, "\"secret-refusal\""));
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    const qint64 first = desk.submit(u"laser"_s, "{}", "{\"card\": \"secret-param\"}");
    ASSERT_TRUE(desk.becomes(first, u"succeeded"_s));
    const qint64 second = desk.submit(u"laser"_s, "{}", "{\"card\": \"secret-param\"}");
    ASSERT_TRUE(desk.becomes(second, u"stalled"_s));
    ASSERT_TRUE(spinUntil([&] { return worker->counters().failed == 1; }));
    EXPECT_FALSE(desk.log.join(u'\n').contains(u"secret"_s)) << qPrintable(desk.log.join(u'\n'));
}

TEST(Worker, SharesAQueueSoThatEachAttemptIsDispatchedOnce)
{
    Desk desk;
    ProviderServer server;
    desk.addHttp(u"laser"_s, server);
    desk.submitMany(u"laser"_s, 300);
    auto options = Desk::quick();
    options.concurrency = 20;
    const auto one = desk.worker(options);
    const auto two = desk.worker(options);
    ASSERT_TRUE(spinUntil([&] { return one->counters().won + two->counters().won == 300; }));
    EXPECT_EQ(desk.count("job_view WHERE completed_by IS NOT NULL"), 300);
    EXPECT_EQ(server.requestCount(), 300);
    QSet<QByteArray> jobs;
    for (const ServedRequest &request : server.requests())
        jobs.insert(request.header("Oncedesk-Job"));
    EXPECT_EQ(jobs.size(), 300);
    EXPECT_GT(one->counters().won, 0);
    EXPECT_GT(two->counters().won, 0);
    EXPECT_EQ(desk.count("attempt_view"), 300);
}

TEST(Worker, KeepsThreeHundredCallsUnderWayAtOnce)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::held().then(Reply::answer(200)); });
    desk.addHttp(u"laser"_s, server, "\"max_in_flight\": 300");
    desk.submitMany(u"laser"_s, 300);
    auto options = Desk::quick();
    options.concurrency = 300;
    const auto worker = desk.worker(options);
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 300; }));
    EXPECT_EQ(worker->counters().inFlight, 300);
    EXPECT_EQ(server.openConnections(), 300);
    server.release();
    ASSERT_TRUE(spinUntil([&] { return worker->counters().won == 300; }));
    EXPECT_EQ(server.requestCount(), 300);
}

TEST(Worker, NeverExceedsAProvidersOwnLimit)
{
    Desk desk;
    ProviderServer narrow([](const ServedRequest &) { return Reply::held().then(Reply::answer(200)); });
    ProviderServer wide;
    desk.addHttp(u"narrow"_s, narrow, "\"max_in_flight\": 3");
    desk.addHttp(u"wide"_s, wide);
    for (int i = 0; i < 8; ++i)
        desk.submit(u"narrow"_s);
    for (int i = 0; i < 8; ++i)
        desk.submit(u"wide"_s);
    const auto worker = desk.worker();
    // The full provider holds nobody else back.
    ASSERT_TRUE(spinUntil([&] { return worker->counters().won == 8 && narrow.requestCount() == 3; }));
    EXPECT_EQ(worker->counters().inFlight, 3);
    EXPECT_EQ(desk.count("attempt_view WHERE state = 'pending'"), 5);
    narrow.release();
    ASSERT_TRUE(spinUntil([&] { return worker->counters().won == 16; }));
}

TEST(Worker, KeepsAResultThatJsonCannotHoldAsBytes)
{
    const QList<QByteArray> bodies{"{\"a\": \"\\u0000\"}", QByteArray("\x00\xff\xfe", 3), "", "not json",
                                   "{\"half\": \"\\ud800\"}"};
    Desk desk;
    ProviderServer server;
    for (const QByteArray &body : bodies)
        server.next(Reply::answer(200, body));
    desk.addHttp(u"laser"_s, server);
    const auto worker = desk.worker();
    for (const QByteArray &body : bodies) {
        const qint64 job = desk.submit(u"laser"_s);
        ASSERT_TRUE(desk.becomes(job, u"succeeded"_s)) << body.toHex().constData();
        const auto stored =
            desk.sql.exec("SELECT result IS NULL, result_bytes FROM oncedesk.job_view WHERE id = $1", {job});
        EXPECT_TRUE(stored.rows.boolean(0, 0));
        EXPECT_EQ(stored.rows.bytea(0, 1), body);
    }
}

TEST(Worker, TakesUpNewProvidersAndChangedSettingsWhileItRuns)
{
    Desk desk;
    ProviderServer before;
    ProviderServer after;
    const auto worker = desk.worker();
    ASSERT_TRUE(spinUntil([&] { return worker->isConnected(); }));
    desk.addHttp(u"laser"_s, before);
    ASSERT_TRUE(desk.becomes(desk.submit(u"laser"_s), u"succeeded"_s));
    desk.setProvider(u"laser"_s, "{\"url\": \"" + after.url("/job") + "\"}");
    // With the next poll; what is claimed before it goes the old way.
    int jobs = 1;
    ASSERT_TRUE(spinUntil([&] {
        ++jobs;
        return desk.becomes(desk.submit(u"laser"_s), u"succeeded"_s) && after.requestCount() > 0;
    }));
    EXPECT_EQ(after.requestCount(), 1);
    EXPECT_EQ(before.requestCount(), jobs - 1);
}

TEST(Worker, ServesOnlyTheProvidersItWasGiven)
{
    Desk desk;
    desk.addProvider(u"laser"_s, u"simulated"_s, "{}");
    desk.addProvider(u"inkjet"_s, u"simulated"_s, "{}");
    const qint64 other = desk.submit(u"inkjet"_s);
    auto options = Desk::quick();
    options.providers = QStringList{u"laser"_s};
    const auto worker = desk.worker(options);
    ASSERT_TRUE(desk.becomes(desk.submit(u"laser"_s), u"succeeded"_s));
    EXPECT_EQ(desk.status(other), u"waiting"_s);
    EXPECT_EQ(desk.text("SELECT providers FROM oncedesk.worker_view"), u"{laser}"_s);
}

TEST(Worker, FailsAnAttemptWhoseProviderCannotBeUsedAndSendsNothing)
{
    Desk desk;
    desk.addProvider(u"broken"_s, u"http"_s, "{\"uri\": \"http://127.0.0.1/\"}");
    desk.addProvider(u"talker"_s, u"chat"_s, "{}");
    const auto worker = desk.worker();
    for (const QString &provider : {u"broken"_s, u"talker"_s}) {
        const qint64 job = desk.submit(provider);
        ASSERT_TRUE(desk.becomes(job, u"stalled"_s)) << qPrintable(provider);
        EXPECT_EQ(desk.attempt(job, 1).code, u"provider_misconfigured"_s);
        EXPECT_TRUE(desk.attempt(job, 1).message.startsWith(u"Nothing was sent."_s));
        EXPECT_EQ(desk.attempts(job).size(), 1);
    }
}

TEST(Worker, SaysThatItIsAliveAndWhatItDoes)
{
    Desk desk;
    ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    desk.addHttp(u"laser"_s, server);
    auto options = Desk::quick();
    options.name = u"press-room"_s;
    options.version = u"9.9"_s;
    const auto worker = desk.worker(options);
    desk.submit(u"laser"_s);
    ASSERT_TRUE(spinUntil([&] {
        return desk.text("SELECT name || ' ' || version || ' ' || in_flight || ' ' || alive FROM "
                         "oncedesk.worker_view") == u"press-room 9.9 1 true"_s;
    }));
}

TEST(Worker, CarriesThousandsOfAttemptsOutEachExactlyOnce)
{
    Desk desk;
    desk.addProvider(u"plotter"_s, u"simulated"_s, "{\"max_in_flight\": 1000}");
    constexpr int jobs = 4000;
    desk.submitMany(u"plotter"_s, jobs);
    auto options = Desk::quick();
    options.concurrency = 1000;
    const auto start = std::chrono::steady_clock::now();
    const auto worker = desk.worker(options);
    ASSERT_TRUE(spinUntil([&] { return worker->counters().won == jobs; }, 60s));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    RecordProperty("attempts_per_second", int(jobs / time.count()));
    EXPECT_EQ(worker->counters().claimed, jobs);
    EXPECT_EQ(desk.count("race_view WHERE outcome = 'won'"), jobs);
    EXPECT_EQ(desk.count("race_view"), jobs);
}
