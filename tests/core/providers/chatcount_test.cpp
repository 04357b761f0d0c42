// Counting the prompt before it is sent.
#include "core/providers/chatprovider.h"
#include "tests/core/providers/chat.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

// A server whose /tokenize gives this reply.
ProviderServer::Script counting(const Reply &reply)
{
    return [reply](const ServedRequest &request) {
        return request.path == "/tokenize" ? reply : Reply::answer(200, completion(u"{}"_s));
    };
}

// What vLLM says.
Reply tokens(qint64 count, qint64 limit)
{
    return Reply::answer(200, "{\"count\": " + QByteArray::number(count) + ", \"max_model_len\": " +
                                  QByteArray::number(limit) + ", \"tokens\": [1, 2]}");
}

std::string checkOf(const ProviderServer &server, const QByteArray &more = {})
{
    return shownOf(*chatProvider(server, more)).promptCheck.toStdString();
}

} // namespace

TEST(PromptCount, AsksTheServerInItsOwnFormAndWithoutTheJobsKey)
{
    ProviderServer server(counting(tokens(412, 8192)));
    EXPECT_EQ(checkOf(server, "\"system\": \"Be brief.\", \"headers\": {\"X-Shop\": \"print\"}"),
              "412 of 8192 tokens");
    ASSERT_EQ(tokenizations(server).size(), 1);
    const ServedRequest request = tokenizations(server).first();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(
        request.body.toStdString(),
        "{\"model\":\"small-1\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},{\"role\":"
        "\"user\",\"content\":\"{\\\"copies\\\": 2}\"}],\"add_generation_prompt\":true}");
    EXPECT_EQ(request.header("X-Shop"), "print");
    EXPECT_FALSE(request.has("Idempotency-Key")) << "a gateway could take the count for the completion";
    EXPECT_EQ(completions(server).size(), 1);
}

TEST(PromptCount, KeepsRoomForTheAnswer)
{
    ProviderServer server(counting(tokens(412, 500)));
    EXPECT_EQ(checkOf(server, "\"max_tokens\": 88"), "412 of 500 tokens");
    EXPECT_EQ(completions(server).size(), 1);
    for (const QByteArray &more : QByteArrayList{"\"max_tokens\": 89", "\"context_tokens\": 412",
                                                 "\"context_tokens\": 100, \"max_tokens\": 1"})
        EXPECT_EQ(words(carryOut(*chatProvider(server, more))), "failed prompt_too_long, final");
    EXPECT_EQ(completions(server).size(), 1);
}

TEST(PromptCount, ThatDoesNotFitIsToldWithItsFiguresAndNothingIsSent)
{
    ProviderServer server(counting(tokens(412, 450)));
    const auto provider = chatProvider(server, "\"max_tokens\": 50");
    Dispatch dispatch = aDispatch();
    dispatch.onSend = [](const WireRequest &) { FAIL() << "nothing goes out"; };
    dispatch.maySend = [] {
        ADD_FAILURE() << "nothing is to be sent";
        return true;
    };
    std::optional<Outcome> outcome;
    const auto call = provider->dispatch(dispatch, [&](Outcome came) { outcome = std::move(came); });
    ASSERT_TRUE(spinUntil([&] { return outcome.has_value(); }));
    EXPECT_TRUE(call->nothingSent());
    for (const auto &figure : {u"412"_s, u"50"_s, u"450"_s})
        EXPECT_TRUE(messageOf(*outcome).contains(figure)) << qPrintable(messageOf(*outcome));
    EXPECT_EQ(completions(server).size(), 0);
}

TEST(PromptCount, GoesByTheSettingsWhereTheyNameTheWindow)
{
    ProviderServer server(counting(tokens(412, 100)));
    EXPECT_EQ(checkOf(server, "\"context_tokens\": 1000"), "412 of 1000 tokens");
}

TEST(PromptCount, UnderstandsAServerThatCountsOnlyPlainText)
{
    ProviderServer server([](const ServedRequest &request) {
        if (request.path != "/tokenize")
            return Reply::answer(200, completion(u"{}"_s));
        return Reply::answer(200, json::member(request.body, u"/content"_s) ? "{\"tokens\": [5, 6, 7]}"
                                                                            : "{\"tokens\": []}");
    });
    EXPECT_EQ(checkOf(server, "\"context_tokens\": 100, \"system\": \"Be brief.\""), "3 of 100 tokens");
    ASSERT_EQ(tokenizations(server).size(), 2);
    EXPECT_EQ(said(tokenizations(server).last(), u"/content"_s), "Be brief.\n{\"copies\": 2}");
    EXPECT_EQ(words(carryOut(*chatProvider(server, "\"context_tokens\": 3"))),
              "failed prompt_too_long, final");
    EXPECT_EQ(checkOf(server), "not checked: the prompt has 3 tokens, but neither the server nor the setting "
                               "context_tokens says how many fit");
}

