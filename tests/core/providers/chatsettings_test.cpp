// What kind chat takes as settings, and what it refuses by name.
#include "tests/core/providers/chat.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

std::string chatRefusalOf(const QByteArray &settings)
{
    const auto made = makeProvider(u"chat"_s, settings);
    if (made)
        return {};
    EXPECT_EQ(made.error().kind, ErrorKind::invalid);
    EXPECT_TRUE(made.error().sentence.endsWith(u'.')) << qPrintable(made.error().sentence);
    return made.error().sentence.toStdString();
}

std::string chatRefusal(const QByteArray &more)
{
    return chatRefusalOf(chatSettings("http://chat.example/v1", more));
}

bool isNamedIn(const std::string &sentence, const QByteArray &key)
{
    return sentence.find("\"" + key.toStdString()) != std::string::npos;
}

// A prompt as it stands in JSON.
QByteArray prompt(const QString &text)
{
    return "\"user\": " + json::quote(text);
}

} // namespace

TEST(ChatSettings, NeedAnAddressAModelAndAPrompt)
{
    EXPECT_TRUE(isNamedIn(chatRefusalOf("{}"), "base_url\" is missing"));
    EXPECT_TRUE(
        isNamedIn(chatRefusalOf("{\"base_url\": \"http://a/v1\", \"user\": \"u\"}"), "model\" is missing"));
    EXPECT_TRUE(
        isNamedIn(chatRefusalOf("{\"base_url\": \"http://a/v1\", \"model\": \"m\"}"), "user\" is missing"));
    EXPECT_EQ(chatRefusalOf("{\"base_url\": \"http://a/v1\", \"model\": \"m\", \"user\": \"u\"}"), "");
}

TEST(ChatSettings, HaveTheDocumentedDefaultsAndAreWhatTheySay)
{
    ProviderServer server;
    EXPECT_EQ(chatProvider(server)->linger(), 60s);
    EXPECT_EQ(chatProvider(server)->maxInFlight(), 100);
    const auto provider = chatProvider(server, "\"linger_s\": 0.25, \"max_in_flight\": 7");
    EXPECT_EQ(provider->linger(), 250ms);
    EXPECT_EQ(provider->maxInFlight(), 7);
}

TEST(ChatSettings, RefuseAKeyTheyDoNotKnowByItsName)
{
    for (const QByteArray &key : QByteArrayList{"url", "ask_url", "stop_url", "dry_run_url", "answer_model",
                                                "stream", "top_p", "Model"})
        EXPECT_TRUE(isNamedIn(chatRefusal("\"" + key + "\": \"http://a/\""), key)) << key.data();
    EXPECT_TRUE(isNamedIn(chatRefusal("\"response_format\": {\"json_schema\": {}, \"strict\": true}"),
                          "response_format/strict"));
}

TEST(ChatSettings, RefuseAValueOfTheWrongTypeOrSizeByTheKeysName)
{
    const QHash<QByteArray, QByteArrayList> wrong{
        {"system", {"\"\"", "\"{{/a\""}},
        {"temperature", {"\"1\"", "-0.1", "2.1", "1e300"}},
        {"max_tokens", {"\"1\"", "0", "-1", "1.5", "1000001"}},
        {"response_format",
         {"\"json\"", "\"json_schema\"", "\"\"", "{}", "{\"json_schema\": \"x\"}", "{\"json_schema\": null}",
          "{\"type\": \"json_object\"}"}},
        {"headers", {"1", "{\"Authorization\": \"Bearer 1\"}", "{\"Oncedesk-Job\": \"1\"}"}},
        {"dry_run_headers", {"1", "{\"Authorization\": \"Bearer 1\"}", "{\"Oncedesk-Job\": \"1\"}"}},
        {"context_tokens", {"\"1\"", "0", "-1", "1.5", "1e10"}},
        {"count_tokens", {"1", "\"true\""}},
        {"definite_statuses", {"500", "[399]"}},
        {"linger_s", {"\"60\"", "-1", "86401"}},
        {"max_in_flight", {"0", "1.5", "10001"}},
        {"max_response_bytes", {"0", "16777217"}},
        {"connect_timeout_s", {"0", "301"}},
    };
    for (auto it = wrong.begin(); it != wrong.end(); ++it) {
        for (const QByteArray &value : it.value() + QByteArrayList{"null", "[[]]", "{\"a\": {}}"}) {
            const std::string sentence = chatRefusal("\"" + it.key() + "\": " + value);
            EXPECT_TRUE(isNamedIn(sentence, it.key()))
                << it.key().data() << ": " << value.data() << " gave: " << sentence;
        }
    }
    for (const QByteArray &model : QByteArrayList{"\"\"", "1", "null", "\"" + QByteArray(501, 'm') + "\""})
        EXPECT_TRUE(isNamedIn(
            chatRefusalOf("{\"base_url\": \"http://a/v1\", \"user\": \"u\", \"model\": " + model + "}"),
            "model"));
}

