// TLS with a certificate that is vouched for, which settings alone cannot arrange.
#include "core/providers/httpclient.h"
#include "tests/support/providerserver.h"
#include "tests/support/spin.h"

#include <gtest/gtest.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

namespace {

HttpExchange post(const ProviderServer &server, const QByteArray &body = "{}")
{
    const auto client = HttpClient::create({server.caFile()});
    HttpRequest request;
    request.method = "POST";
    request.url = server.url();
    request.body = body;
    std::optional<HttpExchange> exchange;
    const auto transfer = client->start(request, [&](HttpExchange came) { exchange = std::move(came); });
    EXPECT_FALSE(exchange);
    if (!spinUntil([&] { return exchange.has_value(); }))
        throw std::runtime_error("no exchange");
    return *exchange;
}

} // namespace

TEST(HttpOverTls, CarriesOneRequestAndItsAnswer)
{
    ProviderServer server(ProviderServer::Kind::selfSigned);
    const QByteArray body(3 * 1024 * 1024, 'x');
    const HttpExchange exchange = post(server, body);
    EXPECT_EQ(exchange.end, HttpExchange::End::answered) << qPrintable(exchange.problem);
    EXPECT_EQ(exchange.status, 200);
    ASSERT_EQ(server.requestCount(), 1);
    EXPECT_EQ(server.requests().first().body, body);
}

TEST(HttpOverTls, RefusesACertificateForAnotherName)
{
    ProviderServer server(ProviderServer::Kind::wrongName);
    const HttpExchange exchange = post(server);
    EXPECT_EQ(exchange.end, HttpExchange::End::nothingSent);
    EXPECT_EQ(exchange.code, u"tls_failed");
    EXPECT_EQ(server.bytesReceived(), 0);
}

TEST(HttpOverTls, IsBrokenWhenTheLinkIsLostBeforeTheAnswer)
{
    ProviderServer server(ProviderServer::Kind::selfSigned);
    for (const Reply &reply : {Reply::closeWithoutAnswer(), Reply().thenReset()}) {
        server.next(reply);
        EXPECT_EQ(post(server).end, HttpExchange::End::broken);
    }
    EXPECT_EQ(server.requestCount(), 2);
    EXPECT_EQ(server.connectionCount(), 2);
}

TEST(HttpOverTls, SaysWhenOnlyTheEndOfTheLinkEndedTheAnswer)
{
    ProviderServer server(ProviderServer::Kind::selfSigned);
    server.next(Reply::raw("HTTP/1.1 200 OK\r\n\r\n{\"half\": ").thenClose());
    EXPECT_TRUE(post(server).endsWithLink);
    server.next(Reply::answer(200));
    EXPECT_FALSE(post(server).endsWithLink);
}

TEST(HttpOverTls, IsBrokenAndNotFatalWhenTheLinkIsLostWhileTheRequestIsWritten)
{
    // The server goes as soon as it has the head of the request; SIGPIPE would end the program here.
    ProviderServer server(ProviderServer::Kind::selfSigned);
    server.closeAfter(100000);
    EXPECT_EQ(post(server, QByteArray(20 * 1024 * 1024, 'x')).end, HttpExchange::End::broken);
    EXPECT_EQ(server.requestCount(), 0);
    EXPECT_EQ(server.connectionCount(), 1);
}

TEST(HttpOverTls, BoundsTheHeadersItReads)
{
    ProviderServer server;
    HttpClient::Options options;
    options.maxHeaderBytes = 100;
    const auto client = HttpClient::create(options);
    for (const auto &[size, end] :
         {std::pair(10, HttpExchange::End::answered), std::pair(100, HttpExchange::End::broken)}) {
        server.next(Reply::answer(200, "{}", {{"X", QByteArray(size, 'x')}}));
        std::optional<HttpExchange> exchange;
        HttpRequest request;
        request.url = server.url();
        const auto transfer = client->start(request, [&](HttpExchange came) { exchange = std::move(came); });
        ASSERT_TRUE(spinUntil([&] { return exchange.has_value(); }));
        EXPECT_EQ(exchange->end, end);
    }
}
