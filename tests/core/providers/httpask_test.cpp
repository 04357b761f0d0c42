// Asking an http provider about an attempt, and telling it to stop one.
#include "tests/core/providers/carryout.h"

#include "core/base/json.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

std::unique_ptr<Provider> askable(const ProviderServer &server, const QByteArray &more = {})
{
    return httpProvider(server.url("/jobs"),
                        "\"ask_url\": \"" + server.url("/ask/{job}/{attempt}?key={key}") +
                            "\", \"stop_url\": \"" + server.url("/stop/{job}/{attempt}/{key}") + "\"" + more);
}

Answer askOnce(const Reply &reply, const QByteArray &more = {})
{
    ProviderServer server;
    server.next(reply);
    const Answer answer = ask(*askable(server, more));
    EXPECT_EQ(server.requestCount(), 1);
    EXPECT_TRUE(json::fitsJsonb(answer.payload)) << answer.payload.data();
    return answer;
}

Answer stopOnce(const Reply &reply, const QByteArray &more = {})
{
    ProviderServer server;
    server.next(reply);
    const Answer answer = stop(*askable(server, more));
    EXPECT_EQ(server.requestCount(), 1);
    EXPECT_TRUE(json::fitsJsonb(answer.payload)) << answer.payload.data();
    return answer;
}

} // namespace

TEST(HttpAsk, AsksUnderTheIdentityOfTheAttempt)
{
    ProviderServer server;
    Dispatch about = aDispatch("{}", 3);
    about.owner = u"Zoë"_s;
    about.idempotencyKey = "../a b?&#%2F{job}";
    ask(*askable(server), about);
    ASSERT_EQ(server.requestCount(), 1);
    const ServedRequest request = server.requests().first();
    EXPECT_EQ(request.method, "GET");
    EXPECT_EQ(request.body, "");
    EXPECT_EQ(request.header("Idempotency-Key"), outboundIdempotencyKey(about.owner, about.idempotencyKey));
    EXPECT_EQ(request.header("Oncedesk-Job"), "45");
    EXPECT_EQ(request.header("Oncedesk-Attempt"), "3");
    const QByteArray start = "/ask/45/3?key=";
    ASSERT_TRUE(request.path.startsWith(start)) << request.path.data();
    EXPECT_EQ(QByteArray::fromPercentEncoding(request.path.mid(start.size())),
              request.header("Idempotency-Key"));
    EXPECT_FALSE(request.path.contains("/..")) << request.path.data();
}

TEST(HttpAsk, TellsTheStateTheProviderNames)
{
    for (const QByteArray &state : QByteArrayList{"running", "failed", "no_record"}) {
        const QByteArray body = "{\"state\": \"" + state + "\", \"page\": 12345678901234567890123}";
        const Answer answer = askOnce(Reply::answer(200, body));
        EXPECT_EQ(answer.answer, QString::fromUtf8(state));
        EXPECT_EQ(answer.payload, body);
    }
}

TEST(HttpAsk, KeepsTheExactTextOfTheResult)
{
    for (const QByteArray &result :
         QByteArrayList{"{\"id\": 123456789012345678901234567890.10, \"e\": 1E-7 , \"k\":[ 1 ]}",
                        "9223372036854775809", "\"\\u00e4\\/\"", "null", "[]", "1.0"}) {
        const Answer answer = askOnce(
            Reply::answer(200, "{\"state\": \"succeeded\", \"result\" :  " + result + " , \"x\": 1}"));
        EXPECT_EQ(answer.answer, u"succeeded");
        EXPECT_EQ(answer.payload, result);
    }
}

TEST(HttpAsk, TakesTheWholeBodyWhereThereIsNoResultMember)
{
    const QByteArray body = "{\"state\": \"succeeded\", \"pages\": 3}";
    EXPECT_EQ(askOnce(Reply::answer(200, body)).payload, body);
}

