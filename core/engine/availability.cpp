#include "core/engine/availability.h"

namespace oncedesk {

bool isTransient(const Error &error)
{
    if (error.kind == ErrorKind::disconnected || error.kind == ErrorKind::lostRace ||
        error.kind == ErrorKind::forbidden)
        return true;
    // Resources, an operator's intervention, the system itself, a server that only reads since a failover.
    for (const char *stateClass : {"40", "53", "55", "57", "58"}) {
        if (error.sqlState.startsWith(QLatin1String(stateClass)))
            return true;
    }
    return error.sqlState == QLatin1String("25006");
}

Availability::Availability(std::chrono::milliseconds firstBackoff, std::chrono::milliseconds longestBackoff,
                           QObject *parent)
    : QObject(parent), m_backoff(firstBackoff, longestBackoff)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Availability::ask);
}

void Availability::answered()
{
    m_asking = false;
    m_timer.stop();
    m_backoff.reset();
    m_saidWhy = false;
    if (m_there)
        return;
    m_there = true;
    Q_EMIT cameBack();
}

void Availability::failed(const Error &error)
{
    m_asking = false;
    if (m_there && error.kind != ErrorKind::disconnected)
        return complain(error);
    m_there = false;
    if (!m_timer.isActive())
        m_timer.start(m_backoff.next());
    if (!m_saidWhy) {
        m_saidWhy = true;
        Q_EMIT wentAway(error.sentence);
    }
}

void Availability::complain(const Error &error)
{
    if (error.kind == ErrorKind::lostRace ||
        (error.sentence == m_complaint && m_sinceComplaint.isValid() && m_sinceComplaint.elapsed() < 60'000))
        return;
    m_complaint = error.sentence;
    m_sinceComplaint.start();
    Q_EMIT complained(error.sentence);
}

void Availability::hint()
{
    if (!m_there)
        ask();
}

void Availability::ask()
{
    if (m_asking)
        return;
    m_asking = true;
    m_timer.stop();
    Q_EMIT probe();
}

} // namespace oncedesk
