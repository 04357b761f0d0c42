// What makeProvider takes and what it refuses, with a sentence that names the key.
#include "tests/core/providers/carryout.h"

#include "core/base/json.h"

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

const auto anUrl = QByteArrayLiteral("\"url\": \"https://laser.example/v1/print\"");

QByteArray http(const QByteArray &more)
{
    return "{" + anUrl + ", " + more + "}";
}

// The sentence of the refusal, empty when it was taken.
std::string refusal(const QString &kind, const QByteArray &settings)
{
    const auto made = makeProvider(kind, settings);
    if (made)
        return {};
    EXPECT_EQ(made.error().kind, ErrorKind::invalid);
    return made.error().sentence.toStdString();
}

std::string httpRefusal(const QByteArray &more)
{
    return refusal(u"http"_s, http(more));
}

bool names(const std::string &sentence, const QByteArray &key)
{
    return sentence.find(key.toStdString()) != std::string::npos;
}

} // namespace

TEST(ProviderKinds, AreHttpChatAndSimulatedAndOthersAreRefusedByName)
{
    EXPECT_EQ(refusal(u"http"_s, "{" + anUrl + "}"), "");
    EXPECT_EQ(refusal(u"simulated"_s, "{}"), "");
    EXPECT_EQ(refusal(u"chat"_s, "{\"base_url\": \"http://chat/v1\", \"model\": \"m\", \"user\": \"u\"}"),
              "");
    EXPECT_TRUE(names(refusal(u"ftp"_s, "{}"), "ftp"));
    EXPECT_TRUE(names(refusal(QString(), "{}"), "http, chat or simulated"));
}

TEST(ProviderSettings, HaveTheDocumentedDefaults)
{
    const auto provider = httpProvider("https://laser.example/v1/print");
    EXPECT_EQ(provider->linger(), 60s);
    EXPECT_EQ(provider->maxInFlight(), 100);
    EXPECT_FALSE(provider->canAsk());
    EXPECT_FALSE(provider->canStop());
    const auto simulated = simulatedProvider("{}");
    EXPECT_EQ(simulated->linger(), 60s);
    EXPECT_EQ(simulated->maxInFlight(), 100);
    EXPECT_FALSE(simulated->canAsk());
    EXPECT_FALSE(simulated->canStop());
}

TEST(ProviderSettings, AreWhatTheySay)
{
    const auto provider =
        httpProvider("http://[::1]:8080/a%2Fb?c=d", "\"linger_s\": 0.25, \"max_in_flight\": 7, "
                                                    "\"ask_url\": \"http://x/jobs/{job}/{attempt}?k={key}\", "
                                                    "\"stop_url\": \"http://x/stop\"");
    EXPECT_EQ(provider->linger(), 250ms);
    EXPECT_EQ(provider->maxInFlight(), 7);
    EXPECT_TRUE(provider->canAsk());
    EXPECT_TRUE(provider->canStop());
}

TEST(ProviderSettings, MustBeOneStrictJsonObject)
{
    for (const QByteArray &text :
         QByteArrayList{"", " ", "null", "[]", "1", "\"http\"", "{", "{}{}", "{\"url\": }",
                        "{\"url\": \"http://a/\", \"url\": \"http://b/\"}", "\xff\xfe",
                        "{\"url\": \"http://a/\\ud800\"}", "{\"url\": \"http://a/\\u0000\"}",
                        "{\"max_in_flight\": 1e400}", "{\"max_in_flight\": NaN}", QByteArray(5000, '[')}) {
        EXPECT_NE(refusal(u"http"_s, text), "") << text.left(50).data();
        EXPECT_NE(refusal(u"simulated"_s, text), "") << text.left(50).data();
        EXPECT_NE(refusal(u"chat"_s, text), "") << text.left(50).data();
    }
}

TEST(ProviderSettings, RefuseAKeyTheyDoNotKnowByItsName)
{
    EXPECT_TRUE(names(httpRefusal("\"timeout_s\": 3"), "\"timeout_s\""));
    EXPECT_TRUE(names(httpRefusal("\"URL\": \"x\""), "\"URL\""));
    EXPECT_TRUE(names(refusal(u"simulated"_s, "{\"url\": \"http://a/\"}"), "\"url\""));
    EXPECT_TRUE(
        names(refusal(u"simulated"_s, "{\"steps\": [{}, {\"outcom\": \"hang\"}]}"), "\"steps/1/outcom\""));
}

