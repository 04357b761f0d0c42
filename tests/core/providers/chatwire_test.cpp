// What a chat server is sent.
#include "tests/core/providers/chat.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(ChatRequest, IsOneCompletionUnderTheJobsIdentity)
{
    ProviderServer server(completing());
    const auto provider = chatProvider(server, "\"system\": \"Be brief.\", \"user\": \"Say {{/word}}\", "
                                               "\"temperature\": 0.7, \"max_tokens\": 50");
    Dispatch dispatch = aDispatch("{\"word\": \"hello\"}", 2);
    dispatch.idempotencyKey = "order 42";
    EXPECT_EQ(words(carryOut(*provider, dispatch)), "finished: {}");
    ASSERT_EQ(completions(server).size(), 1);
    const ServedRequest request = completions(server).first();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.header("Idempotency-Key"), "alice/order%2042");
    EXPECT_EQ(request.header("Oncedesk-Job"), "45");
    EXPECT_EQ(request.header("Oncedesk-Attempt"), "2");
    EXPECT_EQ(request.header("Oncedesk-Intent"), "print.poster");
    EXPECT_EQ(request.header("Content-Type"), "application/json");
    EXPECT_TRUE(request.header("User-Agent").startsWith("oncedesk/"));
    EXPECT_EQ(request.body.toStdString(),
              "{\"model\":\"small-1\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
              "{\"role\":\"user\",\"content\":\"Say hello\"}],\"temperature\":0.7,\"max_tokens\":50,"
              "\"response_format\":{\"type\":\"json_object\"},\"stream\":false}");
}

TEST(ChatRequest, LeavesOutWhatTheSettingsDoNotSay)
{
    ProviderServer server(completing());
    carryOut(*chatProvider(server, "\"response_format\": \"text\""));
    EXPECT_EQ(completions(server).first().body.toStdString(),
              "{\"model\":\"small-1\",\"messages\":[{\"role\":\"user\",\"content\":\"{\\\"copies\\\": 2}\"}],"
              "\"stream\":false}");
}

TEST(ChatRequest, HoldsTheSchemaInTheLettersOfTheSettings)
{
    ProviderServer server(completing());
    carryOut(*chatProvider(server,
                           "\"response_format\": {\"json_schema\": {\"type\": \"object\", \"maximum\":"
                           " 123456789012345678901234567890.10}}"));
    EXPECT_EQ(
        said(completions(server).first(), u"/response_format"_s),
        "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"schema\":{\"type\": \"object\", "
        "\"maximum\": 123456789012345678901234567890.10},\"strict\":true}}");
}

TEST(ChatRequest, GoesToTheAddressWithAndWithoutASlashAtItsEnd)
{
    ProviderServer server(completing());
    auto made = makeProvider(u"chat"_s, chatSettings(server.url("/v1//")));
    ASSERT_TRUE(made);
    EXPECT_EQ(words(carryOut(**made)), "finished: {}");
    EXPECT_EQ(completions(server).size(), 1);
    EXPECT_EQ(tokenizations(server).size(), 1);
}

TEST(ChatPrompt, PutsStringsInAsTheirCharactersAndTheRestAsItsExactText)
{
    ProviderServer server(completing());
    const auto provider = chatProvider(
        server,
        "\"user\": \"{{/title}}|{{/n}}|{{/o}}|{{/l/1}}|{{/a~1b/~0}}|{{/none}}|{{/ }}|{\\\"x\\\": {{/n}}}}\"");
    carryOut(*provider,
             aDispatch("{\"title\": \"a\\n\\\"b\\\" \\ud83d\\ude00 {{/n}}\", "
                       "\"n\": 123456789012345678901234567890.10, \"o\": {\"b\":1e0,  \"a\": \"\\u00e4\"}, "
                       "\"l\": [1, true], \"a/b\": {\"~\": 5}, \"none\": null, \" \": 7}"));
    EXPECT_EQ(
        said(completions(server).first(), u"/messages/0/content"_s),
        "a\n\"b\" \xf0\x9f\x98\x80 {{/n}}|123456789012345678901234567890.10|{\"b\":1e0,  \"a\": \"\\u00e4\"}|"
        "true|5|null|7|{\"x\": 123456789012345678901234567890.10}}");
}

TEST(ChatPrompt, PutsInAllParamsByteForByteAndBracesWhenTheyAreQuoted)
{
    ProviderServer server(completing());
    const QByteArray params = "{\"amount\": 1.00,\n \"b\":[ 18446744073709551617 ]}";
    carryOut(*chatProvider(server, "\"user\": \"{{\\\"{{\\\"}}a}} {{\\\"{\\\"}}{{params}}\""),
             aDispatch(params));
    EXPECT_EQ(said(completions(server).first(), u"/messages/0/content"_s), "{{a}} {" + params.toStdString());
}

