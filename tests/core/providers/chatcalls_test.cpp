// The life of a chat call: one completion on the wire, and what may be destroyed meanwhile.
#include "tests/core/providers/chat.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(ChatCall, SendsOneCompletionWhenTheServerClosesWithoutAnswering)
{
    ProviderServer server(completing(Reply::closeWithoutAnswer()));
    const auto provider = chatProvider(server);
    for (int call = 1; call <= 12; ++call) {
        EXPECT_EQ(words(carryOut(*provider)), "doubtful");
        EXPECT_EQ(completions(server).size(), call);
    }
    EXPECT_EQ(server.connectionCount(), server.requestCount()) << "a connection was used twice";
}

TEST(ChatCall, UsesAFreshConnectionAfterAKeptAliveCount)
{
    ProviderServer server([](const ServedRequest &request) {
        if (request.path == "/tokenize")
            return Reply::answer(200, "{\"count\": 1, \"max_model_len\": 9}", {{"Connection", "keep-alive"}});
        return Reply::closeWithoutAnswer();
    });
    EXPECT_EQ(words(carryOut(*chatProvider(server))), "doubtful");
    EXPECT_EQ(completions(server).size(), 1);
    EXPECT_EQ(completions(server).first().nthOnConnection, 1);
}

TEST(ChatCall, IsAFailureForSureWhereNobodyListens)
{
    std::unique_ptr<Provider> provider;
    {
        ProviderServer gone;
        provider = chatProvider(gone);
    }
    const Outcome outcome = carryOut(*provider);
    EXPECT_EQ(words(outcome), "failed connection_refused, retryable");
}

TEST(ChatCall, AsksWhetherItMaySendOnlyForTheCompletion)
{
    ProviderServer server(completing());
    const auto provider = chatProvider(server);
    Dispatch dispatch = aDispatch();
    int asked = 0;
    bool mayIt = false;
    dispatch.maySend = [&] {
        EXPECT_EQ(tokenizations(server).size(), 1) << "asked before the count";
        ++asked;
        return mayIt;
    };
    EXPECT_EQ(words(carryOut(*provider, dispatch)), "failed not_sent, retryable");
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(completions(server).size(), 0);
    mayIt = true;
    EXPECT_EQ(words(carryOut(*provider, dispatch)), "finished: {}");
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(completions(server).size(), 1);
}

TEST(ChatCall, ClosesItsConnectionAndStaysSilentWhenDestroyed)
{
    for (const QByteArray &held : QByteArrayList{"/tokenize", "/v1/chat/completions"}) {
        ProviderServer server([held](const ServedRequest &request) {
            return request.path == held ? Reply::held().then(Reply::answer(200)) : Reply::answer(404);
        });
        const auto provider = chatProvider(server);
        auto call =
            provider->dispatch(aDispatch(), [](const Outcome &) { FAIL() << "a destroyed call answered"; });
        ASSERT_TRUE(spinUntil([&] { return requestsTo(server, held).size() == 1; }));
        EXPECT_EQ(call->nothingSent(), held == "/tokenize");
        call.reset();
        ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
        server.release();
        EXPECT_EQ(completions(server).size(), held == "/tokenize" ? 0 : 1);
    }
}

TEST(ChatCall, MayBeDestroyedWhenItShowsWhatGoesOut)
{
    ProviderServer server(completing());
    const auto provider = chatProvider(server);
    std::unique_ptr<Call> call;
    Dispatch dispatch = aDispatch();
    bool wasShown = false;
    dispatch.onSend = [&](const WireRequest &) {
        call.reset();
        wasShown = true;
    };
    call = provider->dispatch(dispatch, [](const Outcome &) { FAIL() << "a destroyed call answered"; });
    ASSERT_TRUE(spinUntil([&] { return wasShown; }));
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
    EXPECT_EQ(completions(server).size(), 0);
}

TEST(ChatCall, MayTakeTheProviderWithItInItsAnswer)
{
    for (const QByteArray &more : QByteArrayList{"\"max_tokens\": 5", "\"context_tokens\": 1"}) {
        ProviderServer server([](const ServedRequest &request) {
            return Reply::answer(200, request.path == "/tokenize" ? "{\"count\": 4}" : completion(u"{}"_s));
        });
        auto provider = chatProvider(server, more);
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
}

TEST(ChatCall, OutlivesItsProvider)
{
    ProviderServer server(completing());
    auto provider = chatProvider(server);
    std::optional<Outcome> outcome;
    const auto call = provider->dispatch(aDispatch(), [&](Outcome came) { outcome = std::move(came); });
    provider.reset();
    ASSERT_TRUE(spinUntil([&] { return outcome.has_value(); }));
    EXPECT_EQ(words(*outcome), "finished: {}");
}

TEST(ChatCall, CannotBeAskedAboutOrStoppedAndSaysWhy)
{
    ProviderServer server(completing());
    const auto provider = chatProvider(server);
    EXPECT_FALSE(provider->canAsk());
    EXPECT_FALSE(provider->canStop());
    for (const Answer &answer : {ask(*provider), stop(*provider)}) {
        EXPECT_EQ(answer.answer, u"unreachable");
        EXPECT_TRUE(json::string(answer.payload, u"/problem"_s).has_value()) << answer.payload.data();
    }
    EXPECT_EQ(server.connectionCount(), 0);
}
