// What the callers of one drill share: the clock of their journals, what they were told that others may use,
// and what went wrong. Any thread.
#pragma once

#include "tests/drill/payload.h"

#include <QStringList>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace oncedesk::drill {

// An attempt that a caller was told it has claimed.
struct Held
{
    qint64 attempt = 0;
    qint64 job = 0;
    qint64 version = 0;
    QByteArray token;
};

struct Question
{
    qint64 request = 0;
    qint64 attempt = 0;
    QByteArray token;
    bool isStop = false;
};

struct Submission
{
    QByteArray owner;
    QByteArray key;
    Payload payload;
};

// The latest of a kind, where callers meet.
template<class T>
class Latest
{
public:
    void add(const T &value)
    {
        const std::lock_guard lock(m_mutex);
        if (m_values.size() < most)
            m_values.push_back(value);
        else
            m_values[m_next++ % most] = value;
    }
    // A default value while there are none.
    T any(Dice &dice) const
    {
        const std::lock_guard lock(m_mutex);
        return m_values.empty() ? T() : m_values[dice() % m_values.size()];
    }

private:
    static constexpr size_t most = 48;
    mutable std::mutex m_mutex;
    std::vector<T> m_values;
    size_t m_next = 0;
};

class Scene
{
public:
    Latest<Held> held;
    Latest<qint64> attempts; // all of them, the pending ones too
    Latest<qint64> unknown;  // those that were said to be so
    Latest<qint64> jobs;
    Latest<qint64> stalled; // jobs that may be opened again, or closed
    Latest<Question> questions;
    Latest<Submission> submissions;
    std::atomic<int> contested = 0; // numbers the keys that several submit at once

    qint64 tick() { return ++m_clock; }

    void onAnswer();
    [[nodiscard]] qint64 answers() const { return m_answers; }
    // False when the time was up first.
    bool waitForAnswers(qint64 more, std::chrono::milliseconds time);
    // Until then, or until the drill is over.
    void waitUntil(std::chrono::steady_clock::time_point time);

    // For a caller that cannot connect: a moment, or until the server is said to be back.
    void waitForServer();
    void serverIsBack();

    void end();
    [[nodiscard]] bool isOver() const { return m_over; }

    // Ends the drill.
    void fault(const QString &what);
    [[nodiscard]] QStringList faults() const;

private:
    std::atomic<qint64> m_clock = 0;
    std::atomic<qint64> m_answers = 0;
    std::atomic<bool> m_over = false;
    mutable std::mutex m_mutex;
    std::condition_variable m_answered;
    std::condition_variable m_back;
    QStringList m_faults;
};

} // namespace oncedesk::drill