TEST(ChatSettings, TakeTheEndsOfEachRange)
{
    for (const QByteArray &more :
         QByteArrayList{"\"temperature\": 0", "\"temperature\": 2", "\"max_tokens\": 1",
                        "\"max_tokens\": 1000000", "\"context_tokens\": 1", "\"context_tokens\": 1e9",
                        "\"count_tokens\": false", "\"response_format\": \"text\"",
                        "\"response_format\": \"json_object\"", "\"response_format\": {\"json_schema\": {}}",
                        "\"definite_statuses\": [500, 503]", "\"system\": \"s\""})
        EXPECT_EQ(chatRefusal(more), "") << more.data();
}

TEST(ChatSettings, TakeOnlyAPlainHttpAddressWithoutAQuery)
{
    for (const QByteArray &url :
         QByteArrayList{"", "chat", "ftp://chat/", "http://alice:pw@chat/", "http://chat/v1?a=b",
                        "http://chat/#a", "http://chat/{job}", "http://chat/?api_key=abc"})
        EXPECT_TRUE(isNamedIn(chatRefusalOf(chatSettings(url)), "base_url")) << url.data();
}

TEST(ChatSettings, TakePromptsWithPlacesForParams)
{
    for (const QString &text : {u"plain"_s, u"{{params}}"_s, u"{{/a}}"_s, u"{{/a~1b/0/~0}}"_s, u"{{/ä b}}"_s,
                                u"{{/}}"_s, u"{{\"{{\"}}"_s, u"{{\"\"}}"_s, u"{ } }} {"_s, u"{{/a}}{{/b}}"_s})
        EXPECT_EQ(chatRefusal(prompt(text)), "") << qPrintable(text);
}

TEST(ChatSettings, RefuseAMalformedPromptWithThePlaceOfTheMistake)
{
    const QList<std::pair<QString, int>> mistakes{
        {u"{{"_s, 1},         {u"ab{{/a}"_s, 3},         {u"{{}}"_s, 1},     {u"{{title}}"_s, 1},
        {u"😀ä{{ /a }}"_s, 3}, {u"{{/a}} {{/b~2}}"_s, 8}, {u"{{\"{{}}"_s, 1}, {u"{{Params}}"_s, 1},
        {u"{{{/a}}}"_s, 1},   {u"{{params }}"_s, 1},     {u"{{/a}}{{"_s, 7},
    };
    for (const auto &[text, at] : mistakes) {
        const std::string sentence = chatRefusal(prompt(text));
        EXPECT_TRUE(isNamedIn(sentence, "user")) << sentence;
        EXPECT_NE(sentence.find("at character " + std::to_string(at) + ":"), std::string::npos)
            << qPrintable(text) << " gave: " << sentence;
    }
    EXPECT_EQ(chatRefusal(prompt(u"{{/a}}"_s.repeated(200))), "");
    EXPECT_TRUE(isNamedIn(chatRefusal(prompt(u"{{/a}}"_s.repeated(201))), "user"));
}
