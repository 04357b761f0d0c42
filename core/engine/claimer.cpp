#include "core/engine/claimer.h"

namespace oncedesk {

using namespace std::chrono_literals;

namespace {

constexpr int mostInClaim = 500;
// Wake-ups closer together than this are one.
constexpr auto wakeUpGrain = 20ms;
// Later ones are left to the poll, whose pause is nothing beside such a wait.
constexpr auto furthestWakeUp = 60s;

} // namespace

void ClaimTurns::foundEmpty(const QStringList &providers)
{
    for (const QString &provider : providers)
        m_empty.insert(provider);
}

ClaimRequest ClaimTurns::next(const ProviderTable &providers, const Flights &flights, int concurrency)
{
    const int free = concurrency - flights.inFlight();
    if (free <= 0)
        return {};
    ClaimRequest together{{}, std::min(free, mostInClaim)};
    QMap<QString, int> single;
    for (const QString &name : providers.enabled()) {
        if (m_empty.contains(name))
            continue;
        const int room = providers.maxInFlight(name) - flights.inFlight(name);
        if (room >= together.max)
            together.providers.append(name);
        else if (room > 0)
            single.insert(name, room);
    }
    // After the last one in the order of names; those together stand at the front, under the empty name.
    auto turn = single.upperBound(m_last);
    if (turn == single.end()) {
        if (!together.providers.isEmpty()) {
            m_last.clear();
            return together;
        }
        turn = single.begin();
    }
    if (turn == single.end())
        return {};
    m_last = turn.key();
    return {{turn.key()}, turn.value()};
}

Claimer::Claimer(Database &database, Availability &availability, const Worker::Options &options,
                 const QString &worker, const ProviderTable &providers, const Flights &flights,
                 QObject *parent)
    : QObject(parent),
      m_database(database),
      m_availability(availability),
      m_providers(providers),
      m_flights(flights),
      m_worker(worker),
      m_concurrency(options.concurrency),
      m_now(options.now),
      m_intervals(options.intervals),
      m_wakeUps(options.now)
{
    m_glance.setSingleShot(true);
    m_glance.setTimerType(Qt::PreciseTimer);
    m_glance.setInterval(m_intervals.glance);
    connect(&m_glance, &QTimer::timeout, this, &Claimer::wake);
    connect(&m_wakeUps, &Deadlines::due, this, &Claimer::wake);
}

void Claimer::wake()
{
    ++m_wakes;
    m_turns.wake();
    go();
}

void Claimer::wakeIn(std::chrono::milliseconds time)
{
    if (time > furthestWakeUp)
        return;
    // Each grain of time has one key, so their number is bounded.
    const auto at = (m_wakeUps.now() + time).time_since_epoch();
    const auto grain = std::chrono::duration_cast<std::chrono::milliseconds>(at) / wakeUpGrain + 1;
    m_wakeUps.set(grain, Deadlines::Clock::time_point(grain * wakeUpGrain));
}

void Claimer::go()
{
    if (m_stopped || m_underWay || !m_availability.isThere())
        return;
    const ClaimRequest request = m_turns.next(m_providers, m_flights, m_concurrency);
    if (request.max == 0)
        return;
    m_underWay = true;
    // A transaction, although it is one statement: if the reply to its COMMIT is lost, whether these attempts
    // are ours is looked up. As an autocommitted statement they would be claimed and nobody would know.
    m_database
        .run([worker = m_worker, request, now = m_now](Session &session) -> Result<Claim> {
            const auto since = now();
            auto attempts = Ledger(session).claimAttempts(worker, request.providers, request.max);
            if (!attempts)
                return attempts.error();
            return Claim{std::move(attempts).value(), since};
        })
        .then(this, [this, request, wakes = m_wakes](const Result<Claim> &claim) {
            onAnswer(request, wakes, claim);
        });
}

void Claimer::onAnswer(const ClaimRequest &request, quint64 wakes, const Result<Claim> &claim)
{
    m_underWay = false;
    if (claim && !claim->attempts.isEmpty())
        m_sinceFound.start();
    // Fewer than asked for: that was all, or others were claiming. After an error nothing is to be expected
    // either until something wakes us.
    if ((!claim || claim->attempts.size() < request.max) && wakes == m_wakes) {
        m_turns.foundEmpty(request.providers);
        if (claim && m_sinceFound.isValid() && !m_sinceFound.hasExpired(m_intervals.busy.count()))
            m_glance.start();
    }
    if (!claim) {
        m_availability.failed(claim.error());
        Q_EMIT answered();
        return;
    }
    m_availability.answered();
    if (!claim->attempts.isEmpty())
        Q_EMIT claimed(claim->attempts, claim->since);
    Q_EMIT answered();
    go();
}

} // namespace oncedesk