TEST(ProviderSettings, RefuseAValueOfTheWrongTypeOrSizeByTheKeysName)
{
    const QByteArrayList wrongForAll{"null", "{\"a\": {}}", "[[]]",    "[\"500\"]", "[null]",
                                     "[-1]", "[1e9]",       "[500.5]", "true"};
    const QHash<QByteArray, QByteArrayList> wrong{
        {"linger_s", {"\"60\"", "-1", "-0.001", "86401", "1e300", "[]", "{}"}},
        {"max_in_flight", {"\"1\"", "0", "-1", "1.5", "10001", "1e300", "9223372036854775808", "[]", "{}"}},
        {"max_response_bytes", {"\"1\"", "0", "-1", "1.5", "16777217", "1e300", "[]", "{}"}},
        {"connect_timeout_s", {"\"1\"", "0", "-1", "301", "1e300", "[]", "{}"}},
        {"definite_statuses",
         {"500", "\"500\"", "{}", "[399]", "[600]", "[0]", "[500, \"x\"]", "[500, 1e300]"}},
        {"headers", {"1", "\"X-A: b\"", "[]"}},
        {"dry_run_headers", {"1", "\"X-A: b\"", "[]"}},
        {"dry_run_url", {"1", "[]", "{}", "\"\"", "\"nowhere\"", "\"http://x/{job}\""}},
        {"answer_model", {"1", "[]", "{}", "\"model\"", "\"/a~2\""}},
        {"ask_url", {"1", "[]", "{}", "\"\"", "\"nowhere\""}},
        {"stop_url", {"1", "[]", "{}", "\"\"", "\"nowhere\""}},
    };
    for (auto it = wrong.begin(); it != wrong.end(); ++it) {
        for (const QByteArray &value : it.value() + wrongForAll) {
            const std::string sentence = httpRefusal("\"" + it.key() + "\": " + value);
            EXPECT_TRUE(names(sentence, it.key()))
                << it.key().data() << ": " << value.data() << " gave: " << sentence;
        }
    }
}

TEST(ProviderSettings, TakeTheEndsOfEachRange)
{
    for (const QByteArray &more : QByteArrayList{
             "\"linger_s\": 0", "\"linger_s\": 86400", "\"max_in_flight\": 1", "\"max_in_flight\": 1e4",
             "\"max_response_bytes\": 1", "\"max_response_bytes\": 16777216", "\"connect_timeout_s\": 0.001",
             "\"connect_timeout_s\": 300", "\"definite_statuses\": []", "\"definite_statuses\": [400, 599]",
             "\"headers\": {}"})
        EXPECT_EQ(httpRefusal(more), "") << more.data();
}

TEST(ProviderSettings, NeedAnUrl)
{
    EXPECT_TRUE(names(refusal(u"http"_s, "{}"), "\"url\" is missing"));
    EXPECT_TRUE(names(refusal(u"http"_s, "{\"url\": null}"), "\"url\""));
}

TEST(ProviderSettings, TakeOnlyAPlainHttpAddress)
{
    for (const QByteArray &url : QByteArrayList{"",
                                                "laser",
                                                "//laser/",
                                                "http:",
                                                "http://",
                                                "http:///path",
                                                "https://:80/",
                                                "ftp://laser/",
                                                "file:///etc/passwd",
                                                "gopher://laser/",
                                                "javascript:x",
                                                "http://alice@laser/",
                                                "http://alice:pw@laser/",
                                                "http://:pw@laser/",
                                                "http://@laser/",
                                                "http://laser/#part",
                                                "http://laser:0/",
                                                "http://laser:65536/",
                                                "http://laser:x/",
                                                "http://la ser/",
                                                " http://laser/",
                                                "http://laser/ ",
                                                "http://laser/a b",
                                                "http://laser\\\\@evil/",
                                                "http://laser/\\n",

                                                "http://[::1/",
                                                "http://laser/%zz",
                                                "http://lasér/",
                                                "http://laser/{job}",
                                                "http://laser/}",
                                                "http://laser/?api_key=abc",
                                                "http://laser/?a=b&TOKEN=x",
                                                "http://laser/?my%5Fkey=x",
                                                "http://laser/" + QByteArray(2000, 'a')}) {
        const std::string sentence = refusal(u"http"_s, "{\"url\": \"" + url + "\"}");
        EXPECT_TRUE(names(sentence, "\"url\"")) << url.left(60).data() << " gave: " << sentence;
    }
    for (const QByteArray &url :
         QByteArrayList{"http://laser", "http://laser/", "HTTPS://Laser.Example/", "http://127.0.0.1:1/",
                        "http://[::1]:8080/", "http://xn--lasr-epa/", "http://laser/?a=b&c",
                        "http://laser/a%2Fb/../c//d", "http://laser:65535"})
        EXPECT_EQ(refusal(u"http"_s, "{\"url\": \"" + url + "\"}"), "") << url.data();
}