TEST(HttpAsk, FindsStateAndResultWhereTheSettingsPoint)
{
    const QByteArray more = ", \"ask_state\": \"/jobs/0/st~1ate\", \"ask_result\": \"/jobs/0/out\"";
    const Answer answer =
        askOnce(Reply::answer(200, "{\"jobs\": [{\"st/ate\": \"succeeded\", \"out\": 1e2}]}"), more);
    EXPECT_EQ(answer.answer, u"succeeded");
    EXPECT_EQ(answer.payload, "1e2");
    EXPECT_EQ(askOnce(Reply::answer(200, "\"running\""), ", \"ask_state\": \"\"").answer, u"running");
}

TEST(HttpAsk, UnderstandsTheProvidersOwnWordsAsTheSettingsSay)
{
    const QByteArray more =
        R"(, "ask_states": {"COMPLETED": "succeeded", "queued": "running", "failed": "running"})";
    EXPECT_EQ(askOnce(Reply::answer(200, R"({"state": "COMPLETED", "result": 7})"), more).payload, "7");
    EXPECT_EQ(askOnce(Reply::answer(200, R"({"state": "queued"})"), more).answer, u"running");
    EXPECT_EQ(askOnce(Reply::answer(200, R"({"state": "failed"})"), more).answer, u"running");
    EXPECT_EQ(askOnce(Reply::answer(200, R"({"state": "no_record"})"), more).answer, u"no_record");
    const Answer other = askOnce(Reply::answer(200, R"({"state": "completed"})"), more);
    EXPECT_EQ(other.answer, u"unreachable");
    EXPECT_TRUE(other.payload.contains("no_record, COMPLETED")) << other.payload.data();
}

TEST(HttpAsk, TakesNotFoundForNoRecord)
{
    const Answer answer = askOnce(Reply::answer(404, "no such job \"45\""));
    EXPECT_EQ(answer.answer, u"no_record");
    EXPECT_EQ(answer.payload, "{\"http_status\": 404, \"body\": \"no such job \\\"45\\\"\"}");
}

TEST(HttpAsk, ConcludesNothingFromAnythingElse)
{
    const QList<std::pair<const char *, Reply>> replies{
        {"another status", Reply::answer(500, "{\"state\": \"succeeded\"}")},
        {"gone", Reply::answer(410, "{\"state\": \"failed\"}")},
        {"a redirect", Reply::redirect(302, "http://127.0.0.1:1/")},
        {"an unknown state", Reply::answer(200, "{\"state\": \"done\"}")},
        {"another spelling", Reply::answer(200, "{\"state\": \"Succeeded\"}")},
        {"no state", Reply::answer(200, "{\"status\": \"succeeded\"}")},
        {"a state that is no text", Reply::answer(200, "{\"state\": [\"succeeded\"]}")},
        {"no JSON", Reply::answer(200, "succeeded")},
        {"nothing", Reply::answer(200, "")},
        {"bytes", Reply::answer(200, QByteArray("\xff\x00\xfe", 3))},
        {"half an answer",
         Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"state\": \"failed\"}").thenClose()},
        {"half a refusal", Reply::raw("HTTP/1.1 404 No\r\nContent-Length: 99\r\n\r\n").thenClose()},
        {"no answer", Reply::closeWithoutAnswer()},
        {"too much",
         Reply::answer(200, "{\"state\": \"failed\", \"x\": \"" + QByteArray(2 * 1024 * 1024, 'x') + "\"}")},
        {"a result the database cannot hold",
         Reply::answer(200, "{\"state\": \"succeeded\", \"result\": \"\\u0000\"}")},
    };
    for (const auto &[what, reply] : replies)
        EXPECT_EQ(askOnce(reply).answer, u"unreachable") << what;
}

TEST(HttpAsk, SaysWhatWasSeen)
{
    EXPECT_EQ(askOnce(Reply::answer(503, "busy")).payload, "{\"http_status\": 503, \"body\": \"busy\"}");
    EXPECT_TRUE(askOnce(Reply::answer(200, "{\"state\": 1}")).payload.contains("none of running, succeeded"));
    EXPECT_TRUE(askOnce(Reply::closeWithoutAnswer()).payload.startsWith("{\"problem\": "));
}

