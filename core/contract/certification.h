// The typed calls around contract suites: an administrator saves them and asks for runs, a worker carries
// runs out. Use inside Database::call or Database::run.
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/db/session.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <chrono>
#include <optional>

namespace oncedesk {

struct SavedSuite
{
    bool isNew = false; // false: the latest version has this very text
    int version = 0;
};

struct ClaimedRun
{
    CertificationRunId run;
    QByteArray token;
    QString provider;
    QString kind;
    QByteArray settings;
    QString intent;
    int suiteVersion = 0; // 0: a trial
    QByteArray suite;     // its text as it was saved

    [[nodiscard]] bool isTrial() const { return suiteVersion == 0; }
};

// What is tried, without being saved; it proves nothing.
struct Trial
{
    QString provider;
    QString intent;
    QByteArray suite;
    QString onlyCase;                   // null: all
    std::optional<QByteArray> settings; // none: the provider's own
};

struct CaseRecord
{
    QString name;
    int repeat = 1;  // from 1
    QString verdict; // Verdict::kind
    QString reason;
    QStringList faults;
    QString request;   // as it went out, secrets taken out; null when nothing went out
    QByteArray answer; // as it came; null when none came
    QString model;
    std::chrono::milliseconds took{0};
};

// The latest version of an intent's suite.
struct SuiteRow
{
    QString intent;
    int version = 0;
    QByteArray text;
    QString savedAt; // ISO 8601
    QString savedBy;
};

struct RunEnd
{
    QString outcome; // passed, failed, cancelled, aborted
    QString reason;  // null when passed
    std::optional<qint64> certificate;
};

class Certification
{
public:
    explicit Certification(Session &session) : m_session(session) {}

    // The text is a suite by parseSuite(), which is for the caller to have asked.
    Result<SavedSuite> saveSuite(const QString &intent, const QByteArray &text);
    // By intent.
    Result<QList<SuiteRow>> suites();
    // A run that is still open is given again.
    Result<CertificationRunId> request(const QString &provider, const QString &intent);
    Result<CertificationRunId> requestTrial(const Trial &trial);
    // Ends runs whose worker has fallen silent, and trials that nobody took: workers do so when they look for
    // one.
    Result<Done> endLost();
    // None while it is not over.
    Result<std::optional<RunEnd>> end(CertificationRunId run);
    // "cancelled", "cancel_requested", or what the run had ended with.
    Result<QString> cancel(CertificationRunId run);

    // One that waits, or the named one; none when there is none.
    Result<std::optional<ClaimedRun>> claim(const QString &worker, const QStringList &providers,
                                            std::optional<CertificationRunId> run = {});
    // Whether to go on. Safe to repeat.
    Result<bool> record(const ClaimedRun &run, const CaseRecord &done);
    // Says that the worker is still at it. Whether to go on.
    Result<bool> keepAlive(const ClaimedRun &run);
    // The database counts and decides. Not empty: why the run could not be carried out. Safe to repeat.
    Result<RunEnd> finish(const ClaimedRun &run, const QString &whyAborted);
    // A certificate earned with another model is stale from then on.
    // Whether it is the model on record now; the answer to an attempt from before the last change does not
    // count.
    Result<bool> noteModel(const QString &provider, const QString &model, AttemptId attempt);

private:
    Session &m_session;
};

} // namespace oncedesk
