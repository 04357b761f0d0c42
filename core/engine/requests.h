// Questions and stop requests of people, carried to the providers and answered in the database.
#pragma once

#include "core/contract/ledger.h"
#include "core/db/database.h"
#include "core/engine/availability.h"
#include "core/engine/deadlines.h"
#include "core/engine/providertable.h"
#include "core/engine/worker.h"

#include <QHash>
#include <map>

namespace oncedesk {

class Requests : public QObject
{
    Q_OBJECT
public:
    Requests(Database &database, Availability &availability, const Worker::Options &options,
             const QString &worker, const ProviderTable &providers, QObject *parent = nullptr);
    ~Requests() override;

    // Claims what waits.
    void look();
    void stop() { m_stopped = true; }
    // Drops what is under way: the database hands it to another worker after 30 s.
    void end();
    [[nodiscard]] bool isIdle() const { return m_exchanges.empty() && !m_looking; }

Q_SIGNALS:
    void log(const QString &line);
    // A request was answered; the attempt is in that state now.
    void answered(oncedesk::AttemptId attempt, oncedesk::AttemptState state);
    void changed();

private:
    struct Exchange
    {
        ProviderRequest request;
        std::shared_ptr<Provider> provider;
        std::unique_ptr<Call> call; // null once answered
        Answer answer;
    };

    void begin(const ProviderRequest &request);
    void onAnswer(RequestId id, Answer answer);
    // The answer goes to the database, again and again until it is taken or refused. The token tells whether
    // the request was handed out anew meanwhile.
    void send(RequestId id, const QByteArray &token);
    void onSent(RequestId id, const QByteArray &token, const Result<AttemptState> &state);
    [[nodiscard]] Exchange *find(RequestId id, const QByteArray &token);

    Database &m_database;
    Availability &m_availability;
    const ProviderTable &m_providers;
    const QString m_worker;
    const std::chrono::milliseconds m_patience;
    const std::chrono::milliseconds m_pause;
    std::map<RequestId, Exchange> m_exchanges;
    Deadlines m_deadlines;
    bool m_looking = false;
    bool m_lookAgain = false;
    bool m_stopped = false;
};

} // namespace oncedesk
