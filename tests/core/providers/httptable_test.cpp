// "What leaves doubt, and what does not", line by line, over real sockets.
#include "tests/core/providers/carryout.h"

#include <netinet/in.h>
#include <random>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

// A port that nobody listens on: bound, so that nobody else gets it, and never listened on.
class RefusingPort
{
public:
    RefusingPort() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        auto *generic = reinterpret_cast<sockaddr *>(&address);
        if (::bind(m_socket, generic, length) != 0 || ::getsockname(m_socket, generic, &length) != 0)
            throw std::runtime_error("no port");
        m_port = ntohs(address.sin_port);
    }
    ~RefusingPort() { ::close(m_socket); }
    Q_DISABLE_COPY_MOVE(RefusingPort)

    [[nodiscard]] QByteArray url(const QByteArray &scheme) const
    {
        return scheme + "://127.0.0.1:" + QByteArray::number(m_port) + "/";
    }

private:
    int m_socket;
    int m_port = 0;
};

// What one answer makes of an attempt, and that one answer took one request.
std::string outcomeOfReply(const Reply &reply, const QByteArray &settings = {})
{
    ProviderServer server;
    server.next(reply);
    const auto provider = httpProvider(server.url(), settings);
    const Outcome outcome = carryOut(*provider);
    EXPECT_EQ(server.requestCount(), 1);
    EXPECT_EQ(server.connectionCount(), 1);
    return words(outcome);
}

} // namespace

TEST(TableOfDoubt, ARefusedConnectionIsARetryableFailure)
{
    const RefusingPort nobody;
    for (const QByteArray &scheme : QByteArrayList{"http", "https"}) {
        const auto provider = httpProvider(nobody.url(scheme));
        EXPECT_EQ(words(carryOut(*provider)), "failed connection_refused, retryable");
    }
}

TEST(TableOfDoubt, ANameThatIsNotFoundIsARetryableFailure)
{
    const auto provider = httpProvider("http://no-such-host.invalid/");
    EXPECT_EQ(words(carryOut(*provider)), "failed name_not_found, retryable");
}

TEST(TableOfDoubt, ACertificateNobodyVouchesForIsARetryableFailureAndNothingIsSent)
{
    for (const auto kind : {ProviderServer::Kind::selfSigned, ProviderServer::Kind::wrongName}) {
        ProviderServer server(kind);
        const auto provider = httpProvider(server.url());
        EXPECT_EQ(words(carryOut(*provider)), "failed tls_failed, retryable");
        EXPECT_EQ(server.connectionCount(), 1);
        EXPECT_EQ(server.bytesReceived(), 0);
    }
}

TEST(TableOfDoubt, ALinkLostDuringTheTlsHandshakeIsARetryableFailure)
{
    ProviderServer server(ProviderServer::Kind::closesAtAccept);
    const auto provider = httpProvider("https" + server.url().mid(4));
    EXPECT_EQ(words(carryOut(*provider)), "failed tls_failed, retryable");
}

TEST(TableOfDoubt, AServerThatSpeaksNoTlsIsARetryableFailure)
{
    ProviderServer server(ProviderServer::Kind::plain);
    server.next(Reply::answer(200)); // it takes the handshake for an endless header and says nothing
    const auto provider = httpProvider("https" + server.url().mid(4), "\"connect_timeout_s\": 0.1");
    EXPECT_EQ(words(carryOut(*provider)), "failed connect_timeout, retryable");
    EXPECT_EQ(server.requestCount(), 0);
}

TEST(TableOfDoubt, NoConnectionInTimeIsARetryableFailure)
{
    ProviderServer server(ProviderServer::Kind::mute);
    const auto provider = httpProvider("https" + server.url().mid(4), "\"connect_timeout_s\": 0.1");
    EXPECT_EQ(words(carryOut(*provider)), "failed connect_timeout, retryable");
}

TEST(TableOfDoubt, SuccessAndABodyFinishTheAttempt)
{
    for (const int status : {200, 201, 202, 203, 204, 206, 226, 299})
        EXPECT_EQ(outcomeOfReply(Reply::answer(status, status == 204 ? "" : "{\"ok\":true}")),
                  status == 204 ? "finished: " : "finished: {\"ok\":true}")
            << status;
}

TEST(TableOfDoubt, TheBodyIsKeptByteForByte)
{
    QByteArray everyByte;
    for (int i = 0; i < 256; ++i)
        everyByte += char(i);
    for (const QByteArray &body : QByteArrayList{
             QByteArray(""), QByteArray("not JSON"), QByteArray("\xff\xfe\x00\x80", 4),
             QByteArray("{\"n\": 123456789012345678901234567890.10}\n"), everyByte.repeated(1000)}) {
        ProviderServer server;
        server.next(Reply::answer(200, body));
        const Outcome outcome = carryOut(*httpProvider(server.url()));
        ASSERT_TRUE(std::holds_alternative<Finished>(outcome)) << words(outcome);
        EXPECT_EQ(std::get<Finished>(outcome).body, body);
    }
}

