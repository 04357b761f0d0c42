// The typed calls of the SQL contract: one function each, same names, same outcomes.
// Use inside Database::call (one function) or Database::run (several as one transaction).
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/contract/attemptstate.h"
#include "core/db/session.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <chrono>
#include <optional>

namespace oncedesk {

struct NewJob
{
    QString owner;
    QByteArray key; // 1 to 255 printable ASCII characters, not all blank
    QString intent;
    QString provider;
    QByteArray params;        // JSON object as text, kept to the digit
    QByteArray policy = "{}"; // JSON object as text
    QString client;           // who called, for the ledger; null: not said
};

struct Submission
{
    enum class Outcome { created, replayed, conflict };
    Outcome outcome = Outcome::created;
    std::optional<JobId> job;           // none on conflict
    std::optional<JobId> conflictsWith; // the job that holds the key
    QStringList differs;
};

struct OpenedAttempt
{
    bool opened = false;
    std::optional<AttemptId> attempt;
    int ordinal = 0;
    QString refusal; // the contract's words, empty when opened
    std::optional<AttemptId> blocking;
};

struct ClaimedAttempt
{
    AttemptId attempt;
    JobId job;
    int ordinal = 0;
    QString provider;
    QString owner;
    QByteArray key;
    QString intent;
    QByteArray params;
    qint64 jobVersion = 0;
    QByteArray token;
    std::chrono::milliseconds timeout{0};
};

struct FinishReport
{
    AttemptId attempt;
    QByteArray token;
    QByteArray result; // JSON that jsonb can hold (json::fitsJsonb)
};

struct FinishOutcome
{
    AttemptId attempt;
    bool won = false;
    QString lostBecause; // the contract's words, empty when won
    qint64 jobVersion = 0;
    std::optional<AttemptId> winner;
};

struct FailOutcome
{
    AttemptState state = AttemptState::failed;
    std::optional<AttemptId> nextAttempt;
    int nextOrdinal = 0;
    QString nextProvider;
    QString nextNotBefore;               // timestamptz as text
    std::chrono::milliseconds nextIn{0}; // until then, by the database's clock
};

struct CancelOutcome
{
    enum class Outcome { cancelled, cancelRequested, refused };
    Outcome outcome = Outcome::refused;
    AttemptState state = AttemptState::cancelled;
};

struct CloseOutcome
{
    bool closed = false;
    QString refusal;
};

struct CancelRequest
{
    AttemptId attempt;
    QString requestedAt;
    QString reason;
};

struct ProviderRequest
{
    RequestId request;
    QString kind; // ask or stop
    AttemptId attempt;
    JobId job;
    int ordinal = 0;
    QString provider;
    QString owner;
    QByteArray key;
    QString intent;
    QByteArray params;
    QByteArray token;
};

class Ledger
{
public:
    explicit Ledger(Session &session) : m_session(session) {}

    Result<Submission> submit(const NewJob &job);
    Result<OpenedAttempt> openAttempt(JobId job, const QString &provider, const QString &reason);
    Result<CancelOutcome> cancelAttempt(AttemptId attempt, const QString &reason, const QString &evidence);
    Result<CloseOutcome> closeJob(JobId job, qint64 expectedVersion, const QString &reason);
    Result<RequestId> askProvider(AttemptId attempt);
    Result<RequestId> stopAtProvider(AttemptId attempt);

    // Error kind: forbidden, when this login is no worker.
    Result<Done> mayWork();
    Result<QList<ClaimedAttempt>> claimAttempts(const QString &worker, const QStringList &providers, int max);
    Result<FinishOutcome> finishAttempt(AttemptId attempt, const QByteArray &token, const QByteArray &result);
    // In the order given. Refused as a whole when one token is wrong.
    Result<QList<FinishOutcome>> finishAttempts(const QList<FinishReport> &reports);
    // For a result that jsonb cannot hold: kept as bytes.
    Result<FinishOutcome> finishAttemptBytes(AttemptId attempt, const QByteArray &token,
                                             const QByteArray &bytes);
    Result<FailOutcome> failAttempt(AttemptId attempt, const QByteArray &token, const QString &code,
                                    const QString &message, bool retryable,
                                    std::optional<std::chrono::milliseconds> retryAfter = {});
    Result<AttemptState> markUnknown(AttemptId attempt, const QByteArray &token, const QString &why);
    Result<QList<AttemptId>> sweepOverdue(int max = 1000);
    Result<QList<AttemptId>> openDueHedges(int max = 1000);
    Result<QList<CancelRequest>> heartbeat(const QString &worker, const QStringList &providers, int inFlight,
                                           const QString &version);
    Result<QList<ProviderRequest>> claimRequests(const QString &worker, const QStringList &providers,
                                                 int max);
    // The state the attempt is in now. A null payload is SQL NULL.
    Result<AttemptState> answerRequest(RequestId request, const QByteArray &token, const QString &answer,
                                       const QByteArray &payload);

private:
    Session &m_session;
};

} // namespace oncedesk
