#include "tests/drill/scene.h"

namespace oncedesk::drill {

using namespace std::chrono_literals;

void Scene::onAnswer()
{
    ++m_answers;
    m_answered.notify_all();
}

bool Scene::waitForAnswers(qint64 more, std::chrono::milliseconds time)
{
    const qint64 goal = m_answers + more;
    const auto end = std::chrono::steady_clock::now() + time;
    std::unique_lock lock(m_mutex);
    while (m_answers < goal && !m_over) {
        // Counted without the lock: a notice may be missed, but not for long.
        m_answered.wait_for(lock, 20ms);
        if (std::chrono::steady_clock::now() > end)
            return false;
    }
    return m_answers >= goal;
}

void Scene::waitUntil(std::chrono::steady_clock::time_point time)
{
    std::unique_lock lock(m_mutex);
    m_back.wait_until(lock, time, [this] { return m_over.load(); });
}

void Scene::waitForServer()
{
    std::unique_lock lock(m_mutex);
    m_back.wait_for(lock, 50ms);
}

void Scene::serverIsBack()
{
    m_back.notify_all();
}

void Scene::end()
{
    const std::lock_guard lock(m_mutex);
    m_over = true;
    m_answered.notify_all();
    m_back.notify_all();
}

void Scene::fault(const QString &what)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_faults.size() < 20)
            m_faults.append(what);
    }
    end();
}

QStringList Scene::faults() const
{
    const std::lock_guard lock(m_mutex);
    return m_faults;
}

} // namespace oncedesk::drill