TEST(TableOfDoubt, AClientErrorIsAFinalFailure)
{
    for (int status = 400; status < 500; ++status) {
        if (status == 408 || status == 409 || status == 425 || status == 429)
            continue;
        EXPECT_EQ(outcomeOfReply(Reply::answer(status)), "failed http_" + std::to_string(status) + ", final");
    }
}

TEST(TableOfDoubt, AClientErrorStaysFinalWhateverRetryAfterSays)
{
    EXPECT_EQ(outcomeOfReply(Reply::answer(404, "", {{"Retry-After", "5"}})), "failed http_404, final");
}

TEST(TableOfDoubt, TooManyRequestsAndUnavailableWithRetryAfterWaitThatLong)
{
    for (const int status : {429, 503}) {
        const std::string failed = "failed http_" + std::to_string(status) + ", retryable after ";
        const auto with = [&](const ServedRequest::Headers &headers) {
            return outcomeOfReply(Reply::answer(status, "{}", headers));
        };
        EXPECT_EQ(with({{"Retry-After", "0"}}), failed + "0 ms");
        EXPECT_EQ(with({{"Retry-After", "120"}}), failed + "120000 ms");
        EXPECT_EQ(with({{"retry-after", "99999999999999999999999999"}}), failed + "86400000 ms");
        EXPECT_EQ(with({{"Retry-After", "5"}, {"Retry-After", "7"}}), failed + "7000 ms");
        // Counted by the provider's own clock, however wrong ours or theirs is.
        EXPECT_EQ(with({{"Date", "Sun, 06 Nov 1994 08:49:37 GMT"},
                        {"Retry-After", "Sun, 06 Nov 1994 08:50:07 GMT"}}),
                  failed + "30000 ms");
        EXPECT_EQ(with({{"Retry-After", "Sun, 06 Nov 1994 08:50:07 GMT"}}), failed + "0 ms");
        EXPECT_EQ(with({{"Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT"}}), failed + "86400000 ms");
    }
}

TEST(TableOfDoubt, TooManyRequestsIsRetryableEvenWithoutAUsableRetryAfter)
{
    EXPECT_EQ(outcomeOfReply(Reply::answer(429)), "failed http_429, retryable");
    EXPECT_EQ(outcomeOfReply(Reply::answer(429, "", {{"Retry-After", "soon"}})),
              "failed http_429, retryable");
}

TEST(TableOfDoubt, UnavailableWithoutAUsableRetryAfterLeavesDoubt)
{
    EXPECT_EQ(outcomeOfReply(Reply::answer(503)), "doubtful");
    for (const QByteArray &useless :
         QByteArrayList{"", "soon", "-5", "1.5", "1e3", "0x10", "Sun, 06 Nov 1994"})
        EXPECT_EQ(outcomeOfReply(Reply::answer(503, "", {{"Retry-After", useless}})), "doubtful")
            << useless.data();
}

TEST(TableOfDoubt, StatusesThatLeaveDoubtMakeItDoubtful)
{
    for (const int status : {408, 409, 425, 500, 501, 502, 503, 504, 505, 507, 511, 520, 599})
        EXPECT_EQ(outcomeOfReply(Reply::answer(status)), "doubtful") << status;
}

TEST(TableOfDoubt, StatusesOutsideTheStandardLeaveDoubt)
{
    for (const int status : {600, 700, 999})
        EXPECT_EQ(outcomeOfReply(Reply::answer(status)), "doubtful") << status;
    for (const QByteArray &line :
         QByteArrayList{"HTTP/1.1 000 Odd", "HTTP/1.1 099 Odd", "HTTP/1.1 20 Odd", "HTTP/1.1 2000 Odd",
                        "HTTP/1.1 -200 Odd", "HTTP/1.1 abc Odd", "HTTP/1.1"})
        EXPECT_EQ(outcomeOfReply(Reply::raw(line + "\r\nContent-Length: 0\r\n\r\n").thenClose()), "doubtful")
            << line.data();
}