TEST(ChatPrompt, ThatLacksAVariableFailsTheAttemptBeforeAnythingIsSent)
{
    ProviderServer server(completing());
    for (const QByteArray &prompts :
         QByteArrayList{"\"user\": \"{{/order/title}}\"", "\"system\": \"{{/order/title}}\""}) {
        const auto provider = chatProvider(server, prompts);
        std::optional<Outcome> outcome;
        const auto call = provider->dispatch(aDispatch(), [&](Outcome came) { outcome = std::move(came); });
        EXPECT_FALSE(outcome) << "answered from inside dispatch()";
        ASSERT_TRUE(spinUntil([&] { return outcome.has_value(); }));
        EXPECT_TRUE(call->nothingSent());
        EXPECT_EQ(words(*outcome), "failed missing_variable, final");
        EXPECT_TRUE(messageOf(*outcome).contains(u"/order/title"_s));
    }
    EXPECT_EQ(server.connectionCount(), 0);
}

TEST(ChatPrompt, IsBounded)
{
    ProviderServer server(completing());
    const auto provider =
        chatProvider(server, "\"count_tokens\": false, \"system\": \"{{/s}}\", \"user\": \"{{/u}}\"");
    const auto params = [](qsizetype system, qsizetype user) {
        return aDispatch("{\"s\": \"" + QByteArray(system, 's') + "\", \"u\": \"" + QByteArray(user, 'u') +
                         "\"}");
    };
    constexpr qsizetype half = 512 * 1024;
    EXPECT_EQ(words(carryOut(*provider, params(half, half))), "finished: {}");
    EXPECT_EQ(words(carryOut(*provider, params(half, half + 1))), "failed prompt_too_large, final");
    EXPECT_EQ(
        words(carryOut(*chatProvider(server, "\"user\": \"" + QByteArray("{{params}}").repeated(200) + "\""),
                       params(half, half))),
        "failed prompt_too_large, final");
    EXPECT_EQ(server.connectionCount(), 1);
}

TEST(ChatSecrets, AreOnTheWireAndNotInWhatIsShown)
{
    const Variable key("TEST_CHAT_KEY", "Bearer hush-hush");
    ProviderServer server(completing());
    const auto provider = chatProvider(
        server, "\"headers\": {\"Authorization\": \"env:TEST_CHAT_KEY\", \"X-Shop\": \"print shop\"}");
    const WireRequest shown = shownOf(*provider);
    const ServedRequest served = completions(server).first();
    EXPECT_EQ(served.header("Authorization"), "Bearer hush-hush");
    EXPECT_EQ(tokenizations(server).first().header("Authorization"), "Bearer hush-hush");
    EXPECT_EQ(headerOf(shown, "Authorization"), "•••");
    EXPECT_EQ(headerOf(shown, "X-Shop"), "print shop");
    EXPECT_EQ(shown.method, "POST");
    EXPECT_EQ(shown.url, server.url("/v1/chat/completions"));
    EXPECT_EQ(shown.body, served.body);
    for (const auto &[name, value] : shown.headers)
        EXPECT_TRUE(served.values(name) == QList<QByteArray>{value} || name == "Authorization")
            << name.data();
}

TEST(ChatSecrets, ThatAreMissingFailTheAttemptBeforeAnythingIsSent)
{
    ProviderServer server(completing());
    EXPECT_EQ(
        words(carryOut(*chatProvider(server, "\"headers\": {\"Authorization\": \"env:TEST_CHAT_KEY\"}"))),
        "failed secret_missing, final");
    EXPECT_EQ(server.connectionCount(), 0);
}

TEST(ChatSecrets, DoNotComeBackInAMessage)
{
    const Variable key("TEST_CHAT_KEY", "Bearer hush-hush");
    for (const int status : {200, 401, 500}) {
        ProviderServer server(completing(Reply::answer(status, "{\"you sent\": \"Bearer hush-hush\"}")));
        const QString message = messageOf(
            carryOut(*chatProvider(server, "\"headers\": {\"Authorization\": \"env:TEST_CHAT_KEY\"}")));
        EXPECT_FALSE(message.contains(u"hush"_s)) << qPrintable(message);
        EXPECT_TRUE(message.contains(u"•••"_s)) << qPrintable(message);
    }
}
