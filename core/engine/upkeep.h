// What a worker does for everybody, by the clock: heartbeats, sweeping overdue attempts, opening due hedges,
// and reading which providers there are.
#pragma once

#include "core/contract/ledger.h"
#include "core/db/database.h"
#include "core/engine/availability.h"
#include "core/engine/providertable.h"
#include "core/engine/worker.h"

#include <QTimer>

namespace oncedesk {

class Upkeep : public QObject
{
    Q_OBJECT
public:
    Upkeep(Database &database, Availability &availability, const Worker::Options &options,
           const QString &worker, ProviderTable &providers, std::function<int()> inFlight,
           QObject *parent = nullptr);

    void start();
    // Heartbeats go on while the last calls come home; nothing else does.
    void retreat();
    void stop();

    void readProviders();
    void beat();

Q_SIGNALS:
    void log(const QString &line);
    // They are read; at least every poll interval while the database is there.
    void providersRead();
    void cancelsRequested();
    // Attempts were moved or opened in the database.
    void moved();
    void hedgesOpened();

private:
    // A duty of the clock that waits for its last answer before it asks again.
    struct Duty
    {
        QTimer timer;
        bool underWay = false;
    };
    template<class F, class G>
    void perform(Duty &duty, F work, G then);
    void sweep();
    void openHedges();

    Database &m_database;
    Availability &m_availability;
    const Worker::Options m_options;
    const QString m_worker;
    ProviderTable &m_providers;
    std::function<int()> m_inFlight;
    Duty m_heartbeat;
    Duty m_sweep;
    Duty m_hedge;
    Duty m_poll;
    bool m_readAgain = false;
};

} // namespace oncedesk
