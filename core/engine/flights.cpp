#include "core/engine/flights.h"

namespace oncedesk {

Flight &Flights::add(const ClaimedAttempt &attempt)
{
    ++m_inFlight;
    ++m_perProvider[attempt.provider];
    Flight &flight = m_flights[attempt.attempt];
    flight.attempt = attempt;
    return flight;
}

Flight *Flights::find(AttemptId attempt)
{
    const auto found = m_flights.find(attempt);
    return found == m_flights.end() ? nullptr : &found->second;
}

void Flights::removeIfOver(Flight &flight)
{
    if (flight.call || flight.reports > 0)
        return;
    releaseSlot(flight);
    sort(flight);
    const AttemptId id = flight.attempt.attempt;
    m_flights.erase(id);
}

void Flights::releaseSlot(Flight &flight)
{
    if (!flight.holdsSlot)
        return;
    flight.holdsSlot = false;
    --m_inFlight;
    if (const auto count = m_perProvider.find(flight.attempt.provider); --*count == 0)
        m_perProvider.erase(count);
}

void Flights::sort(Flight &flight)
{
    const bool lingers = flight.call && !flight.holdsSlot;
    if (lingers && flight.lingeringSince == 0) {
        flight.lingeringSince = ++m_lastLingering;
        m_lingering.emplace(flight.lingeringSince, flight.attempt.attempt);
    } else if (!lingers && flight.lingeringSince != 0) {
        m_lingering.erase(flight.lingeringSince);
        flight.lingeringSince = 0;
    }
}

QList<AttemptId> Flights::withCall() const
{
    QList<AttemptId> ids;
    for (const auto &[id, flight] : m_flights) {
        if (flight.call)
            ids.append(id);
    }
    return ids;
}

} // namespace oncedesk
