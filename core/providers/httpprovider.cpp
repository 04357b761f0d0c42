#include "core/providers/httpprovider.h"

#include "core/providers/httpanswer.h"
#include "core/providers/httpclient.h"
#include "core/providers/httpoutcome.h"
#include "core/providers/timedcall.h"
#include "core/providers/urltemplate.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

class HttpCall : public Call
{
public:
    explicit HttpCall(std::unique_ptr<HttpTransfer> transfer) : m_transfer(std::move(transfer)) {}
    [[nodiscard]] bool nothingSent() const override { return m_transfer->nothingSent(); }

private:
    std::unique_ptr<HttpTransfer> m_transfer;
};

// A refusal may repeat our own headers, and its words go into the database: take the secrets out of them.
// What a provider answers well is kept as it is.
HttpExchange withoutSecrets(HttpExchange exchange, const QList<QByteArray> &secrets)
{
    if (exchange.status >= 200 && exchange.status < 300)
        return exchange;
    for (const QByteArray &secret : secrets) {
        exchange.body.replace(secret, "•••");
        for (HttpHeader &header : exchange.headers)
            header.value.replace(secret, "•••");
    }
    return exchange;
}

std::unique_ptr<Call> answerAtOnce(Answer answer, std::function<void(Answer)> done)
{
    return std::make_unique<TimedCall>(
        0ms, TimedCall::Sent::nothing,
        [answer = std::move(answer), done = std::move(done)] { done(answer); });
}

} // namespace

HttpProvider::HttpProvider(HttpSettings settings) : m_settings(std::move(settings)) {}

HttpProvider::~HttpProvider() = default;

std::unique_ptr<Call> HttpProvider::send(const Message &message, const Dispatch &about,
                                         const ResolvedHeaders &headers,
                                         std::function<void(HttpExchange)> done)
{
    if (!m_client)
        m_client = HttpClient::create();
    HttpRequest request;
    request.method = message.method;
    request.url = message.url;
    request.body = message.body;
    request.maxResponseBytes = m_settings.maxResponseBytes;
    request.connectTimeout = m_settings.connectTimeout;
    request.maySend = about.maySend;
    request.headers = headers.headers;
    request.headers.append(
        HttpHeader{"Idempotency-Key", outboundIdempotencyKey(about.owner, about.idempotencyKey)});
    request.headers.append(HttpHeader{"Oncedesk-Job", QByteArray::number(about.job.value())});
    request.headers.append(HttpHeader{"Oncedesk-Attempt", QByteArray::number(about.ordinal)});
    request.headers.append(HttpHeader{"Oncedesk-Intent", about.intent.toUtf8().toPercentEncoding(":@+")});
    request.headers.append(HttpHeader{"User-Agent", "oncedesk/" ONCEDESK_VERSION});
    if (message.method == "POST")
        request.headers.append(HttpHeader{"Content-Type", "application/json"});
    return std::make_unique<HttpCall>(m_client->start(
        std::move(request), [secrets = headers.secrets, done = std::move(done)](HttpExchange exchange) {
            done(withoutSecrets(std::move(exchange), secrets));
        }));
}

std::unique_ptr<Call> HttpProvider::dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done)
{
    const ResolvedHeaders headers = resolveHeaders(m_settings.headers);
    if (headers.failure) {
        return std::make_unique<TimedCall>(
            0ms, TimedCall::Sent::nothing,
            [failure = *headers.failure, done = std::move(done)] { done(failure); });
    }
    return send(
        {"POST", m_settings.url, dispatch.params}, dispatch, headers,
        [definite = m_settings.definiteStatuses, done = std::move(done)](const HttpExchange &exchange) {
            done(outcomeOf(exchange, definite, QDateTime::currentDateTimeUtc()));
        });
}

std::unique_ptr<Call> HttpProvider::ask(const Dispatch &about, std::function<void(Answer)> done)
{
    if (!canAsk())
        return answerAtOnce(unreachable(u"this provider's settings have no ask_url"_s), std::move(done));
    return inquire({"GET", fillUrl(m_settings.askUrl, about), {}}, about, &askAnswerOf, std::move(done));
}

std::unique_ptr<Call> HttpProvider::stop(const Dispatch &about, std::function<void(Answer)> done)
{
    if (!canStop())
        return answerAtOnce(unreachable(u"this provider's settings have no stop_url"_s), std::move(done));
    return inquire({"POST", fillUrl(m_settings.stopUrl, about), "{}"}, about, &stopAnswerOf, std::move(done));
}

std::unique_ptr<Call> HttpProvider::inquire(const Message &message, const Dispatch &about,
                                            Answer (*read)(const HttpExchange &, const HttpSettings &),
                                            std::function<void(Answer)> done)
{
    const ResolvedHeaders headers = resolveHeaders(m_settings.headers);
    if (headers.failure)
        return answerAtOnce(unreachable(headers.failure->message), std::move(done));
    return send(message, about, headers,
                [settings = m_settings, read, done = std::move(done)](const HttpExchange &exchange) {
                    done(read(exchange, settings));
                });
}

} // namespace oncedesk
