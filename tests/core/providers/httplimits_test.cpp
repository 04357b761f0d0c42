// What a provider sends is bounded while it is read, and never unpacked.
#include "tests/core/providers/carryout.h"

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

const auto head = QByteArrayLiteral("HTTP/1.1 200 OK\r\n");

QByteArray chunk(const QByteArray &bytes)
{
    return QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

} // namespace

TEST(HttpLimits, ABodyOfJustTheLimitIsTakenAndOneByteMoreLeavesDoubt)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url(), "\"max_response_bytes\": 1000");
    server.next(Reply::answer(200, QByteArray(1000, 'x')));
    EXPECT_EQ(words(carryOut(*provider)), "finished: " + std::string(1000, 'x'));
    server.next(Reply::answer(200, QByteArray(1001, 'x')));
    const Outcome outcome = carryOut(*provider);
    EXPECT_EQ(words(outcome), "doubtful");
    EXPECT_TRUE(messageOf(outcome).contains(u"larger than 1000 bytes"_s)) << qPrintable(messageOf(outcome));
    server.next(Reply::raw(head + "\r\n" + QByteArray(1001, 'x')).thenClose());
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
    server.next(Reply::raw(head + "Transfer-Encoding: chunked\r\n\r\n" + chunk(QByteArray(600, 'x')) +
                           chunk(QByteArray(600, 'x')) + "0\r\n\r\n"));
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
}

TEST(HttpLimits, ALengthBeyondTheLimitIsNotWaitedFor)
{
    ProviderServer server;
    server.next(Reply::raw(head + "Content-Length: 9000000000000\r\n\r\n")); // and then silence
    EXPECT_EQ(words(carryOut(*httpProvider(server.url()))), "doubtful");
}

TEST(HttpLimits, AnEndlessBodyIsCutOffAtTheLimit)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    server.next(Reply::raw(head + "\r\n").thenRepeat(QByteArray(65536, 'x'), 0ms));
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
    server.next(Reply::raw(head + "Transfer-Encoding: chunked\r\n\r\n")
                    .thenRepeat(chunk(QByteArray(65536, 'x')), 0ms));
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
    ASSERT_TRUE(spinUntil([&] { return server.openConnections() == 0; }));
}

TEST(HttpLimits, EndlessHeadersAreCutOff)
{
    ProviderServer server;
    const auto provider = httpProvider(server.url());
    server.next(Reply::raw(head).thenRepeat("X-More: " + QByteArray(1000, 'x') + "\r\n", 0ms));
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
    server.next(Reply::raw(head + "X-Long: ").thenRepeat(QByteArray(4096, 'x'), 0ms));
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
    server.next(
        Reply().thenRepeat("HTTP/1.1 103 Early Hints\r\nLink: <" + QByteArray(200, 'x') + ">\r\n\r\n", 0ms));
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
    server.next(
        Reply::raw(head + "Transfer-Encoding: chunked\r\n\r\n0\r\n").thenRepeat("X-Trailer: x\r\n", 0ms));
    EXPECT_EQ(words(carryOut(*provider)), "doubtful");
    EXPECT_EQ(server.requestCount(), 4);
}

TEST(HttpLimits, APackedAnswerIsNeitherAskedForNorUnpacked)
{
    ProviderServer server;
    const QByteArray packed = qCompress(QByteArray(8 * 1024 * 1024, '0'), 9).mid(4); // 8 MiB in 8 KB
    for (const QByteArray &coding : QByteArrayList{"gzip", "deflate", "br", "zstd"}) {
        server.next(Reply::answer(200, packed, {{"Content-Encoding", coding}}));
        const Outcome outcome = carryOut(*httpProvider(server.url()));
        ASSERT_TRUE(std::holds_alternative<Finished>(outcome)) << words(outcome);
        EXPECT_EQ(std::get<Finished>(outcome).body, packed);
        EXPECT_FALSE(server.requests().last().has("Accept-Encoding"));
        EXPECT_FALSE(server.requests().last().has("TE"));
    }
}

TEST(HttpLimits, APackedTransferIsCutOffAtTheLimitOfWhatItHolds)
{
    ProviderServer server;
    const QByteArray packed = qCompress(QByteArray(8 * 1024 * 1024, '0'), 9).mid(4);
    server.next(
        Reply::raw(head + "Transfer-Encoding: deflate, chunked\r\n\r\n" + chunk(packed) + "0\r\n\r\n"));
    EXPECT_EQ(words(carryOut(*httpProvider(server.url()))), "doubtful");
}

TEST(HttpLimits, AnAnswerThatDripsByteByByteIsWaitedFor)
{
    ProviderServer server;
    Reply drip;
    for (const char byte : QByteArray(head + "Content-Length: 4\r\n\r\nslow"))
        drip.thenSend(QByteArray(1, byte)).thenWait(1ms);
    server.next(drip);
    EXPECT_EQ(words(carryOut(*httpProvider(server.url()))), "finished: slow");
}
