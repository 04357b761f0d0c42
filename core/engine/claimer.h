// Decides when to claim, for which providers, and how much. One claim is under way at a time.
#pragma once

#include "core/contract/ledger.h"
#include "core/db/database.h"
#include "core/engine/availability.h"
#include "core/engine/deadlines.h"
#include "core/engine/flights.h"
#include "core/engine/providertable.h"
#include "core/engine/worker.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

namespace oncedesk {

// What one claim asks for.
struct ClaimRequest
{
    QStringList providers;
    int max = 0; // 0: there is no room, or nothing to be expected
};

// Where there may be work and whose turn it is. Providers with room for everything that is free are asked
// together; one whose own limit is nearer is asked by itself, in turn, so that neither kind starves the
// other.
class ClaimTurns
{
public:
    // There may be something anywhere.
    void wake() { m_empty.clear(); }
    // A claim found nothing there.
    void foundEmpty(const QStringList &providers);
    [[nodiscard]] ClaimRequest next(const ProviderTable &providers, const Flights &flights, int concurrency);

private:
    QSet<QString> m_empty;
    QString m_last; // whose turn it was; empty: those that are asked together
};

class Claimer : public QObject
{
    Q_OBJECT
public:
    Claimer(Database &database, Availability &availability, const Worker::Options &options,
            const QString &worker, const ProviderTable &providers, const Flights &flights,
            QObject *parent = nullptr);

    // There may be something new to claim.
    void wake();
    void wakeIn(std::chrono::milliseconds time);
    // Slots are free again; claims only where there may be something left.
    void go();
    void stop() { m_stopped = true; }
    [[nodiscard]] bool isUnderWay() const { return m_underWay; }

Q_SIGNALS:
    void claimed(const QList<oncedesk::ClaimedAttempt> &attempts,
                 std::chrono::steady_clock::time_point claimedSince);
    void answered(); // after claimed(), when there was anything

private:
    struct Claim
    {
        QList<ClaimedAttempt> attempts;
        Deadlines::Clock::time_point since;
    };
    void onAnswer(const ClaimRequest &request, quint64 wakes, const Result<Claim> &claim);

    Database &m_database;
    Availability &m_availability;
    const ProviderTable &m_providers;
    const Flights &m_flights;
    const QString m_worker;
    const int m_concurrency;
    const std::function<Deadlines::Clock::time_point()> m_now; // also called on the Database's thread
    const Worker::Intervals m_intervals;
    Deadlines m_wakeUps;
    QTimer m_glance;
    QElapsedTimer m_sinceFound;
    ClaimTurns m_turns;
    quint64 m_wakes = 0;
    bool m_underWay = false;
    bool m_stopped = false;
};

} // namespace oncedesk
