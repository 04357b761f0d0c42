// One attempt puts exactly one request on the wire.
#include "tests/core/providers/carryout.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <sys/resource.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(OneRequest, IsSentWhenTheServerClosesWithoutAnsweringOnAFirstConnection)
{
    ProviderServer server([](const ServedRequest &) { return Reply::closeWithoutAnswer(); });
    const auto provider = httpProvider(server.url());
    for (int call = 1; call <= 12; ++call) {
        EXPECT_EQ(words(carryOut(*provider)), "doubtful");
        EXPECT_EQ(server.requestCount(), call);
        EXPECT_EQ(server.connectionCount(), call);
    }
}

TEST(OneRequest, IsSentWhenTheServerClosesWithoutAnsweringAfterAKeptAliveAnswer)
{
    ProviderServer server([](const ServedRequest &request) {
        return request.connection % 2 == 1 && request.nthOnConnection == 1
                   ? Reply::answer(200, "{}", {{"Connection", "keep-alive"}, {"Keep-Alive", "timeout=60"}})
                   : Reply::closeWithoutAnswer();
    });
    const auto provider = httpProvider(server.url());
    for (int call = 1; call <= 12; ++call) {
        EXPECT_EQ(words(carryOut(*provider)), call % 2 == 1 ? "finished: {}" : "doubtful");
        EXPECT_EQ(server.requestCount(), call);
        EXPECT_EQ(server.connectionCount(), call) << "a connection was used twice";
    }
}

TEST(OneRequest, IsSentWhenTheServerResets)
{
    ProviderServer server([](const ServedRequest &) { return Reply().thenReset(); });
    const auto provider = httpProvider(server.url());
    for (int call = 1; call <= 12; ++call) {
        EXPECT_EQ(words(carryOut(*provider)), "doubtful");
        EXPECT_EQ(server.requestCount(), call);
    }
}

TEST(OneRequest, IsSentWhenManyCallsLoseTheirLinksAtOnce)
{
    ProviderServer server([](const ServedRequest &) { return Reply::held().thenClose(); });
    const auto provider = httpProvider(server.url());
    constexpr int calls = 100;
    int doubtful = 0;
    std::vector<std::unique_ptr<Call>> underWay;
    for (int i = 0; i < calls; ++i) {
        underWay.push_back(provider->dispatch(aDispatch(), [&](const Outcome &outcome) {
            doubtful += std::holds_alternative<Doubtful>(outcome);
        }));
    }
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == calls; }));
    server.release();
    ASSERT_TRUE(spinUntil([&] { return doubtful == calls; }));
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    EXPECT_EQ(server.requestCount(), calls);
    EXPECT_EQ(server.connectionCount(), calls);
}

TEST(OneRequest, IsSentWhenTheAnswerInvitesToAskAgain)
{
    const QList<Reply> invitations{
        Reply::answer(401, "", {{"WWW-Authenticate", "Basic realm=\"x\""}}),
        Reply::answer(401, "", {{"WWW-Authenticate", "Negotiate"}}),
        Reply::answer(407, "", {{"Proxy-Authenticate", "Basic realm=\"x\""}}),
        Reply::answer(408, "", {{"Connection", "close"}}),
        Reply::answer(413, "", {{"Retry-After", "0"}}),
        Reply::answer(417),
        Reply::answer(421),
        Reply::answer(425),
        Reply::answer(426, "", {{"Upgrade", "h2c"}}),
        Reply::answer(429, "", {{"Retry-After", "0"}}),
        Reply::answer(503, "", {{"Retry-After", "0"}}),
        Reply::answer(200, "", {{"Refresh", "0"}}),
        Reply::answer(200, "", {{"Alt-Svc", "h2=\":1\""}}),
    };
    for (const Reply &reply : invitations) {
        ProviderServer server;
        server.next(reply);
        const auto provider = httpProvider(server.url());
        carryOut(*provider);
        carryOut(*provider);
        EXPECT_EQ(server.requestCount(), 2);
    }
}

