#include "core/providers/provider.h"
#include "tests/support/providerserver.h"
#include "tests/support/spin.h"

#include <gtest/gtest.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(HttpDispatch, SendsTheParamsByteForByteUnderTheJobsIdentity)
{
    ProviderServer server;
    auto provider = makeProvider(u"http"_s, "{\"url\": \"" + server.url("/print?tray=2") + "\"}");
    ASSERT_TRUE(provider) << qPrintable(provider.error().sentence);
    Dispatch dispatch;
    dispatch.job = JobId(45);
    dispatch.ordinal = 2;
    dispatch.owner = u"alice"_s;
    dispatch.idempotencyKey = "order 42";
    dispatch.intent = u"print.poster"_s;
    dispatch.params = "{\"amount\": 123456789012345678901234567890.10,\n \"b\":1e0}";
    std::optional<Outcome> outcome;
    const auto call = provider.value()->dispatch(dispatch, [&](Outcome o) { outcome = o; });
    EXPECT_FALSE(outcome);
    ASSERT_TRUE(spinUntil([&] { return outcome.has_value(); }));
    ASSERT_TRUE(std::holds_alternative<Finished>(*outcome));
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
