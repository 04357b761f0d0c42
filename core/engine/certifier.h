// Puts providers to contract suites: one run at a time, case after case, each a full round trip to the real
// provider that is marked as a rehearsal. What came of each case goes to the database, which decides.
#pragma once

#include "core/certify/verdict.h"
#include "core/contract/certification.h"
#include "core/db/database.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

namespace oncedesk {

class Certifier : public QObject
{
    Q_OBJECT
public:
    Certifier(Database &database, QString worker, QObject *parent = nullptr);
    ~Certifier() override;

    // Claims a run that waits for one of the providers, or the named one, unless one is under way.
    void look(const QStringList &providers, std::optional<CertificationRunId> run = {});
    // Drops the call under way; the run ends as aborted. Nothing more is claimed.
    void stop();
    [[nodiscard]] bool isIdle() const { return !m_run && !m_looking; }

Q_SIGNALS:
    void log(const QString &line);
    void begun(const oncedesk::ClaimedRun &run, int calls);
    void caseDone(const oncedesk::CaseRecord &done);
    // Either the end, or why it could not be told.
    void ended(const oncedesk::RunEnd &end);
    // The database refused something, or there was no run to claim.
    void troubled(const oncedesk::Error &error);
    void nothingFound();
    void changed();

private:
    struct Run;
    void begin(ClaimedRun run);
    void next();
    [[nodiscard]] bool isAt(CertificationRunId run) const;
    void onOutcome(Outcome outcome);
    void judged(const Verdict &verdict);
    void record();
    void keepAlive();
    void finish(const QString &whyAborted);
    void sendEnd();
    // A database that is away is tried again; true when that is so.
    bool isTriedAgain(const Error &error, void (Certifier::*again)());
    void drop();

    Database &m_database;
    const QString m_worker;
    std::unique_ptr<Run> m_run;
    QElapsedTimer m_sinceLook;
    bool m_looking = false;
    bool m_stopped = false;
};

} // namespace oncedesk
