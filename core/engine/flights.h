// The attempts a worker has in hand, and how many of them count against which limit.
#pragma once

#include "core/contract/ledger.h"
#include "core/providers/provider.h"

#include <map>
#include <unordered_map>

namespace oncedesk {

struct Flight
{
    ClaimedAttempt attempt; // without its params once they are on their way
    std::shared_ptr<Provider> provider;
    std::unique_ptr<Call> call; // null: over, or never begun
    bool holdsSlot = true;      // until the database has answered the first report
    bool markedUnknown = false; // reported so, answered or not
    int reports = 0;            // not yet answered
    quint64 lingeringSince = 0; // order among the lingering; 0: not one of them
};

class Flights
{
public:
    // Holds a slot from now on.
    Flight &add(const ClaimedAttempt &attempt);
    [[nodiscard]] Flight *find(AttemptId attempt);
    // Forgets it if nothing is under way and nothing waits for an answer.
    void removeIfOver(Flight &flight);
    void releaseSlot(Flight &flight);
    // To be called after every change of call or slot: without a slot, a call that is still alive lingers.
    void sort(Flight &flight);

    [[nodiscard]] int inFlight() const { return m_inFlight; }
    [[nodiscard]] int inFlight(const QString &provider) const { return m_perProvider.value(provider); }
    [[nodiscard]] int lingering() const { return int(m_lingering.size()); }
    // Precondition: lingering() > 0.
    [[nodiscard]] AttemptId longestLingering() const { return m_lingering.cbegin()->second; }
    [[nodiscard]] QList<AttemptId> withCall() const;

private:
    struct Hash
    {
        size_t operator()(AttemptId id) const { return std::hash<qint64>()(id.value()); }
    };
    std::unordered_map<AttemptId, Flight, Hash> m_flights;
    std::map<quint64, AttemptId> m_lingering;
    QHash<QString, int> m_perProvider;
    int m_inFlight = 0;
    quint64 m_lastLingering = 0;
};

} // namespace oncedesk
