#include "core/engine/worker.h"

#include "core/db/database.h"
#include "core/db/doorbell.h"
#include "core/db/whendone.h"
#include "core/engine/calls.h"
#include "core/engine/certifier.h"
#include "core/engine/claimer.h"
#include "core/engine/reporter.h"
#include "core/engine/requests.h"
#include "core/engine/upkeep.h"
#include "core/engine/wording.h"

#include <QCoreApplication>
#include <QHash>
#include <QRandomGenerator>
#include <QSysInfo>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString freshName()
{
    return QSysInfo::machineHostName().left(100) % u'/' %
           QString::number(QCoreApplication::applicationPid()) % u'/' %
           QString::number(QRandomGenerator::system()->generate(), 16);
}

// The attempts of a claim that is never heard of end up unknown, so it is looked for long. Nothing is kept
// waiting by that: there is no connection in the meantime.
Database::Options tendingOptions()
{
    Database::Options options;
    options.commitPatience = 60s;
    return options;
}

Worker::Options completed(Worker::Options options)
{
    if (options.name.isEmpty())
        options.name = freshName();
    if (options.version.isEmpty())
        options.version = QStringLiteral(ONCEDESK_VERSION);
    return options;
}

} // namespace

struct Worker::Private
{
    enum class Phase { idle, working, finishing, leaving, stopped };

    Private(Worker *worker, const ConnectionSettings &connection, const Options &given);
    ~Private();
    void wire();
    void wireTimers();
    void noteModel(const QString &provider, const QString &model, AttemptId attempt);
    void stop(std::chrono::milliseconds grace);
    void graceOver();
    // Stops as soon as nothing is left that would be lost by it.
    void stopIfDone();
    void leave();
    [[nodiscard]] bool isAtWork() const { return phase == Phase::working || phase == Phase::finishing; }

    Worker *q;
    const Options options;
    const ConnectionSettings settings;
    // Reports have a connection of their own, so that a slow sweep never holds an outcome back.
    std::unique_ptr<Database> tending;
    std::unique_ptr<Database> reporting;
    Availability availability;
    ProviderTable providers;
    Reporter reporter;
    Calls calls;
    Claimer claimer;
    Requests requests;
    Certifier certifier;
    QHash<QString, QString> models; // that we told since the providers were last read
    Upkeep upkeep;
    DoorbellRinger ringer;
    std::unique_ptr<DoorbellListener> listener;
    QTimer grace;
    QTimer farewell;
    QTimer showCounters;
    Phase phase = Phase::idle;
};

Worker::Private::Private(Worker *worker, const ConnectionSettings &connection, const Options &given)
    : q(worker),
      options(completed(given)),
      settings(connection),
      tending(std::make_unique<Database>(connection, tendingOptions())),
      reporting(std::make_unique<Database>(connection)),
      availability(options.intervals.firstBackoff, options.intervals.longestBackoff),
      providers(options.providers),
      reporter(*reporting, options.intervals.firstBackoff, options.intervals.longestBackoff),
      calls(options, providers, reporter),
      claimer(*tending, availability, options, options.name, providers, calls.flights()),
      requests(*tending, availability, options, options.name, providers),
      certifier(*tending, options.name),
      upkeep(*tending, availability, options, options.name, providers,
             [this] { return calls.flights().inFlight(); }),
      ringer(*tending)
{
    wire();
    wireTimers();
}

// The Databases go first: their last answers find everybody still there.
Worker::Private::~Private()
{
    listener.reset();
    reporting.reset();
    tending.reset();
}

void Worker::Private::wire()
{
    connect(&calls, &Calls::log, q, &Worker::log);
    connect(&requests, &Requests::log, q, &Worker::log);
    connect(&upkeep, &Upkeep::log, q, &Worker::log);
    connect(&certifier, &Certifier::log, q, &Worker::log);

    connect(&availability, &Availability::probe, &upkeep, &Upkeep::readProviders);
    connect(&availability, &Availability::cameBack, q, [this] {
        Q_EMIT q->log(u"Connected to %1 as worker %2."_s.arg(settings.describe(), options.name));
        Q_EMIT q->connectionChanged(true);
        reporter.hurry();
        if (isAtWork())
            upkeep.readProviders();
    });
    connect(&availability, &Availability::wentAway, q, [this](const QString &why) {
        Q_EMIT q->log(u"The database is away; calls under way go on, nothing is claimed. "_s % why);
        Q_EMIT q->connectionChanged(false);
    });
    connect(&availability, &Availability::complained, q, &Worker::log);

    connect(&claimer, &Claimer::claimed, q,
            [this](const QList<ClaimedAttempt> &attempts, Deadlines::Clock::time_point since) {
                calls.take(attempts, since);
                ringer.ring();
            });
    connect(&claimer, &Claimer::answered, q, [this] { stopIfDone(); });
    connect(&calls, &Calls::nextAttemptIn, &claimer, &Claimer::wakeIn);
    connect(&calls, &Calls::changed, q, [this] {
        if (!showCounters.isActive())
            showCounters.start();
    });
    connect(&reporter, &Reporter::troubled, &availability, &Availability::failed);
    connect(&reporter, &Reporter::setAnswered, q, [this] {
        availability.answered();
        ringer.ring();
        claimer.go();
        stopIfDone();
    });
    connect(&requests, &Requests::answered, q, [this](AttemptId attempt, AttemptState state) {
        calls.movedElsewhere(attempt, state);
        ringer.ring();
        claimer.go();
    });
    connect(&requests, &Requests::changed, q, [this] { stopIfDone(); });
    connect(&upkeep, &Upkeep::providersRead, q, [this] {
        models.clear(); // others may have told of another one since
        claimer.wake();
        requests.look();
        if (phase == Phase::working)
            certifier.look(providers.all());
    });
    connect(&certifier, &Certifier::troubled, &availability, &Availability::failed);
    connect(&certifier, &Certifier::begun, &ringer, &DoorbellRinger::ring);
    connect(&certifier, &Certifier::caseDone, &ringer, &DoorbellRinger::ring);
    connect(&certifier, &Certifier::ended, &ringer, &DoorbellRinger::ring);
    connect(&certifier, &Certifier::changed, q, [this] { stopIfDone(); });
    connect(&calls, &Calls::modelSeen, q,
            [this](const QString &provider, const QString &model, AttemptId attempt) {
                noteModel(provider, model, attempt);
            });
    connect(&upkeep, &Upkeep::cancelsRequested, &requests, &Requests::look);
    connect(&upkeep, &Upkeep::moved, &ringer, &DoorbellRinger::ring);
    connect(&upkeep, &Upkeep::hedgesOpened, &claimer, &Claimer::wake);
}

