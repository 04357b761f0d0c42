// What an answer of a chat server makes of an attempt.
#include "tests/core/providers/chat.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

Outcome outcomeOfAnswer(const Reply &reply, const QByteArray &more = {})
{
    ProviderServer server(completing(reply));
    const auto provider = chatProvider(server, more);
    const Outcome outcome = carryOut(*provider);
    EXPECT_EQ(completions(server).size(), 1);
    if (!std::holds_alternative<Finished>(outcome)) {
        EXPECT_TRUE(messageOf(outcome).size() < 400) << qPrintable(messageOf(outcome));
    }
    return outcome;
}

Outcome outcomeOfContent(const QString &content, const QByteArray &more = {})
{
    return outcomeOfAnswer(Reply::answer(200, completion(content)), more);
}

// An answer whose choice is this.
std::string choiceGives(const QByteArray &choice)
{
    return words(outcomeOfAnswer(Reply::answer(200, "{\"choices\": [" + choice + "]}")));
}

const auto textFormat = QByteArrayLiteral("\"response_format\": \"text\"");
const auto schemaFormat = QByteArrayLiteral("\"response_format\": {\"json_schema\": {}}");

} // namespace

TEST(ChatOutcome, IsTheModelsJsonInItsOwnLetters)
{
    EXPECT_EQ(words(outcomeOfContent(u"\n{\"n\": 123456789012345678901234567890.10 ,\"b\":[ 1e2 ]} "_s)),
              "finished: {\"n\": 123456789012345678901234567890.10 ,\"b\":[ 1e2 ]}");
    EXPECT_EQ(words(outcomeOfContent(u"[1, 2.0]"_s, schemaFormat)), "finished: [1, 2.0]");
}

TEST(ChatOutcome, IsAStringWhereTextWasAskedFor)
{
    EXPECT_EQ(words(outcomeOfContent(u"He said \"hi\"\n😀"_s, textFormat)),
              "finished: \"He said \\\"hi\\\"\\n\xf0\x9f\x98\x80\"");
    EXPECT_EQ(words(outcomeOfContent(u""_s, textFormat)), "finished: \"\"");
}

TEST(ChatOutcome, SaysWhichModelAnswered)
{
    EXPECT_EQ(std::get<Finished>(outcomeOfContent(u"{}"_s)).model, u"small-1-2026");
}

TEST(ChatOutcome, OfARefusalIsAFailureInTheModelsWords)
{
    const Outcome outcome = outcomeOfAnswer(
        Reply::answer(200, "{\"choices\": [{\"finish_reason\": \"stop\", \"message\": {\"content\": null, "
                           "\"refusal\": \"I would rather not.\"}}]}"));
    EXPECT_EQ(words(outcome), "failed refused, final");
    EXPECT_TRUE(messageOf(outcome).contains(u"I would rather not."_s));
}

TEST(ChatOutcome, OfAnAnswerThatIsNotWholeIsItsOwnFailure)
{
    EXPECT_EQ(words(outcomeOfAnswer(Reply::answer(200, completion(u"{}"_s, "content_filter")))),
              "failed content_filter, final");
    EXPECT_EQ(words(outcomeOfAnswer(Reply::answer(200, completion(u"{\"a\": "_s, "length")))),
              "failed truncated, final");
    EXPECT_EQ(words(outcomeOfAnswer(Reply::answer(200, completion(u"{}"_s, "abort")))),
              "failed malformed_answer, retryable");
}

TEST(ChatOutcome, OfACallForATool)
{
    EXPECT_EQ(choiceGives("{\"finish_reason\": \"stop\", \"message\": {\"content\": null, \"tool_calls\": "
                          "[{\"id\": \"1\"}]}}"),
              "failed tool_calls, final");
    EXPECT_EQ(words(outcomeOfAnswer(Reply::answer(200, completion(u""_s, "tool_calls")))),
              "failed tool_calls, final");
    EXPECT_EQ(
        choiceGives("{\"finish_reason\": \"stop\", \"message\": {\"content\": \"{}\", \"refusal\": null, "
                    "\"tool_calls\": []}}"),
        "finished: {}");
}

