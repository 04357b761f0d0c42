// What providers received and did, in their own words. Any thread may call it.
#pragma once

#include <QByteArray>
#include <QList>
#include <atomic>
#include <mutex>

namespace oncedesk {

struct JournalEntry
{
    int number = 0;                // from 1, in the order of arrival at any of them
    QByteArray provider = "press"; // who received it
    QByteArray key;                // the Idempotency-Key as received
    qint64 job = 0;                // Oncedesk-Job
    int ordinal = 0;               // Oncedesk-Attempt
    qint64 arrivedUs = 0;          // microseconds since 1970 by this machine's clock, when it was read whole
    bool executed = false;
    QByteArray mood; // how the provider behaved
    // The attempt's state when the provider asked the database itself, before it did anything: "none" if
    // there was no such attempt, empty if there was no answer.
    QByteArray knownAs;
};

class ExecutionJournal
{
public:
    // Numbers and dates the entry, and calls `decide` to complete it before anybody else is numbered.
    template<class Decide>
    JournalEntry write(JournalEntry entry, Decide decide)
    {
        const std::lock_guard lock(m_mutex);
        entry.number = int(m_entries.size()) + 1;
        entry.arrivedUs = nowUs();
        decide(entry);
        m_entries.append(entry);
        m_size = entry.number;
        return entry;
    }

    [[nodiscard]] int size() const { return m_size; }
    [[nodiscard]] QList<JournalEntry> entries() const
    {
        const std::lock_guard lock(m_mutex);
        return m_entries;
    }
    [[nodiscard]] static qint64 nowUs();

private:
    mutable std::mutex m_mutex;
    QList<JournalEntry> m_entries;
    std::atomic<int> m_size = 0;
};

} // namespace oncedesk
