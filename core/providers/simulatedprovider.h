// A provider of kind simulated: scripted delays and outcomes, no network, nothing random. For demonstrations,
// tests and rehearsals.
#pragma once

#include "core/base/result.h"
#include "core/providers/provider.h"

#include <QList>

namespace oncedesk {

class SimulatedProvider : public Provider
{
public:
    // Attempt 1 of any job takes the first step, attempt 2 the second …; the last one repeats.
    struct Step
    {
        std::chrono::milliseconds delay{0};
        std::optional<Outcome> outcome; // none: it hangs
    };

    // {"steps": [{"delay_s": 0.2, "outcome": "succeeded", "result": {…}},
    //            {"outcome": "failed", "code": "…", "message": "…", "retryable": true, "retry_after_s": 5},
    //            {"outcome": "unknown", "why": "…"}, {"outcome": "hang"}],
    //  "ask": "running|succeeded|failed|no_record", "stop": "stopped|not_stopped",
    //  "model": "…", "linger_s": 60, "max_in_flight": 100}
    // All may be absent. Without steps every attempt succeeds at once. A result left out is {"simulated":
    // true}, so that nobody who reads it believes that something was done. Without `ask` or `stop` it cannot
    // be asked or stopped. Error kind: invalid, with a sentence naming the key.
    static Result<std::unique_ptr<Provider>> make(const QByteArray &settings);

    std::unique_ptr<Call> dispatch(const Dispatch &dispatch, std::function<void(Outcome)> done) override;
    std::unique_ptr<Call> ask(const Dispatch &about, std::function<void(Answer)> done) override;
    std::unique_ptr<Call> stop(const Dispatch &about, std::function<void(Answer)> done) override;

    [[nodiscard]] bool canAsk() const override { return !m_ask.isEmpty(); }
    [[nodiscard]] bool canStop() const override { return !m_stop.isEmpty(); }
    [[nodiscard]] std::chrono::milliseconds linger() const override { return m_linger; }
    [[nodiscard]] int maxInFlight() const override { return m_maxInFlight; }

private:
    [[nodiscard]] const Step &stepOf(const Dispatch &dispatch) const;

    QList<Step> m_steps;
    QString m_ask;
    QString m_stop;
    std::chrono::milliseconds m_linger{60000};
    int m_maxInFlight = 100;
};

} // namespace oncedesk
