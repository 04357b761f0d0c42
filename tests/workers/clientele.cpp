#include "tests/workers/clientele.h"

#include "tests/workers/steadyconnection.h"

#include <random>

namespace oncedesk {

using namespace std::chrono_literals;

Clientele::Clientele(const ConnectionSettings &settings, Options options) : m_options(std::move(options))
{
    for (int i = 0; i < m_options.callers; ++i)
        m_threads.emplace_back([this, settings, i] { call(settings, i); });
}

Clientele::~Clientele()
{
    finish();
}

void Clientele::finish()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_stop.notify_all();
    for (std::thread &thread : m_threads) {
        if (thread.joinable())
            thread.join();
    }
}

QList<Clientele::Told> Clientele::told() const
{
    const std::lock_guard lock(m_mutex);
    return m_told;
}

void Clientele::pause()
{
    std::unique_lock lock(m_mutex);
    m_stop.wait_for(lock, 20ms, [this] { return m_stopping.load(); });
}

void Clientele::call(const ConnectionSettings &settings, int number)
{
    SteadyConnection connection(settings);
    SteadyConnection doubleClick(settings);
    std::mt19937_64 dice(m_options.seed * 1000003 + quint64(number));
    for (int i = 0; !m_stopping; ++i) {
        const auto waiting =
            connection.exec("SELECT count(*) FROM oncedesk.attempts WHERE state = 'pending'");
        if (!waiting.ok() || waiting.integer() >= m_options.backlogAtMost) {
            pause();
            continue;
        }
        const QByteArray key = "key " + QByteArray::number(number) + '.' + QByteArray::number(i);
        const QByteArray submit =
            "SELECT job_id FROM oncedesk.submit_job('drill', $1, 'print', 'press', $2, $3)";
        const QByteArray sheet = "{\"sheet\": " + QByteArray::number(dice() % 1000) + '}';
        const qsizetype kinds = m_options.policies.size();
        const QByteArray policy = m_options.policies.at(kinds == 1 ? 0 : qsizetype(dice() % quint64(kinds)));
        const QList<Param> params{key, sheet, policy};
        const bool twice = dice() % 8 == 0;
        if (twice)
            doubleClick.exec("SELECT 1"); // connected again, if it was not
        const bool second = twice && doubleClick.isThere();
        if (second)
            doubleClick.send(submit, params);
        auto answer = connection.exec(submit, params);
        while (!answer.ok()) {
            ++m_errors;
            pause();
            answer = connection.exec(submit, params);
        }
        const auto secondAnswer = second ? doubleClick.receive() : TestConnection::Answer();
        {
            const std::lock_guard lock(m_mutex);
            m_told.append({key, answer.integer()});
            if (second && secondAnswer.ok())
                m_told.append({key, secondAnswer.integer()});
        }
        (void)connection.exec("NOTIFY oncedesk_doorbell");
    }
}

} // namespace oncedesk
