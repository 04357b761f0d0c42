// A call without a network: its answer comes after a delay, from the event loop, or never.
#pragma once

#include "core/providers/provider.h"

#include <QTimer>

namespace oncedesk {

class TimedCall : public Call
{
public:
    enum class Sent { nothing, perhaps };

    // Never answers.
    explicit TimedCall(Sent sent) : m_sent(sent) {}

    TimedCall(std::chrono::milliseconds delay, Sent sent, std::function<void()> answer)
        : m_sent(sent), m_answer(std::move(answer)), m_timer(new QTimer)
    {
        m_timer->setSingleShot(true);
        m_timer->setTimerType(Qt::PreciseTimer);
        QObject::connect(m_timer, &QTimer::timeout, [this] {
            const auto fire = std::move(m_answer);
            fire(); // may destroy this call
        });
        m_timer->start(delay);
    }

    ~TimedCall() override
    {
        if (!m_timer)
            return;
        m_timer->stop();
        m_timer->deleteLater(); // it may be in its own signal
    }
    Q_DISABLE_COPY_MOVE(TimedCall)

    [[nodiscard]] bool nothingSent() const override { return m_sent == Sent::nothing; }

private:
    Sent m_sent;
    std::function<void()> m_answer;
    QTimer *m_timer = nullptr;
};

// What is known without asking anyone: said from the event loop, and nothing is sent.
template<class Said>
std::unique_ptr<Call> atOnce(Said said, std::function<void(Said)> done)
{
    return std::make_unique<TimedCall>(std::chrono::milliseconds(0), TimedCall::Sent::nothing,
                                       [said = std::move(said), done = std::move(done)] { done(said); });
}

} // namespace oncedesk