TEST(ProviderSettings, TakePlaceholdersBehindTheHostOfAskAndStop)
{
    for (const QByteArray &key : QByteArrayList{"ask_url", "stop_url"}) {
        for (const QByteArray &url :
             QByteArrayList{"http://{job}/", "http://x:{job}/", "{key}://x/", "http://x/{jobs}", "http://x/{",
                            "http://x/{{job}}", "http://x/{job", "http://x/?token=a{"})
            EXPECT_TRUE(names(httpRefusal("\"" + key + "\": \"" + url + "\""), key)) << url.data();
        EXPECT_EQ(httpRefusal("\"" + key + "\": \"http://x/{job}/{attempt}/{job}?key={key}\""), "");
    }
}

TEST(ProviderSettings, TakeJsonPointersOnlyWhereTheyAreOfUse)
{
    const auto ask = QByteArrayLiteral("\"ask_url\": \"http://x/\", ");
    for (const QByteArray &pointer : QByteArrayList{"", "/", "/state", "/a/0/b~1c~0", "/ä"})
        EXPECT_EQ(httpRefusal(ask + "\"ask_state\": \"" + pointer + "\""), "") << pointer.data();
    for (const QByteArray &pointer : QByteArrayList{"state", "/a~2", "/a~", "a/"})
        EXPECT_TRUE(names(httpRefusal(ask + "\"ask_result\": \"" + pointer + "\""), "ask_result"))
            << pointer.data();
    EXPECT_TRUE(names(httpRefusal("\"ask_state\": \"/state\""), "ask_url"));
    EXPECT_TRUE(names(httpRefusal("\"ask_result\": \"/result\""), "ask_url"));
    EXPECT_TRUE(names(httpRefusal("\"stop_confirmed\": \"/stopped\""), "stop_url"));
}

TEST(ProviderSettings, TakeTheProvidersWordsOnlyWhereTheyAreOfUseAndMeanSomething)
{
    const auto ask = QByteArrayLiteral("\"ask_url\": \"http://x/\", \"ask_states\": ");
    const auto stop = QByteArrayLiteral("\"stop_url\": \"http://x/\", \"stop_states\": ");
    EXPECT_TRUE(names(httpRefusal(ask + R"({"DONE": "succeeded", "": "failed"})"), "ask_states"));
    EXPECT_EQ(httpRefusal(ask + R"({"DONE": "succeeded", "wip": "running", "gone": "no_record"})"), "");
    for (const QByteArray &states : QByteArrayList{R"({"DONE": "done"})", R"({"DONE": true})", R"(["DONE"])"})
        EXPECT_TRUE(names(httpRefusal(ask + states), "ask_states")) << states.data();
    EXPECT_TRUE(names(httpRefusal(R"("ask_states": {"DONE": "succeeded"})"), "ask_url"));
    EXPECT_EQ(httpRefusal(stop + R"(["CANCELLED", "gone"])"), "");
    for (const QByteArray &states : QByteArrayList{R"([""])", R"([true])", R"("CANCELLED")"})
        EXPECT_TRUE(names(httpRefusal(stop + states), "stop_states")) << states.data();
    EXPECT_TRUE(names(httpRefusal(R"("stop_states": ["CANCELLED"])"), "stop_url"));
}

TEST(ProviderSettings, RefuseAHeaderThatIsNotOneOrIsOursToSet)
{
    for (const QByteArray &name : QByteArrayList{"",
                                                 " ",
                                                 "X A",
                                                 "X:A",
                                                 "X-\\r\\nEvil",
                                                 "Ä",

                                                 "(x)",
                                                 QByteArray(101, 'x'),
                                                 "Idempotency-Key",
                                                 "idempotency-key",
                                                 "CONTENT-LENGTH",
                                                 "Content-Type",
                                                 "Host",
                                                 "Transfer-Encoding",
                                                 "TE",
                                                 "Expect",
                                                 "Connection",
                                                 "Keep-Alive",
                                                 "Upgrade",
                                                 "User-Agent",
                                                 "Accept-Encoding",
                                                 "Content-Encoding",
                                                 "Oncedesk-Job",
                                                 "Oncedesk-Anything",
                                                 "Proxy-Authorization",
                                                 "Trailer",
                                                 "Range"}) {
        const std::string sentence = httpRefusal("\"headers\": {\"" + name + "\": \"v\"}");
        EXPECT_TRUE(names(sentence, "headers/")) << name.data() << " gave: " << sentence;
    }
    EXPECT_TRUE(names(httpRefusal("\"headers\": {\"X-A\": \"1\", \"x-a\": \"2\"}"), "twice"));
    EXPECT_EQ(httpRefusal("\"headers\": {\"X-Shop\": \"print shop 1\", \"Accept\": \"application/json\"}"),
              "");
}

