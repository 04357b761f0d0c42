#include "tests/core/providers/carryout.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(HttpDispatch, SendsTheParamsByteForByteUnderTheJobsIdentity)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url("/print?tray=2"));
    Dispatch dispatch;
    dispatch.job = JobId(45);
    dispatch.ordinal = 2;
    dispatch.owner = u"alice"_s;
    dispatch.idempotencyKey = "order 42";
    dispatch.intent = u"print.poster"_s;
    dispatch.params = "{\"amount\": 123456789012345678901234567890.10,\n \"b\":1e0}";
    EXPECT_EQ(words(carryOut(*provider, dispatch)), "finished: {}");
    ASSERT_EQ(server.requestCount(), 1);
    const ServedRequest request = server.requests().first();
    EXPECT_EQ(request.body, dispatch.params);
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/print?tray=2");
    EXPECT_EQ(request.header("Idempotency-Key"), "alice/order%2042");
    EXPECT_EQ(request.header("Oncedesk-Job"), "45");
    EXPECT_EQ(request.header("Oncedesk-Attempt"), "2");
    EXPECT_EQ(request.header("Oncedesk-Intent"), "print.poster");
    EXPECT_EQ(request.header("Content-Type"), "application/json");
    EXPECT_TRUE(request.header("User-Agent").startsWith("oncedesk/"));
    EXPECT_FALSE(request.has("Expect"));
    EXPECT_FALSE(request.has("Accept-Encoding"));
}

TEST(HttpDispatch, AsksForThePathAsTheSettingsSpellIt)
{
    ProviderServer server;
    for (const QByteArray &path : QByteArrayList{"/", "/a/../b/./c", "/a//b", "/a%2Fb%20c?d=%41&e", "/?"}) {
        carryOut(*httpProvider(server.url(path)));
        EXPECT_EQ(server.requests().last().path, path);
    }
}
