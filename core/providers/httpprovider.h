// A provider of kind http: one POST per attempt, a GET to ask, a POST to stop.
#pragma once

#include "core/providers/httpsettings.h"
#include "core/providers/provider.h"

namespace oncedesk {

class HttpClient;
struct HttpExchange;
struct HttpRequest;
struct OutboundMessage;

class HttpProvider : public Provider
{
public:
    explicit HttpProvider(HttpSettings settings);
    ~HttpProvider() override;

    std::unique_ptr<Call> dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done) override;
    std::unique_ptr<Call> ask(const Dispatch &about, std::function<void(Answer)> done) override;
    std::unique_ptr<Call> stop(const Dispatch &about, std::function<void(Answer)> done) override;

    [[nodiscard]] bool canAsk() const override { return !m_settings.askUrl.isEmpty(); }
    [[nodiscard]] bool canStop() const override { return !m_settings.stopUrl.isEmpty(); }
    [[nodiscard]] std::chrono::milliseconds linger() const override { return m_settings.linger; }
    [[nodiscard]] int maxInFlight() const override { return m_settings.maxInFlight; }

private:
    std::unique_ptr<Call> send(HttpRequest request, const ResolvedHeaders &headers,
                               std::function<void(HttpExchange)> done);
    std::unique_ptr<Call> inquire(const OutboundMessage &message, const Dispatch &about,
                                  Answer (*read)(const HttpExchange &, const HttpSettings &),
                                  std::function<void(Answer)> done);

    HttpSettings m_settings;
    std::shared_ptr<HttpClient> m_client; // made on the thread of the first call
};

} // namespace oncedesk
