#include "ui/actions/risk.h"

#include "ui/actions/action.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <utility>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int contractMaxAttempts = 3;

struct Risk
{
    Q_DECLARE_TR_FUNCTIONS(Risk)
};

QJsonObject policyOf(const board::JobDetail &job)
{
    return QJsonDocument::fromJson(job.policy).object();
}

const board::AttemptRow *live(const board::JobDetail &job)
{
    const board::AttemptRow *found = nullptr;
    for (const board::AttemptRow &attempt : job.attempts) {
        if (attempt.state == AttemptState::unknown)
            return &attempt;
        if (isLive(attempt.state))
            found = &attempt;
    }
    return found;
}

// Nobody knows for sure that the provider did nothing.
bool leftDoubt(const board::AttemptRow &attempt)
{
    return attempt.state == AttemptState::cancelled && attempt.startedAt.happened() &&
           attempt.cancelEvidence != u"provider_confirmed_stopped";
}

QString earlier(const board::AttemptRow &attempt)
{
    if (attempt.state == AttemptState::failed)
        return Risk::tr("Attempt %1 failed for certain at %2, so nothing of it should be left there.")
            .arg(QString::number(attempt.ordinal), attempt.provider);
    if (attempt.state == AttemptState::cancelled && !attempt.startedAt.happened())
        return Risk::tr("Attempt %1 was cancelled before %2 heard of it.")
            .arg(QString::number(attempt.ordinal), attempt.provider);
    if (attempt.state == AttemptState::cancelled)
        return Risk::tr("Attempt %1 was cancelled: %2.")
            .arg(QString::number(attempt.ordinal), evidenceWords(attempt.cancelEvidence));
    return {};
}

} // namespace

int maxAttempts(const board::JobDetail &job)
{
    return policyOf(job).value("max_attempts"_L1).toInt(contractMaxAttempts);
}

bool isCertified(const board::ProviderRow &provider, const QString &intent)
{
    return std::any_of(provider.certificates.begin(), provider.certificates.end(),
                       [&intent](const board::CertificateRow &certificate) {
                           return certificate.intent == intent && certificate.valid;
                       });
}

QString whyReason(const board::JobDetail &job, const board::ProviderRow &provider)
{
    const int tried = job.attempts.isEmpty() ? 0 : job.attempts.last().ordinal;
    if (provider.name != job.provider && !isCertified(provider, job.intent))
        return Risk::tr("%1 is not certified for %2: no contract test has shown that it does the same. Going "
                        "there anyway needs a reason.")
            .arg(provider.name, job.intent);
    if (tried >= maxAttempts(job))
        return Risk::tr("All %1 attempts that its policy allows are used up: going beyond needs a reason.")
            .arg(maxAttempts(job));
    return {};
}

QString whyNoAttempt(const board::JobDetail &job)
{
    switch (job.status) {
    case board::JobStatus::succeeded:
        return Risk::tr("Not possible: the job has its result already.");
    case board::JobStatus::closed:
        return Risk::tr("Not possible: the job is closed.");
    case board::JobStatus::stalled:
        return {};
    case board::JobStatus::waiting:
    case board::JobStatus::running:
    case board::JobStatus::unknown:
        break;
    }
    const board::AttemptRow *attempt = live(job);
    if (!attempt)
        return {};
    switch (attempt->state) {
    case AttemptState::unknown:
        return Risk::
            tr("Not possible while attempt %1 is unknown. Cancel it first, with what you know. Cancelling "
               "does not stop %2.")
                .arg(QString::number(attempt->ordinal), attempt->provider);
    case AttemptState::started:
        if (policyOf(job).value("mode"_L1).toString() == u"hedged")
            return {};
        [[fallthrough]];
    case AttemptState::pending:
        return Risk::tr("Not possible while attempt %1 is %2.")
            .arg(QString::number(attempt->ordinal), look::wordOf(attempt->state));
    case AttemptState::succeeded:
    case AttemptState::failed:
    case AttemptState::superseded:
    case AttemptState::cancelled:
        return {};
    }
    Q_UNREACHABLE();
}

QString riskOfAttempt(const board::JobDetail &job, const QString &provider)
{
    if (job.attempts.isEmpty())
        return Risk::tr("Nothing was tried yet: it would be the first attempt, at %1.").arg(provider);
    QStringList sentences;
    QStringList doubted; // the providers, each once
    for (const board::AttemptRow &attempt : job.attempts) {
        if (!leftDoubt(attempt))
            continue;
        sentences += earlier(attempt);
        if (!doubted.contains(attempt.provider))
            doubted += attempt.provider;
    }
    if (doubted.isEmpty())
        sentences += earlier(job.attempts.last());
    for (const QString &other : std::as_const(doubted)) {
        sentences +=
            other == provider
                ? Risk::tr("If %1 acted after all, it may happen twice, unless it recognises the same "
                           "Idempotency-Key, which is sent again.")
                      .arg(provider)
                : Risk::tr("If %1 acted after all, it happens twice: %2 cannot recognise what %1 did.")
                      .arg(other, provider);
    }
    const int tried = job.attempts.last().ordinal;
    sentences +=
        tried < maxAttempts(job)
            ? Risk::tr("It would be attempt %1 of the %2 that its policy allows.")
                  .arg(tried + 1)
                  .arg(maxAttempts(job))
            : Risk::tr("It would be attempt %1; its policy allows %2.").arg(tried + 1).arg(maxAttempts(job));
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

} // namespace oncedesk