TEST(ChatOutcome, OfAnAnswerThatIsNoCompletion)
{
    EXPECT_EQ(words(outcomeOfAnswer(Reply::answer(200, "{\"choices\": []}"))), "failed no_choices, final");
    for (const QByteArray &body :
         QByteArrayList{"", "<html>", "{}", "[]", "null", "{\"choices\": null}", "{\"choices\": {\"0\": 1}}",
                        "{\"choices\": [null]}", "{\"choices\": [{\"text\": \"old\"}]}",
                        "{\"choices\": [{\"message\": {\"content\": 1}}]}",
                        "{\"choices\": [{\"message\": {\"content\": null}}]}",
                        "{\"error\": {\"message\": \"out of memory\"}}"}) {
        EXPECT_EQ(words(outcomeOfAnswer(Reply::answer(200, body))), "failed malformed_answer, retryable")
            << body.data();
    }
}

TEST(ChatOutcome, NamesWhatTheModelPutAroundItsJson)
{
    const QList<std::pair<QString, QString>> contents{
        {u"```json\n{\"a\": \"}\"}\n```"_s, u"a Markdown fence"_s},
        {u"Sure:\n```\n{\"a\": 1}\n```\nAnything else?"_s, u"a Markdown fence"_s},
        {u"Here it is: {\"a\": 1}"_s, u"text before it"_s},
        {u"{\"a\": 1} Hope that helps!"_s, u"text after it"_s},
        {u"With {braces}: {\"a\": 1}."_s, u"text before and after it"_s},
    };
    for (const auto &[content, around] : contents) {
        const Outcome outcome = outcomeOfContent(content);
        EXPECT_EQ(words(outcome), "failed prose_around_json, retryable") << qPrintable(content);
        EXPECT_TRUE(messageOf(outcome).contains(around)) << qPrintable(messageOf(outcome));
    }
}

TEST(ChatOutcome, TellsJsonThatEndsTooEarlyFromWhatIsNone)
{
    const QString whole = u"{\"a\": [1.5, true, \"x\\u00e4\", null]}"_s;
    for (qsizetype length = 1; length < whole.size(); ++length)
        EXPECT_EQ(words(outcomeOfContent(whole.left(length))), "failed truncated_json, retryable")
            << qPrintable(whole.left(length));
    EXPECT_EQ(words(outcomeOfContent(u"```json\n{\"a\": \""_s)), "failed truncated_json, retryable");
    EXPECT_EQ(words(outcomeOfContent(u"[{\"a\": 1}, {"_s, schemaFormat)), "failed truncated_json, retryable");
    for (const QString &content :
         {u""_s, u"I cannot do that."_s, u"[1]"_s, u"[{\"a\": 1}]"_s, u"42"_s, u"{a: 1}"_s, u"{'a': 1}"_s,
          u"{\"a\": 1,}"_s, QString(u"{"_s.repeated(100000) + u'x')})
        EXPECT_EQ(words(outcomeOfContent(content, "\"max_response_bytes\": 9999999")),
                  "failed not_json, retryable")
            << qPrintable(content.left(50));
}

TEST(ChatOutcome, NeverRepeatsAllOfWhatTheModelWrote)
{
    const QString message = messageOf(outcomeOfContent(u"ä"_s.repeated(5000)));
    EXPECT_TRUE(message.contains(u"ä…"_s)) << qPrintable(message);
    EXPECT_LT(message.size(), 400);
}

TEST(ChatOutcome, OfAStatusOrALostLinkIsAsForKindHttp)
{
    const QList<std::pair<Reply, std::string>> replies{
        {Reply::answer(400, "{\"error\": \"context length\"}"), "failed http_400, final"},
        {Reply::answer(401), "failed http_401, final"},
        {Reply::answer(429, "{}", {{"Retry-After", "7"}}), "failed http_429, retryable after 7000 ms"},
        {Reply::answer(500), "doubtful"},
        {Reply::answer(502), "doubtful"},
        {Reply::redirect(307, "/v2"), "doubtful"},
        {Reply::closeWithoutAnswer(), "doubtful"},
        {Reply().thenReset(), "doubtful"},
        {Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{").thenClose(), "doubtful"},
    };
    for (const auto &[reply, outcome] : replies)
        EXPECT_EQ(words(outcomeOfAnswer(reply)), outcome);
    EXPECT_EQ(words(outcomeOfAnswer(Reply::answer(500), "\"definite_statuses\": [500]")),
              "failed http_500, retryable");
}