// Not with each answer: once between two readings of the providers.
void Worker::Private::noteModel(const QString &provider, const QString &model, AttemptId attempt)
{
    if (models.value(provider) == model)
        return;
    models.insert(provider, model);
    whenDone(tending->call([provider, model, attempt](Session &session) {
        return Certification(session).noteModel(provider, model, attempt);
    }),
             q, [this, provider](const Result<bool> &noted) {
                 if (!noted || !*noted)
                     models.remove(provider); // the next answer says it again
             });
}

void Worker::Private::wireTimers()
{
    grace.setSingleShot(true);
    connect(&grace, &QTimer::timeout, q, [this] { graceOver(); });
    farewell.setSingleShot(true);
    connect(&farewell, &QTimer::timeout, q, [this] {
        Q_EMIT q->log(
            u"The database does not answer. Outcomes not reported: %1. Their attempts become unknown at "
            "their deadlines, when any worker or console sweeps."_s.arg(reporter.waiting()));
        leave();
    });
    showCounters.setSingleShot(true);
    showCounters.setInterval(100ms);
    connect(&showCounters, &QTimer::timeout, q, &Worker::countersChanged);
}

void Worker::Private::stop(std::chrono::milliseconds time)
{
    switch (phase) {
    case Phase::idle:
        return leave();
    case Phase::working:
        phase = Phase::finishing;
        claimer.stop();
        requests.stop();
        certifier.stop();
        upkeep.retreat();
        Q_EMIT q->log(u"Stopping: nothing more is claimed. Under way: %1, with %2 left."_s
                          .arg(calls.flights().inFlight())
                          .arg(seconds(time)));
        grace.start(time);
        return stopIfDone();
    case Phase::finishing:
        grace.stop();
        return graceOver();
    case Phase::leaving:
    case Phase::stopped:
        return;
    }
}

void Worker::Private::graceOver()
{
    phase = Phase::leaving;
    grace.stop();
    farewell.start(options.farewell);
    calls.end();
    requests.end();
    reporter.hurry();
    stopIfDone();
}

void Worker::Private::stopIfDone()
{
    if (!certifier.isIdle() || claimer.isUnderWay() || reporter.waiting() > 0 ||
        calls.flights().inFlight() > 0)
        return;
    if (phase == Phase::finishing && requests.isIdle())
        graceOver(); // only calls that are unknown already may be left
    else if (phase == Phase::leaving)
        leave();
}

void Worker::Private::leave()
{
    phase = Phase::stopped;
    farewell.stop();
    upkeep.stop();
    availability.disconnect();
    listener.reset();
    QMetaObject::invokeMethod(q, &Worker::stopped, Qt::QueuedConnection);
}

Worker::Worker(const ConnectionSettings &settings, const Options &options, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(this, settings, options))
{
}

Worker::~Worker()
{
    blockSignals(true);
}

QString Worker::name() const
{
    return d->options.name;
}

Worker::Counters Worker::counters() const
{
    return d->calls.counters();
}

bool Worker::isConnected() const
{
    return d->availability.isThere();
}

void Worker::start()
{
    if (d->phase != Private::Phase::idle)
        return;
    d->phase = Private::Phase::working;
    d->listener = std::make_unique<DoorbellListener>(d->settings);
    connect(d->listener.get(), &DoorbellListener::rang, this, [this] {
        if (!d->isAtWork())
            return;
        if (d->availability.isThere())
            d->upkeep.readProviders();
        else
            d->availability.hint();
    });
    d->upkeep.start();
    d->availability.hint();
}

void Worker::stop(std::chrono::milliseconds grace)
{
    d->stop(grace);
}

} // namespace oncedesk
