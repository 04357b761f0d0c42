// Headers of the settings, and secrets that live only in the worker's environment.
#include "tests/core/providers/carryout.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

const auto secretHeader = QByteArrayLiteral("\"headers\": {\"Authorization\": \"env:TEST_LASER_KEY\"}");

} // namespace

TEST(HttpHeaders, AreSentAsTheSettingsSay)
{
    ProviderServer server;
    carryOut(*httpProvider(server.url(),
                           "\"headers\": {\"X-Shop\": \"print shop\", \"Accept\": \"application/json\"}"));
    const ServedRequest request = server.requests().first();
    EXPECT_EQ(request.values("X-Shop"), QList<QByteArray>{"print shop"});
    EXPECT_EQ(request.values("Accept"), QList<QByteArray>{"application/json"});
}

TEST(HttpHeaders, HoldEachOfOurOwnOnce)
{
    ProviderServer server;
    carryOut(*httpProvider(server.url()));
    const ServedRequest request = server.requests().first();
    for (const QByteArray &name :
         QByteArrayList{"Host", "Idempotency-Key", "Oncedesk-Job", "Oncedesk-Attempt", "Oncedesk-Intent",
                        "User-Agent", "Content-Type", "Content-Length"})
        EXPECT_EQ(request.values(name).size(), 1) << name.data();
}

TEST(HttpHeaders, CannotBeBrokenOutOfByAnIntentOrAnOwner)
{
    ProviderServer server;
    Dispatch dispatch = aDispatch();
    dispatch.intent = u"print\r\nX-Evil: 1"_s;
    dispatch.owner = u"a\r\nX-Evil: 2"_s;
    dispatch.idempotencyKey = "k\r\n\r\nX-Evil: 3";
    EXPECT_EQ(words(carryOut(*httpProvider(server.url()), dispatch)), "finished: {}");
    ASSERT_EQ(server.requestCount(), 1);
    EXPECT_FALSE(server.requests().first().has("X-Evil"));
    EXPECT_EQ(server.requests().first().header("Oncedesk-Intent"), "print%0D%0AX-Evil:%201");
}

TEST(HttpSecrets, AreReadFromTheEnvironmentAtEachDispatch)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url(), secretHeader);
    for (const QByteArray &value : QByteArrayList{"Bearer one", "Bearer two"}) {
        const Variable key("TEST_LASER_KEY", value);
        EXPECT_EQ(words(carryOut(*provider)), "finished: {}");
        EXPECT_EQ(server.requests().last().values("Authorization"), QList<QByteArray>{value});
    }
}

TEST(HttpSecrets, ThatAreMissingFailTheAttemptBeforeAnythingIsSent)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url(), secretHeader);
    std::optional<Outcome> outcome;
    const auto call = provider->dispatch(aDispatch(), [&](Outcome came) { outcome = std::move(came); });
    EXPECT_FALSE(outcome) << "answered from inside dispatch()";
    ASSERT_TRUE(spinUntil([&] { return outcome.has_value(); }));
    EXPECT_TRUE(call->nothingSent());
    EXPECT_EQ(words(*outcome), "failed secret_missing, final");
    EXPECT_TRUE(messageOf(*outcome).contains(u"TEST_LASER_KEY"_s));
    {
        const Variable empty("TEST_LASER_KEY", "");
        EXPECT_EQ(words(carryOut(*provider)), "failed secret_missing, final");
    }
    EXPECT_EQ(server.connectionCount(), 0);
}

TEST(HttpSecrets, ThatAreNoHeaderValueFailTheAttemptWithoutRepeatingThem)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url(), secretHeader);
    for (const QByteArray &value :
         QByteArrayList{"hush\n", " hush", "hush ", "hush\r\nX-Evil: 1", "hush\x01"}) {
        const Variable key("TEST_LASER_KEY", value);
        const Outcome outcome = carryOut(*provider);
        EXPECT_EQ(words(outcome), "failed secret_invalid, final") << value.data();
        EXPECT_FALSE(messageOf(outcome).contains(u"hush"_s)) << qPrintable(messageOf(outcome));
    }
    EXPECT_EQ(server.connectionCount(), 0);
}

TEST(HttpSecrets, DoNotComeBackInAMessage)
{
    const Variable key("TEST_LASER_KEY", "Bearer hush-hush");
    ProviderServer server([](const ServedRequest &request) {
        const QByteArray heard = request.header("Authorization");
        return Reply::answer(request.path.mid(1).toInt(), "you sent " + heard + ", that is " + heard.mid(7),
                             {{"Location", "/?" + heard}});
    });
    for (const int status : {301, 401, 422, 500, 503}) {
        const auto provider = httpProvider(server.url("/" + QByteArray::number(status)),
                                           secretHeader + ", \"ask_url\": \"" + server.url("/404") + "\"");
        const QString message = messageOf(carryOut(*provider));
        EXPECT_FALSE(message.contains(u"hush"_s)) << qPrintable(message);
        EXPECT_TRUE(message.contains(u"•••"_s)) << qPrintable(message);
        EXPECT_FALSE(ask(*provider).payload.contains("hush"));
    }
}

TEST(HttpSecrets, ThatAreMissingMakeTheProviderUnreachableForQuestions)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url(), secretHeader + ", \"ask_url\": \"" + server.url() +
                                                         "\", \"stop_url\": \"" + server.url() + "\"");
    EXPECT_EQ(ask(*provider).answer, u"unreachable");
    EXPECT_EQ(stop(*provider).answer, u"unreachable");
    EXPECT_EQ(server.connectionCount(), 0);
}
