// Waits that double, with jitter, so that many who lost the same server do not come back at the same moment.
#pragma once

#include <QRandomGenerator>
#include <algorithm>
#include <chrono>

namespace oncedesk {

class Backoff
{
public:
    Backoff(std::chrono::milliseconds first, std::chrono::milliseconds longest)
        : m_first(first), m_longest(longest), m_next(first)
    {
    }

    // Between three quarters and the whole of the wait that is due.
    [[nodiscard]] std::chrono::milliseconds next()
    {
        const auto whole = m_next;
        m_next = std::min(m_next * 2, m_longest);
        return whole -
               std::chrono::milliseconds(QRandomGenerator::global()->bounded(qint64(whole.count()) / 4 + 1));
    }
    void reset() { m_next = m_first; }

private:
    std::chrono::milliseconds m_first;
    std::chrono::milliseconds m_longest;
    std::chrono::milliseconds m_next;
};

} // namespace oncedesk
