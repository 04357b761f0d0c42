// The life of a call: when its answer comes, when it does not, and what may be destroyed meanwhile.
#include "tests/core/providers/carryout.h"

#include <QThread>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

// A TCP port whose queue of connections is full: connecting neither succeeds nor fails.
class FullPort
{
public:
    FullPort()
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        auto *generic = reinterpret_cast<sockaddr *>(&address);
        if (::bind(m_listener, generic, length) != 0 || ::listen(m_listener, 0) != 0 ||
            ::getsockname(m_listener, generic, &length) != 0)
            throw std::runtime_error("no port");
        m_port = ntohs(address.sin_port);
        m_guest = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(m_guest, generic, length) != 0)
            throw std::runtime_error("no guest");
    }
    ~FullPort()
    {
        ::close(m_guest);
        ::close(m_listener);
    }
    Q_DISABLE_COPY_MOVE(FullPort)
    [[nodiscard]] QByteArray url() const { return "http://127.0.0.1:" + QByteArray::number(m_port) + "/"; }

private:
    int m_listener = -1;
    int m_guest = -1;
    int m_port = 0;
};

} // namespace

TEST(HttpCall, HasSentNothingBeforeTheEventLoopRuns)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    const auto call = provider->dispatch(aDispatch(), [](const Outcome &) { FAIL(); });
    EXPECT_TRUE(call->nothingSent());
    EXPECT_EQ(server.requestCount(), 0);
}

TEST(HttpCall, HasSentNothingWhileItConnects)
{
    const FullPort full;
    const auto provider = httpProvider(full.url(), "\"connect_timeout_s\": 0.3");
    std::optional<Outcome> outcome;
    bool alwaysNothing = true;
    const auto call = provider->dispatch(aDispatch(), [&](Outcome came) { outcome = std::move(came); });
    ASSERT_TRUE(spinUntil([&] {
        alwaysNothing = alwaysNothing && call->nothingSent();
        return outcome.has_value();
    }));
    EXPECT_TRUE(alwaysNothing);
    EXPECT_EQ(words(*outcome), "failed connect_timeout, retryable");
}

TEST(HttpCall, HasSentNothingDuringTheTlsHandshake)
{
    ProviderServer server(ProviderServer::Kind::mute);
    const auto provider = httpProvider("https" + server.url().mid(4), "\"connect_timeout_s\": 0.3");
    std::optional<Outcome> outcome;
    bool alwaysNothing = true;
    const auto call = provider->dispatch(aDispatch(), [&](Outcome came) { outcome = std::move(came); });
    ASSERT_TRUE(spinUntil([&] {
        alwaysNothing = alwaysNothing && call->nothingSent();
        return outcome.has_value();
    }));
    EXPECT_EQ(server.connectionCount(), 1);
    EXPECT_TRUE(alwaysNothing);
}

TEST(HttpCall, NeverClaimsToHaveSentNothingOnceItsRequestMayHaveArrived)
{
    ProviderServer server([](const ServedRequest &) { return Reply::silence(); });
    const auto provider = httpProvider(server.url());
    const auto call = provider->dispatch(aDispatch(), [](const Outcome &) { FAIL(); });
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    EXPECT_FALSE(call->nothingSent());
}

TEST(HttpCall, AsksWhetherItMayStillSendWhenTheLinkIsThere)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    Dispatch dispatch = aDispatch();
    int asked = 0;
    bool mayIt = false;
    dispatch.maySend = [&] {
        ++asked;
        return mayIt;
    };
    EXPECT_EQ(words(carryOut(*provider, dispatch)), "failed not_sent, retryable");
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(server.bytesReceived(), 0);
    mayIt = true;
    EXPECT_EQ(words(carryOut(*provider, dispatch)), "finished: {}");
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(server.requestCount(), 1);
}

TEST(HttpCall, HasNoDeadlineOfItsOwnOnceConnected)
{
    ProviderServer server(
        [](const ServedRequest &) { return Reply::delayed(1300ms).then(Reply::answer(200)); });
    EXPECT_EQ(words(carryOut(*httpProvider(server.url(), "\"connect_timeout_s\": 1, \"linger_s\": 0"))),
              "finished: {}");
}

TEST(HttpCall, ClosesItsConnectionAndStaysSilentWhenDestroyed)
{
    ProviderServer server([](const ServedRequest &) { return Reply::held().then(Reply::answer(200)); });
    const auto provider = httpProvider(server.url());
    auto call =
        provider->dispatch(aDispatch(), [](const Outcome &) { FAIL() << "a destroyed call answered"; });
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 1; }));
    call.reset();
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    server.release();
    EXPECT_EQ(words(carryOut(*provider)), "finished: {}");
}

TEST(HttpCall, MayBeDestroyedInItsOwnAnswer)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    std::unique_ptr<Call> call;
    bool answered = false;
    call = provider->dispatch(aDispatch(), [&](const Outcome &) {
        call.reset();
        answered = true;
    });
    ASSERT_TRUE(spinUntil([&] { return answered; }));
}

TEST(HttpCall, MayDestroyEveryOtherCallInItsAnswer)
{
    ProviderServer server([](const ServedRequest &) { return Reply::held().then(Reply::answer(200)); });
    const auto provider = httpProvider(server.url());
    std::vector<std::unique_ptr<Call>> calls;
    int answers = 0;
    for (int i = 0; i < 50; ++i) {
        calls.push_back(provider->dispatch(aDispatch(), [&](const Outcome &) {
            ++answers;
            calls.clear();
        }));
    }
    ASSERT_TRUE(spinUntil([&] { return server.requestCount() == 50; }));
    server.release();
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    EXPECT_EQ(answers, 1);
}

TEST(HttpCall, MayTakeTheProviderWithItInItsAnswer)
{
    ProviderServer server;
    auto provider = httpProvider(server.url());
    std::unique_ptr<Call> call;
    bool answered = false;
    call = provider->dispatch(aDispatch(), [&](const Outcome &) {
        provider.reset();
        call.reset();
        answered = true;
    });
    ASSERT_TRUE(spinUntil([&] { return answered; }));
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
}

TEST(HttpCall, OutlivesItsProvider)
{
    ProviderServer server;
    auto provider = httpProvider(server.url());
    std::optional<Outcome> outcome;
    const auto call = provider->dispatch(aDispatch(), [&](Outcome came) { outcome = std::move(came); });
    provider.reset();
    ASSERT_TRUE(spinUntil([&] { return outcome.has_value(); }));
    EXPECT_EQ(words(*outcome), "finished: {}");
}

TEST(HttpCall, MayStartTheNextCallInItsAnswer)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    int answers = 0;
    std::vector<std::unique_ptr<Call>> calls;
    std::function<void(const Outcome &)> next = [&](const Outcome &) {
        if (++answers < 20)
            calls.push_back(provider->dispatch(aDispatch(), next));
    };
    calls.push_back(provider->dispatch(aDispatch(), next));
    ASSERT_TRUE(spinUntil([&] { return answers == 20; }));
    EXPECT_EQ(server.requestCount(), 20);
}

TEST(HttpCall, WorksOnTheEventLoopOfAnyThread)
{
    ProviderServer server;
    auto made = httpProvider(server.url()); // made here, used there
    std::string outcome;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        const auto provider = std::move(made);
        outcome = words(carryOut(*provider));
    }));
    thread->start();
    ASSERT_TRUE(thread->wait(20000));
    EXPECT_EQ(outcome, "finished: {}");
}
