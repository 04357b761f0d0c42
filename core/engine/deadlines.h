// Points in time, each under a key, and one timer for all of them.
#pragma once

#include <QHash>
#include <QTimer>
#include <chrono>
#include <functional>
#include <set>

namespace oncedesk {

class Deadlines : public QObject
{
    Q_OBJECT
public:
    using Clock = std::chrono::steady_clock;

    explicit Deadlines(std::function<Clock::time_point()> now, QObject *parent = nullptr);

    [[nodiscard]] Clock::time_point now() const { return m_now(); }
    [[nodiscard]] qsizetype size() const { return m_times.size(); }

    // Replaces the key's earlier deadline.
    void set(qint64 key, Clock::time_point at);
    void remove(qint64 key);

Q_SIGNALS:
    // Once per deadline, never before it.
    void due(qint64 key);

private:
    void fire();
    void arm();

    std::function<Clock::time_point()> m_now;
    QHash<qint64, Clock::time_point> m_times;
    std::set<std::pair<Clock::time_point, qint64>> m_order;
    QTimer m_timer;
    Clock::time_point m_armed = Clock::time_point::max(); // for when the timer is set
};

} // namespace oncedesk
