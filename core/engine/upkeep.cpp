#include "core/engine/upkeep.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostInOneCall = 1000;

} // namespace

Upkeep::Upkeep(Database &database, Availability &availability, const Worker::Options &options,
               const QString &worker, ProviderTable &providers, std::function<int()> inFlight,
               QObject *parent)
    : QObject(parent),
      m_database(database),
      m_availability(availability),
      m_options(options),
      m_worker(worker),
      m_providers(providers),
      m_inFlight(std::move(inFlight))
{
    m_heartbeat.timer.setInterval(options.intervals.heartbeat);
    m_sweep.timer.setInterval(options.intervals.sweep);
    m_hedge.timer.setInterval(options.intervals.hedge);
    m_poll.timer.setInterval(options.intervals.poll);
    connect(&m_heartbeat.timer, &QTimer::timeout, this, &Upkeep::beat);
    connect(&m_sweep.timer, &QTimer::timeout, this, &Upkeep::sweep);
    connect(&m_hedge.timer, &QTimer::timeout, this, &Upkeep::openHedges);
    connect(&m_poll.timer, &QTimer::timeout, this, [this] {
        if (m_availability.isThere())
            readProviders();
    });
}

void Upkeep::start()
{
    for (Duty *duty : {&m_heartbeat, &m_sweep, &m_hedge, &m_poll})
        duty->timer.start();
}

void Upkeep::retreat()
{
    for (Duty *duty : {&m_sweep, &m_hedge, &m_poll})
        duty->timer.stop();
}

void Upkeep::stop()
{
    retreat();
    m_heartbeat.timer.stop();
}

template<class F, class G>
void Upkeep::perform(Duty &duty, F work, G then)
{
    using Answered = std::invoke_result_t<F, Session &>;
    duty.underWay = true;
    m_database.call(std::move(work)).then(this, [this, &duty, then](const Answered &result) {
        duty.underWay = false;
        if (!result)
            m_availability.failed(result.error());
        else
            m_availability.answered();
        then(result);
    });
}

// Also the probe of a database that is away.
void Upkeep::readProviders()
{
    if (m_poll.underWay) {
        m_readAgain = true;
        return;
    }
    m_readAgain = false;
    perform(m_poll, &oncedesk::readProviders, [this](const Result<QList<ProviderRow>> &rows) {
        if (!rows)
            return;
        const QStringList before = m_providers.all();
        for (const QString &fault : m_providers.update(*rows))
            Q_EMIT log(fault);
        if (m_providers.all() != before)
            beat();
        Q_EMIT providersRead();
        if (m_readAgain)
            readProviders();
    });
}

void Upkeep::beat()
{
    if (m_heartbeat.underWay || !m_availability.isThere())
        return;
    perform(
        m_heartbeat,
        [worker = m_worker, providers = m_providers.all(), inFlight = m_inFlight(),
         version = m_options.version](Session &session) {
            return Ledger(session).heartbeat(worker, providers, inFlight, version);
        },
        [this](const Result<QList<CancelRequest>> &cancels) {
            if (cancels && !cancels->isEmpty())
                Q_EMIT cancelsRequested();
        });
}

void Upkeep::sweep()
{
    if (m_sweep.underWay || !m_availability.isThere())
        return;
    perform(
        m_sweep, [](Session &session) { return Ledger(session).sweepOverdue(mostInOneCall); },
        [this](const Result<QList<AttemptId>> &swept) {
            if (!swept || swept->isEmpty())
                return;
            Q_EMIT log(u"Swept: %1 past their deadline, unknown now."_s.arg(swept->size()));
            Q_EMIT moved();
            if (swept->size() == mostInOneCall)
                sweep();
        });
}

void Upkeep::openHedges()
{
    if (m_hedge.underWay || !m_availability.isThere())
        return;
    perform(
        m_hedge, [](Session &session) { return Ledger(session).openDueHedges(mostInOneCall); },
        [this](const Result<QList<AttemptId>> &opened) {
            if (!opened || opened->isEmpty())
                return;
            Q_EMIT log(u"Second lanes opened: %1."_s.arg(opened->size()));
            Q_EMIT moved();
            Q_EMIT hedgesOpened();
        });
}

} // namespace oncedesk