TEST(PromptCount, NeverClaimsACheckThatWasNotMade)
{
    const QList<std::pair<Reply, std::string>> replies{
        {Reply::answer(404), "the server has no /tokenize"},
        {Reply::answer(405), "the server has no /tokenize"},
        {Reply::answer(501), "the server has no /tokenize"},
        {Reply::answer(401), "/tokenize answered HTTP 401"},
        {Reply::answer(500), "/tokenize answered HTTP 500"},
        {Reply::redirect(302, "/elsewhere"), "/tokenize answered HTTP 302"},
        {Reply::answer(200, "<html>"), "the answer of /tokenize holds no count"},
        {Reply::answer(200, "{}"), "the answer of /tokenize holds no count"},
        {Reply::answer(200, "{\"count\": 0, \"max_model_len\": 9}"),
         "the answer of /tokenize holds no count"},
        {Reply::answer(200, "{\"count\": -1, \"max_model_len\": 9}"),
         "the answer of /tokenize holds no count"},
        {Reply::answer(200, "{\"count\": \"1\"}"), "the answer of /tokenize holds no count"},
        {Reply::answer(200, "{\"count\": 1e99}"), "the answer of /tokenize holds no count"},
        {Reply::answer(200, "{\"tokens\": []}"), "the answer of /tokenize holds no count"},
        {Reply::closeWithoutAnswer(), "/tokenize gave no answer"},
    };
    for (const auto &[reply, why] : replies) {
        ProviderServer server(counting(reply));
        const std::string check = checkOf(server, "\"context_tokens\": 100");
        EXPECT_TRUE(check.starts_with("not checked: " + why)) << check;
        EXPECT_EQ(completions(server).size(), 1);
    }
}

TEST(PromptCount, IsLeftOutWhereTheSettingsSaySo)
{
    ProviderServer server(counting(tokens(412, 100)));
    EXPECT_EQ(checkOf(server, "\"count_tokens\": false"), "not checked: switched off in the settings");
    EXPECT_EQ(server.requestCount(), 1);
}

TEST(PromptCount, DoesNotWaitForAServerThatStaysSilentAndSendsNothingMeanwhile)
{
    ProviderServer server(counting(Reply::silence()));
    const auto provider = chatProvider(server);
    Dispatch dispatch = aDispatch();
    WireRequest shown;
    dispatch.onSend = [&](const WireRequest &request) { shown = request; };
    std::optional<Outcome> outcome;
    const auto call = provider->dispatch(dispatch, [&](Outcome came) { outcome = std::move(came); });
    ASSERT_TRUE(spinUntil([&] { return tokenizations(server).size() == 1; }));
    EXPECT_TRUE(call->nothingSent());
    ASSERT_TRUE(spinUntil([&] { return outcome.has_value(); }));
    EXPECT_FALSE(call->nothingSent());
    EXPECT_EQ(words(*outcome), "finished: {}");
    EXPECT_EQ(shown.promptCheck, u"not checked: /tokenize did not answer within 2 s");
}

TEST(PromptCount, IsNotAskedForAgainForAMinuteWhereTheServerDoesNotHaveIt)
{
    ProviderServer server(counting(Reply::answer(404)));
    std::chrono::steady_clock::time_point now{};
    auto settings = ChatSettings::parse(chatSettings(server.url("/v1")));
    ASSERT_TRUE(settings);
    ChatProvider provider(*settings, [&] { return now; });
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(shownOf(provider).promptCheck, u"not checked: the server has no /tokenize");
    EXPECT_EQ(tokenizations(server).size(), 1);
    now += 59999ms;
    carryOut(provider);
    EXPECT_EQ(tokenizations(server).size(), 1);
    now += 1ms;
    carryOut(provider);
    EXPECT_EQ(tokenizations(server).size(), 2);
    EXPECT_EQ(completions(server).size(), 5);
}

TEST(PromptCount, IsAskedForAgainAfterAPassingTrouble)
{
    ProviderServer server(counting(Reply::answer(503)));
    const auto provider = chatProvider(server);
    carryOut(*provider);
    carryOut(*provider);
    EXPECT_EQ(tokenizations(server).size(), 2);
}