TEST(ProviderSettings, RefuseAHeaderValueThatCouldBreakOutOfItsLine)
{
    for (const QByteArray &value :
         QByteArrayList{"\"\"", "\" a\"", "\"a \"", "\"a\\r\\nX-Evil: 1\"", "\"a\\nb\"", "\"a\\u007f\"", "1",
                        "null", "[\"a\"]", "\"" + QByteArray(4097, 'x') + "\""}) {
        const std::string sentence = httpRefusal("\"headers\": {\"X-A\": " + value + "}");
        EXPECT_TRUE(names(sentence, "headers/X-A")) << value.left(40).data() << " gave: " << sentence;
    }
}

TEST(ProviderSettings, TakeASecretOnlyByReference)
{
    for (const QByteArray &name :
         QByteArrayList{"Authorization", "authorization", "X-Api-Key", "X-API-KEY", "ApiKey", "X-Auth-Token",
                        "Token", "Cookie", "X-Secret", "X_Password", "X-Hub-Signature"}) {
        const std::string sentence = httpRefusal("\"headers\": {\"" + name + "\": \"Bearer 123\"}");
        EXPECT_TRUE(names(sentence, "headers/" + name)) << sentence;
        EXPECT_TRUE(names(sentence, "env:NAME")) << sentence;
        EXPECT_FALSE(names(sentence, "123")) << "the sentence repeats the secret";
        EXPECT_EQ(httpRefusal("\"headers\": {\"" + name + "\": \"env:LASER_KEY\"}"), "");
    }
}

TEST(ProviderSettings, RefuseAReferenceThatIsNotTheWholeValue)
{
    for (const QByteArray &value :
         QByteArrayList{"env:", "env: X", "env:X Y", "env:1X", "env:X-Y", "env:X\\n", "env:Ä", "Bearer env:X",
                        "env:PGPASSWORD", "env:ONCEDESK_DB"}) {
        for (const QByteArray &name : QByteArrayList{"Authorization", "X-Shop"})
            EXPECT_TRUE(
                names(httpRefusal("\"headers\": {\"" + name + "\": \"" + value + "\"}"), "headers/" + name))
                << value.data();
    }
}

TEST(ProviderSettings, SurviveAnythingAtAll)
{
    const QByteArrayList pieces{"{",
                                "}",
                                "[",
                                "]",
                                ":",
                                ",",
                                "\"url\"",
                                "\"base_url\"",
                                "\"model\"",
                                "\"user\"",
                                "\"response_format\"",
                                "\"json_schema\"",
                                "\"{{/a}}\"",
                                "\"steps\"",
                                "\"headers\"",
                                "\"ask_url\"",
                                "\"outcome\"",
                                "\"hang\"",
                                "\"http://a/{job}\"",
                                "\"env:X\"",
                                "1e308",
                                "-1",
                                "0",
                                "null",
                                "true",
                                "\"\\ud83d\"",
                                "\"delay_s\"",
                                "\"result\"",
                                "99999999999999999999",
                                "\xc3",
                                "\"definite_statuses\"",
                                "500"};
    std::mt19937 random(42);
    for (int round = 0; round < 20000; ++round) {
        QByteArray text = random() % 2 ? "{" : "";
        for (unsigned count = random() % 12; count > 0; --count)
            text += pieces.at(qsizetype(random() % unsigned(pieces.size())));
        for (const QString &kind : {u"http"_s, u"chat"_s, u"simulated"_s}) {
            const auto made = makeProvider(kind, text);
            if (!made)
                EXPECT_TRUE(made.error().sentence.endsWith(u'.')) << qPrintable(made.error().sentence);
            else
                EXPECT_TRUE(json::checkObject(text)) << text.data();
        }
    }
}
