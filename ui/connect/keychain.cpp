#include "ui/connect/keychain.h"

#include <qt6keychain/keychain.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

const QString service = u"oncedesk"_s;

Keychain::Answer answerOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::NoError:
        return {Keychain::Answer::Kind::done, {}, {}};
    case QKeychain::EntryNotFound:
        return {Keychain::Answer::Kind::notFound, {}, {}};
    case QKeychain::CouldNotDeleteEntry:
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
    case QKeychain::OtherError:
        return {Keychain::Answer::Kind::unavailable, {}, job.errorString()};
    }
    return {Keychain::Answer::Kind::unavailable, {}, job.errorString()};
}

// The job goes by itself, also when nobody waits for it any more.
template<class Job>
void start(Job *job, const QString &key, QObject *context, const Keychain::Then &then)
{
    job->setKey(key);
    job->setInsecureFallback(false);
    QObject::connect(job, &QKeychain::Job::finished, context, [job, then] {
        Keychain::Answer answer = answerOf(*job);
        if constexpr (std::is_same_v<Job, QKeychain::ReadPasswordJob>)
            answer.password = job->textData();
        then(answer);
    });
    job->start();
}

} // namespace

void SystemKeychain::read(const QString &key, QObject *context, Then then)
{
    start(new QKeychain::ReadPasswordJob(service), key, context, then);
}

void SystemKeychain::write(const QString &key, const QString &password, QObject *context, Then then)
{
    auto *job = new QKeychain::WritePasswordJob(service);
    job->setTextData(password);
    start(job, key, context, then);
}

void SystemKeychain::erase(const QString &key, QObject *context, Then then)
{
    start(new QKeychain::DeletePasswordJob(service), key, context, then);
}

} // namespace oncedesk
