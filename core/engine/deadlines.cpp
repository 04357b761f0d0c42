#include "core/engine/deadlines.h"

#include <algorithm>

namespace oncedesk {

using namespace std::chrono_literals;

Deadlines::Deadlines(std::function<Clock::time_point()> now, QObject *parent)
    : QObject(parent), m_now(std::move(now))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Deadlines::fire);
}

void Deadlines::set(qint64 key, Clock::time_point at)
{
    remove(key);
    m_times.insert(key, at);
    m_order.emplace(at, key);
    if (at < m_armed)
        arm();
}

void Deadlines::remove(qint64 key)
{
    // The timer stays as it is: waking once for nothing costs less than setting it anew each time.
    if (const auto found = m_times.constFind(key); found != m_times.cend()) {
        m_order.erase({*found, key});
        m_times.erase(found);
    }
}

void Deadlines::fire()
{
    m_armed = Clock::time_point::max();
    const auto now = m_now();
    // Those set by the receivers wait for the next round, so that a round always ends.
    QList<qint64> keys;
    for (auto each = m_order.cbegin(); each != m_order.cend() && each->first <= now; ++each)
        keys.append(each->second);
    for (const qint64 key : keys) {
        const auto found = m_times.constFind(key);
        if (found == m_times.cend() || *found > now)
            continue; // removed or moved by a receiver before
        remove(key);
        Q_EMIT due(key);
    }
    arm();
}

void Deadlines::arm()
{
    if (m_order.empty())
        return;
    m_armed = m_order.cbegin()->first;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(m_armed - m_now());
    m_timer.start(std::clamp<std::chrono::milliseconds>(wait, 0ms, 24h));
}

} // namespace oncedesk
