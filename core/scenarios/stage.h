// What a story has at hand: clients with connections of their own, workers, providers that hang for as long
// as it wants, a person, and an eye on the database. Once something went wrong every further step does
// nothing.
#pragma once

#include "core/contract/labnames.h"
#include "core/contract/ledger.h"
#include "core/db/database.h"
#include "core/scenarios/chronicle.h"
#include "core/scenarios/crew.h"
#include "core/scenarios/scenario.h"

#include <QMap>
#include <memory>

namespace oncedesk::lab {

struct Click
{
    QString client = QStringLiteral("client 1");
    QByteArray params = R"({"amount": 450})";
    QByteArray policy = "{}";
    QString owner = lab::owner;
    QByteArray key = {}; // empty: the story's
};

class Stage
{
public:
    Stage(const ConnectionSettings &settings, const QString &story, const Audience &audience);
    ~Stage();

    // Providers as the story wants them, certified for nothing; a lock, so that nobody else's story is
    // disturbed.
    Result<Done> setUp();
    // Nothing is left open.
    void tearDown();
    [[nodiscard]] Played played() const { return m_chronicle.played(); }

    // Attempt 1 takes the first step of the script, attempt 2 the second; see SimulatedProvider.
    void provider(const QString &name, const QByteArray &steps);
    void worker(const QString &name);
    void killWorker(const QString &name);

    Submission submit(const Click &click);
    // Each on a connection of its own, sent at the same moment.
    QList<Submission> submitAtOnce(const QList<Click> &clicks);
    // Sent, and the connection cut before the answer can be read.
    void submitAndHangUp(const Click &click);

    OpenedAttempt open(JobId job, const QString &provider, const QString &reason);
    CancelOutcome cancel(JobId job, int ordinal, const QString &reason);
    // Put to its contract suite by a worker; whether it passed.
    bool certify(const QString &provider);
    // Both claim at the same moment, each on a connection of its own; what each was given.
    std::pair<QList<ClaimedAttempt>, QList<ClaimedAttempt>> claimAtOnce(const QString &one,
                                                                        const QString &two);
    FinishOutcome finish(const ClaimedAttempt &attempt, const QString &worker, const QByteArray &result);

    // False, and the story is over, when it does not come about within some seconds.
    bool awaitStatus(JobId job, const QString &status);
    bool awaitAttempt(JobId job, int ordinal, const QString &state);
    bool awaitRaces(JobId job, int count);

    // What must hold.
    void check(const QString &sentence, bool holds);
    void note(const QString &lane, const QString &text);

    // One value of one row, as text; $1 is the job.
    QString value(JobId job, const QByteArray &sql);
    [[nodiscard]] QString attempt(JobId job, int ordinal, const QByteArray &column);
    [[nodiscard]] QByteArray key() const { return m_key; }

private:
    template<class T, class F>
    T ask(Database &database, F work);
    bool await(const QString &what, const std::function<bool()> &holds);
    [[nodiscard]] Database &client(const QString &name);
    [[nodiscard]] QString nameOf(const QString &worker) const;
    [[nodiscard]] NewJob jobOf(const Click &click) const;
    void told(const Click &click, const Submission &submission);
    void fail(const Error &error);
    void watch();
    [[nodiscard]] bool isOver() const { return !m_chronicle.trouble().isEmpty(); }

    const ConnectionSettings m_settings;
    const Audience m_audience;
    const QByteArray m_key;
    Chronicle m_chronicle;
    Database m_database;
    Crew m_crew;
    QMap<QString, std::shared_ptr<Database>> m_clients;
    bool m_isReady = false;
};

} // namespace oncedesk::lab
