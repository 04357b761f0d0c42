// Which provider is certified for which intent, why not, and the runs and cases behind it.
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/board/moment.h"
#include "core/db/session.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <chrono>
#include <optional>

namespace oncedesk::board {

// One provider and one intent that has a contract suite or a certificate.
struct MatrixCell
{
    enum class State {
        certified,
        stale,   // there is a certificate, and it does not count: why
        failing, // the latest run that came to a verdict failed, and nothing was earned since: why
        running, // a run is open, whatever else holds
        neverRun // no verdict yet
    };

    QString provider;
    QString intent;
    bool isEnabled = false;
    bool isServed = false; // a live worker serves the provider
    int suiteVersion = 0;  // the latest; 0: the intent has no suite
    int calls = 0;         // that a run of it makes
    State state = State::neverRun;
    QString why;           // of stale and failing; null otherwise
    QString whyNot;        // the contract's word on why nothing fails over to it; null when it may
    Moment certifiedUntil; // when it may
    std::optional<CertificationRunId> latestRun;
    QString latestOutcome; // passed, failed, cancelled, aborted; null while it is open or there is none

    // Of the open run.
    bool isClaimed = false;
    QString worker;
    bool isCancelRequested = false;
    int done = 0;
    int total = 0;
};

struct CertificationRunRow
{
    CertificationRunId id;
    QString provider;
    QString intent;
    int suiteVersion = 0; // 0: a trial
    Moment requestedAt;
    QString requestedBy;
    Moment claimedAt;
    QString worker;
    Moment cancelRequestedAt;
    QString cancelRequestedBy;
    Moment finishedAt;
    QString outcome; // null while it is open
    QString reason;
    QString model;
    int done = 0;
    int passed = 0;
    int total = 0;
};

// What was sent and what came is caseExchange()'s: it may be long.
struct CertificationCaseRow
{
    QString name;
    int repeat = 1;
    Moment at;
    QString verdict; // Verdict::kind
    QString reason;
    QStringList faults;
    QString model;
    std::chrono::milliseconds took{0};
};

struct CaseExchange
{
    QString request;   // null: nothing went out
    QByteArray answer; // as it came; null: none came
};

struct PassingAnswer
{
    CertificationRunId run;
    int suiteVersion = 0;
    QByteArray answer;
};

struct SuiteRow
{
    QString intent;
    int version = 0;
    int cases = 0;
    Moment savedAt;
    QString savedBy;
};

// By intent, then by provider: every intent has all providers.
Result<QList<MatrixCell>> certificationMatrix(Session &session);
// Newest first, without trials.
Result<QList<CertificationRunRow>> certificationRuns(Session &session, const QString &provider,
                                                     const QString &intent, int limit);
// Any run, a trial too; none when there is no such run.
Result<std::optional<CertificationRunRow>> certificationRun(Session &session, CertificationRunId run);
// In the order they were run.
Result<QList<CertificationCaseRow>> certificationCases(Session &session, CertificationRunId run);
Result<std::optional<CaseExchange>> caseExchange(Session &session, CertificationRunId run,
                                                 const QString &caseName, int repeat);
// Of the same case in a run before this one, which was no trial.
Result<std::optional<PassingAnswer>> lastPassingAnswer(Session &session, const QString &provider,
                                                       const QString &intent, const QString &caseName,
                                                       CertificationRunId beforeRun);
// The latest of each intent, by intent.
Result<QList<SuiteRow>> suites(Session &session);
// As it was saved; none when there is no such version.
Result<std::optional<QByteArray>> suiteText(Session &session, const QString &intent, int version);

} // namespace oncedesk::board