TEST(HttpAsk, KeepsEvidenceThatIsNoJsonbAsADescription)
{
    const Answer answer = askOnce(Reply::answer(200, "{\"state\": \"failed\", \"why\": \"\\u0000\"}"));
    EXPECT_EQ(answer.answer, u"failed");
    EXPECT_TRUE(answer.payload.startsWith("{\"http_status\": 200, \"body\": ")) << answer.payload.data();
}

TEST(HttpAsk, IsUnreachableWithoutAnAddressToAsk)
{
    const auto provider = httpProvider("http://127.0.0.1:1/");
    EXPECT_EQ(ask(*provider).answer, u"unreachable");
    EXPECT_EQ(stop(*provider).answer, u"unreachable");
    EXPECT_TRUE(ask(*provider).payload.contains("ask_url"));
}

TEST(HttpAsk, IsUnreachableWhenNobodyListens)
{
    const auto provider =
        httpProvider("http://127.0.0.1:1/", "\"ask_url\": \"http://no-such-host.invalid/\"");
    const Answer answer = ask(*provider);
    EXPECT_EQ(answer.answer, u"unreachable");
    EXPECT_TRUE(answer.payload.startsWith("{\"problem\": "));
}

TEST(HttpStop, OrdersTheStopUnderTheIdentityOfTheAttempt)
{
    ProviderServer server;
    stop(*askable(server));
    ASSERT_EQ(server.requestCount(), 1);
    const ServedRequest request = server.requests().first();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/stop/45/1/alice%2Forder-42");
    EXPECT_EQ(request.header("Idempotency-Key"), "alice/order-42");
    EXPECT_EQ(request.header("Content-Type"), "application/json");
    EXPECT_EQ(request.body, "{}");
}

TEST(HttpStop, IsConfirmedByNothingButTheWordTrue)
{
    EXPECT_EQ(stopOnce(Reply::answer(200, "{\"stopped\": true}")).answer, u"stopped");
    EXPECT_EQ(stopOnce(Reply::answer(202, "{\"stopped\": true}")).answer, u"stopped");
    for (const QByteArray &body :
         QByteArrayList{"", "{}", "{\"stopped\": false}", "{\"stopped\": \"true\"}", "{\"stopped\": 1}",
                        "{\"stopped\": null}", "true", "stopped", "{\"a\": {\"stopped\": true}}",
                        "{\"stopped\": true", "{\"stopped\": true, \"stopped\": false}"})
        EXPECT_EQ(stopOnce(Reply::answer(200, body)).answer, u"not_stopped") << body.data();
    EXPECT_EQ(
        stopOnce(Reply::answer(200, "{\"job\": {\"halted\": true}}"), ", \"stop_confirmed\": \"/job/halted\"")
            .answer,
        u"stopped");
}

TEST(HttpStop, IsConfirmedByTheWordsThatTheSettingsName)
{
    const QByteArray more = R"(, "stop_confirmed": "/status", "stop_states": ["CANCELLED"])";
    EXPECT_EQ(stopOnce(Reply::answer(200, R"({"status": "CANCELLED"})"), more).answer, u"stopped");
    EXPECT_EQ(stopOnce(Reply::answer(200, R"({"status": "CANCELLING"})"), more).answer, u"not_stopped");
    EXPECT_EQ(stopOnce(Reply::answer(409, R"({"status": "CANCELLED"})"), more).answer, u"unreachable");
}

TEST(HttpStop, ConcludesNothingFromAnythingElse)
{
    for (const int status : {302, 400, 404, 409, 500})
        EXPECT_EQ(stopOnce(Reply::answer(status, "{\"stopped\": true}")).answer, u"unreachable") << status;
    EXPECT_EQ(stopOnce(Reply::closeWithoutAnswer()).answer, u"unreachable");
    EXPECT_EQ(
        stopOnce(Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"stopped\": true}").thenClose())
            .answer,
        u"unreachable");
}

TEST(HttpStop, KeepsTheAnswerAsEvidence)
{
    EXPECT_EQ(stopOnce(Reply::answer(200, "{\"stopped\": true, \"at\": 1.50}")).payload,
              "{\"stopped\": true, \"at\": 1.50}");
    EXPECT_EQ(stopOnce(Reply::answer(200, "no")).payload, "{\"http_status\": 200, \"body\": \"no\"}");
}