TEST(TableOfDoubt, AStatusThatTheSettingsCallDefiniteIsAFailure)
{
    const QByteArray definite = "\"definite_statuses\": [408, 409, 425, 500, 502, 503, 599, 404]";
    for (const int status : {408, 425, 500, 502, 503, 599})
        EXPECT_EQ(outcomeOfReply(Reply::answer(status), definite),
                  "failed http_" + std::to_string(status) + ", retryable");
    EXPECT_EQ(outcomeOfReply(Reply::answer(409), definite), "failed http_409, final");
    EXPECT_EQ(outcomeOfReply(Reply::answer(404), definite), "failed http_404, final");
    EXPECT_EQ(outcomeOfReply(Reply::answer(504), definite), "doubtful");
    EXPECT_EQ(outcomeOfReply(Reply::answer(502, "", {{"Retry-After", "9"}}), definite),
              "failed http_502, retryable after 9000 ms");
}

TEST(TableOfDoubt, ARedirectIsNotFollowedAndLeavesDoubt)
{
    ProviderServer elsewhere;
    for (const int status : {300, 301, 302, 303, 304, 305, 307, 308}) {
        ProviderServer server;
        server.next(Reply::redirect(status, elsewhere.url("/new")));
        const Outcome outcome = carryOut(*httpProvider(server.url()));
        EXPECT_EQ(words(outcome), "doubtful") << status;
        EXPECT_TRUE(messageOf(outcome).contains(QString::fromUtf8(elsewhere.url("/new"))));
        EXPECT_EQ(server.requestCount(), 1);
    }
    EXPECT_EQ(elsewhere.connectionCount(), 0);
}