TEST(OneRequest, CarriesALargeBodyWithoutAskingFirst)
{
    ProviderServer server;
    const QByteArray params = "{\"blob\": \"" + QByteArray(5 * 1024 * 1024, 'x') + "\"}";
    EXPECT_EQ(words(carryOut(*httpProvider(server.url()), aDispatch(params))), "finished: {}");
    ASSERT_EQ(server.requestCount(), 1);
    EXPECT_EQ(server.requests().first().body, params);
    EXPECT_FALSE(server.requests().first().has("Expect"));
    EXPECT_EQ(server.requests().first().header("Content-Length"), QByteArray::number(params.size()));
}

TEST(OneRequest, KeepsNothingFromOneCallForTheNext)
{
    ProviderServer server;
    server.next(
        Reply::answer(200, "{}", {{"Set-Cookie", "session=1"}, {"Strict-Transport-Security", "max-age=9"}}));
    const auto provider = httpProvider(server.url());
    carryOut(*provider);
    carryOut(*provider);
    EXPECT_FALSE(server.requests().last().has("Cookie"));
}

TEST(OneRequest, GoesToTheProviderAndNotToAProxyOfTheEnvironment)
{
    ProviderServer proxy;
    ProviderServer server;
    for (const char *variable : {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"})
        qputenv(variable, proxy.url());
    EXPECT_EQ(words(carryOut(*httpProvider(server.url()))), "finished: {}");
    for (const char *variable : {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"})
        qunsetenv(variable);
    EXPECT_EQ(server.requestCount(), 1);
    EXPECT_EQ(proxy.connectionCount(), 0);
}

TEST(OneRequest, CarriesNoPasswordFromANetrcFile)
{
    const QTemporaryDir home;
    QFile netrc(home.filePath(u".netrc"_s));
    ASSERT_TRUE(netrc.open(QFile::WriteOnly));
    netrc.write("machine 127.0.0.1 login alice password secret\n");
    netrc.close();
    const QByteArray before = qgetenv("HOME");
    qputenv("HOME", home.path().toLocal8Bit());
    ProviderServer server;
    carryOut(*httpProvider(server.url()));
    qputenv("HOME", before);
    EXPECT_FALSE(server.requests().first().has("Authorization"));
}

namespace {

constexpr int manyCalls = 500;

qsizetype openHandles()
{
    const QDir handles(u"/proc/self/fd"_s);
    return handles.entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size();
}

// Both ends of every connection are in this process, and the usual limit is 1024.
void allowManyHandles()
{
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = std::max<rlim_t>(limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, 4096));
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
}

} // namespace

TEST(ManyCalls, AreAllInFlightAtOnceAndLeaveNoHandleBehind)
{
    allowManyHandles();
    ProviderServer server;
    carryOut(*httpProvider(server.url())); // what stays open once for the whole process is open from now on
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const qsizetype before = openHandles();

    server.setScript([](const ServedRequest &) { return Reply::held().then(Reply::answer(200)); });
    auto provider = httpProvider(server.url());
    int finished = 0;
    std::vector<std::unique_ptr<Call>> underWay;
    for (int i = 0; i < manyCalls; ++i) {
        underWay.push_back(provider->dispatch(aDispatch(), [&](const Outcome &outcome) {
            finished += std::holds_alternative<Finished>(outcome);
        }));
    }
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1 + manyCalls; })) << server.requestCount();
    EXPECT_EQ(finished, 0);
    EXPECT_EQ(server.openConnections(), manyCalls);
    server.release();
    ASSERT_TRUE(spinUntil([&] { return finished == manyCalls; })) << finished;

    underWay.clear();
    provider.reset();
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(openHandles(), before);
}

TEST(ManyCalls, WaitForASlowProviderTogether)
{
    allowManyHandles();
    ProviderServer server(
        [](const ServedRequest &) { return Reply::delayed(300ms).then(Reply::answer(200)); });
    const auto provider = httpProvider(server.url());
    int finished = 0;
    std::vector<std::unique_ptr<Call>> underWay;
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < manyCalls; ++i)
        underWay.push_back(provider->dispatch(aDispatch(), [&](const Outcome &) { ++finished; }));
    ASSERT_TRUE(spinUntil([&] { return finished == manyCalls; }, 60s));
    EXPECT_GE(clock.elapsed(), 300);
    EXPECT_LT(clock.elapsed(), 10000) << "one after another they would take 150 s";
    RecordProperty("milliseconds", int(clock.elapsed()));
}
