#include "core/providers/httpprovider.h"

#include "core/providers/httpanswer.h"
#include "core/providers/httpclient.h"
#include "core/providers/httpoutcome.h"
#include "core/providers/outbound.h"
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

} // namespace

HttpProvider::HttpProvider(HttpSettings settings) : m_settings(std::move(settings)) {}

HttpProvider::~HttpProvider() = default;

std::unique_ptr<Call> HttpProvider::send(HttpRequest request, const ResolvedHeaders &headers,
                                         std::function<void(HttpExchange)> done)
{
    if (!m_client)
        m_client = HttpClient::create();
    return std::make_unique<HttpCall>(m_client->start(
        std::move(request), [secrets = headers.secrets, done = std::move(done)](HttpExchange exchange) {
            done(withoutSecrets(std::move(exchange), secrets));
        }));
}

std::unique_ptr<Call> HttpProvider::dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done)
{
    const ResolvedHeaders headers = headersFor(dispatch, m_settings);
    if (headers.failure)
        return atOnce(Outcome(*headers.failure), std::move(done));
    const bool elsewhere = dispatch.rehearsal && !m_settings.dryRunUrl.isEmpty();
    const HttpRequest request =
        requestFor(dispatch, {"POST", elsewhere ? m_settings.dryRunUrl : m_settings.url, dispatch.params},
                   m_settings, headers);
    auto call = send(request, headers,
                     [definite = m_settings.definiteStatuses, model = m_settings.answerModel,
                      done = std::move(done)](const HttpExchange &exchange) {
                         Outcome outcome = outcomeOf(exchange, definite, QDateTime::currentDateTimeUtc());
                         if (auto *finished = std::get_if<Finished>(&outcome); finished && !model.isNull())
                             finished->model = modelNamedIn(finished->body, model);
                         done(outcome);
                     });
    if (dispatch.onSend)
        dispatch.onSend(asShown(request, headers.secrets));
    return call;
}

std::unique_ptr<Call> HttpProvider::ask(const Dispatch &about, std::function<void(Answer)> done)
{
    if (!canAsk())
        return atOnce(unreachable(u"this provider's settings have no ask_url"_s), std::move(done));
    return inquire({"GET", fillUrl(m_settings.askUrl, about), {}}, about, &askAnswerOf, std::move(done));
}

std::unique_ptr<Call> HttpProvider::stop(const Dispatch &about, std::function<void(Answer)> done)
{
    if (!canStop())
        return atOnce(unreachable(u"this provider's settings have no stop_url"_s), std::move(done));
    return inquire({"POST", fillUrl(m_settings.stopUrl, about), "{}"}, about, &stopAnswerOf, std::move(done));
}

std::unique_ptr<Call> HttpProvider::inquire(const OutboundMessage &message, const Dispatch &about,
                                            Answer (*read)(const HttpExchange &, const HttpSettings &),
                                            std::function<void(Answer)> done)
{
    const ResolvedHeaders headers = headersFor(about, m_settings);
    if (headers.failure)
        return atOnce(unreachable(headers.failure->message), std::move(done));
    return send(requestFor(about, message, m_settings, headers), headers,
                [settings = m_settings, read, done = std::move(done)](const HttpExchange &exchange) {
                    done(read(exchange, settings));
                });
}

} // namespace oncedesk