TEST(TableOfDoubt, AnInterimAnswerIsNotTheAnswer)
{
    EXPECT_EQ(
        outcomeOfReply(Reply::raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n")
                           .then(Reply::answer(200, "[1]"))),
        "finished: [1]");
    EXPECT_EQ(outcomeOfReply(Reply::raw("HTTP/1.1 102 Processing\r\n\r\n").thenClose()), "doubtful");
    EXPECT_EQ(
        outcomeOfReply(Reply::raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n").thenClose()),
        "doubtful");
}

TEST(TableOfDoubt, ALinkLostAfterTheRequestBeganToGoOutLeavesDoubt)
{
    const auto head = QByteArrayLiteral("HTTP/1.1 200 OK\r\n");
    const QList<std::pair<const char *, Reply>> losses{
        {"closed without answering", Reply::closeWithoutAnswer()},
        {"reset without answering", Reply().thenReset()},
        {"closed in the status line", Reply::raw("HTTP/1.").thenClose()},
        {"closed after the status line", Reply::raw(head).thenClose()},
        {"closed among the headers", Reply::raw(head + "Content-Length: 2\r\n").thenClose()},
        {"closed within a header", Reply::raw(head + "Content-Len").thenClose()},
        {"closed in the body", Reply::raw(head + "Content-Length: 100\r\n\r\n{\"half\":").thenClose()},
        {"closed before the body", Reply::raw(head + "Content-Length: 2\r\n\r\n").thenClose()},
        {"reset in the body", Reply::raw(head + "Content-Length: 100\r\n\r\n{\"half\":").thenReset()},
        {"reset in a body without length", Reply::raw(head + "\r\n{\"half\":").thenWait(20ms).thenReset()},
        {"closed in a chunk", Reply::raw(head + "Transfer-Encoding: chunked\r\n\r\n10\r\nhalf").thenClose()},
        {"closed between chunks",
         Reply::raw(head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n").thenClose()},
        {"closed in a failing body", Reply::raw("HTTP/1.1 404 No\r\nContent-Length: 9\r\n\r\nx").thenClose()},
    };
    for (const auto &[what, reply] : losses)
        EXPECT_EQ(outcomeOfReply(reply), "doubtful") << what;
}

TEST(TableOfDoubt, ABrokenAnswerLeavesDoubt)
{
    const auto head = QByteArrayLiteral("HTTP/1.1 200 OK\r\n");
    const QList<std::pair<const char *, Reply>> answers{
        {"another protocol", Reply::raw("SSH-2.0-OpenSSH_9.2\r\n").thenClose()},
        {"a body without headers", Reply::raw("{\"ok\": true}").thenClose()},
        {"a chunk size that is no number",
         Reply::raw(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n").thenClose()},
        {"an unknown transfer coding", Reply::raw(head + "Transfer-Encoding: rot13\r\n\r\n{}").thenClose()},
        {"two lengths", Reply::raw(head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ").thenClose()},
        {"a negative length", Reply::raw(head + "Content-Length: -2\r\n\r\n{}").thenClose()},
        {"a length in words", Reply::raw(head + "Content-Length: two\r\n\r\n{}").thenClose()},
        {"a length beyond 64 bits",
         Reply::raw(head + "Content-Length: 99999999999999999999\r\n\r\n{}").thenClose()},
        {"a NUL among the headers", Reply::raw(head + QByteArray("X: a\0b\r\n", 8) + "\r\n{}").thenClose()},
    };
    for (const auto &[what, reply] : answers)
        EXPECT_EQ(outcomeOfReply(reply), "doubtful") << what;
}

TEST(TableOfDoubt, AnAnswerThatOnlyTheEndOfTheLinkEndsIsWholeWhenItIsWholeJson)
{
    for (const QByteArray &head :
         QByteArrayList{"HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"}) {
        for (const QByteArray &whole : QByteArrayList{"{\"whole\": 1}\n", "[1, 2]", "\"done\""})
            EXPECT_EQ(outcomeOfReply(Reply::raw(head + whole).thenClose()),
                      "finished: " + whole.toStdString());
        for (const QByteArray &half : QByteArrayList{"", "{\"half\": ", "[1, 2", "\"do", "12", "plain words"})
            EXPECT_EQ(outcomeOfReply(Reply::raw(head + half).thenClose()), "doubtful") << half.data();
    }
    EXPECT_EQ(outcomeOfReply(Reply::raw("HTTP/1.1 204 OK\r\n\r\n").thenClose()), "finished: ");
    EXPECT_EQ(outcomeOfReply(Reply::raw("HTTP/1.1 404 No\r\n\r\nwords").thenClose()),
              "failed http_404, final");
}

TEST(TableOfDoubt, ALinkLostAtAnyByteOfAnAnswerLeavesDoubt)
{
    const QByteArrayList answers{
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nX-Printer: a\r\n\r\n{\"a\": 1 }",
        // (The last line feed says nothing more.)
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n5\r\n: 1 }\r\n0\r\nX-Sum: "
        "1\r\n\r",
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{\"a\": 1 }",
    };
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    int requests = 0;
    for (const QByteArray &answer : answers) {
        for (qsizetype length = 0; length <= answer.size(); ++length) {
            server.next(Reply::raw(answer.left(length)).thenClose());
            EXPECT_EQ(words(carryOut(*provider)),
                      length < answer.size() ? "doubtful" : "finished: {\"a\": 1 }")
                << answer.left(length).data();
            EXPECT_EQ(server.requestCount(), ++requests);
        }
    }
}

TEST(TableOfDoubt, NothingThatAServerMaySayIsTakenForSuccessUnlessItSaysSo)
{
    // A well-formed answer with a few bytes replaced, inserted and removed; the seed makes it the same each
    // time.
    const QByteArray answer =
        "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\nRetry-After: 1\r\nConnection: close\r\n\r\n{}";
    std::mt19937 random(7);
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    for (int round = 1; round <= 500; ++round) {
        QByteArray said = answer;
        for (unsigned changes = 1 + random() % 4; changes > 0 && !said.isEmpty(); --changes) {
            const auto at = qsizetype(random() % unsigned(said.size()));
            const char byte = char(random() % 256);
            if (random() % 3 == 0)
                said.insert(at, byte);
            else if (random() % 2 == 0)
                said.remove(at, 1);
            else
                said[at] = byte;
        }
        server.next(Reply::raw(said).thenClose());
        const Outcome outcome = carryOut(*provider);
        if (std::holds_alternative<Finished>(outcome)) {
            EXPECT_TRUE(said.startsWith("HTTP/1.") && said.mid(8, 2) == " 2") << said.data();
        }
        EXPECT_EQ(server.requestCount(), round);
    }
}

TEST(TableOfDoubt, AChunkedAnswerIsPutTogether)
{
    EXPECT_EQ(outcomeOfReply(Reply::raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                        "3\r\n{\"a\r\n5;x=y\r\n\": 1}\r\n0\r\nTrailer: t\r\n\r\n")),
              "finished: {\"a\": 1}");
}

TEST(TableOfDoubt, WhatComesBehindTheAnswerIsIgnored)
{
    EXPECT_EQ(outcomeOfReply(Reply::answer(200, "1").then(Reply::answer(500, "2"))), "finished: 1");
    EXPECT_EQ(outcomeOfReply(Reply::raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}and more")),
              "finished: {}");
}

TEST(TableOfDoubt, AFailureIsToldInTheProvidersOwnWords)
{
    ProviderServer server;
    server.next(Reply::answer(422, "{\"error\":\n \"no such tray\"}\x01"));
    const QString message = messageOf(carryOut(*httpProvider(server.url())));
    EXPECT_EQ(message.toStdString(), "The provider answered HTTP 422: {\"error\": \"no such tray\"}");
    server.next(Reply::answer(422, QByteArray("ä").repeated(5000)));
    const QString cut = messageOf(carryOut(*httpProvider(server.url())));
    EXPECT_LT(cut.size(), 400);
    EXPECT_TRUE(cut.endsWith(u"ä…"_s)) << qPrintable(cut);
}
