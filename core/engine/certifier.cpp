#include "core/engine/certifier.h"

#include "core/db/whendone.h"
#include "core/engine/availability.h"

#include <QPromise>
#include <QThreadPool>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::chrono::milliseconds usualPatience{60000}; // with a case that names no latency
constexpr std::chrono::milliseconds leastPatience{10000};
constexpr std::chrono::milliseconds alive{20000}; // between two signs of life
constexpr std::chrono::milliseconds pause{1000};  // before the database is tried again

std::chrono::milliseconds patienceFor(const SuiteCase &one)
{
    return one.latency ? std::max(2 * *one.latency, leastPatience) : usualPatience;
}

// As the database takes it: what a provider answers may be anything.
QString storable(const QString &text)
{
    return QString::fromUtf8(text.toUtf8()).remove(QChar(0));
}

// As it would be read off the wire.
QString text(const WireRequest &request)
{
    if (request.method.isEmpty())
        return {};
    QByteArray lines;
    if (!request.promptCheck.isEmpty())
        lines = "# prompt: " + request.promptCheck.toUtf8() + '\n';
    lines += request.method + ' ' + request.url + '\n';
    for (const auto &[name, value] : request.headers)
        lines += name + ": " + value + '\n';
    lines += '\n' + request.body;
    return storable(QString::fromUtf8(lines));
}

} // namespace

struct Certifier::Run
{
    ClaimedRun claimed;
    Suite suite;
    std::shared_ptr<Provider> provider;
    qsizetype caseIndex = 0;
    int repeat = 0; // of the case under way, from 1
    std::unique_ptr<Call> call;
    RunObservation seen;
    CaseRecord record;
    QElapsedTimer since;
    QTimer patience;
    QTimer alive;
    QString whyAborted;
    bool isEnding = false;
};

Certifier::Certifier(Database &database, QString worker, QObject *parent)
    : QObject(parent), m_database(database), m_worker(std::move(worker))
{
}

Certifier::~Certifier() = default;

void Certifier::look(const QStringList &providers, std::optional<CertificationRunId> run)
{
    if (m_stopped || !isIdle() || providers.isEmpty())
        return;
    // Doorbells ring often, and hardly ever for this.
    if (!run && m_sinceLook.isValid() && m_sinceLook.elapsed() < pause.count())
        return;
    m_sinceLook.start();
    m_looking = true;
    whenDone(m_database.run([worker = m_worker, providers, run](Session &session) {
        return Certification(session).claim(worker, providers, run);
    }),
             this, [this](const Result<std::optional<ClaimedRun>> &claimed) {
                 m_looking = false;
                 if (!claimed)
                     Q_EMIT troubled(claimed.error());
                 else if (*claimed)
                     begin(**claimed);
                 else
                     Q_EMIT nothingFound();
                 Q_EMIT changed();
             });
}

void Certifier::begin(ClaimedRun claimed)
{
    m_run = std::make_unique<Run>();
    m_run->claimed = std::move(claimed);
    m_run->patience.setSingleShot(true);
    connect(&m_run->patience, &QTimer::timeout, this, [this] {
        onOutcome(Doubtful{u"No answer within %1 s."_s.arg(m_run->patience.interval() / 1000)});
    });
    connect(&m_run->alive, &QTimer::timeout, this, &Certifier::keepAlive);
    m_run->alive.start(alive);
    const ClaimedRun &run = m_run->claimed;
    Q_EMIT log(run.isTrial()
                   ? u"Trying %1 for %2 (run %3)."_s.arg(run.provider, run.intent).arg(run.run.value())
                   : u"Certifying %1 for %2 (run %3, suite version %4)."_s.arg(run.provider, run.intent)
                         .arg(run.run.value())
                         .arg(run.suiteVersion));
    auto suite = parseSuite(run.suite);
    if (!suite)
        return finish(u"The contract suite cannot be read: %1"_s.arg(suite.error().sentence));
    m_run->suite = std::move(suite).value();
    auto provider = makeProvider(run.kind, run.settings);
    if (!provider)
        return finish(u"The provider's settings cannot be used: %1"_s.arg(provider.error().sentence));
    m_run->provider = std::move(provider).value();
    int calls = 0;
    for (const SuiteCase &one : std::as_const(m_run->suite.cases))
        calls += one.repeat;
    Q_EMIT begun(run, calls);
    if (m_stopped)
        return finish(u"Its worker was stopped."_s);
    next();
}

void Certifier::next()
{
    Run &run = *m_run;
    while (run.caseIndex < run.suite.cases.size() && run.repeat >= run.suite.cases.at(run.caseIndex).repeat) {
        ++run.caseIndex;
        run.repeat = 0;
    }
    if (run.caseIndex == run.suite.cases.size())
        return finish({});
    const SuiteCase &one = run.suite.cases.at(run.caseIndex);
    ++run.repeat;
    run.seen = {};
    const QByteArray place = QByteArray::number(run.claimed.run.value()) + '/' + one.name.toUtf8() + '/' +
                             QByteArray::number(run.repeat);
    Dispatch dispatch;
    dispatch.provider = run.claimed.provider;
    dispatch.owner = u"oncedesk-certification"_s;
    dispatch.idempotencyKey = place;
    dispatch.intent = run.claimed.intent;
    dispatch.params = one.params;
    dispatch.timeout = patienceFor(one);
    dispatch.rehearsal = Rehearsal{place, run.suite.temperature};
    dispatch.onSend = [this](const WireRequest &request) {
        if (m_run)
            m_run->seen.wire = request;
    };
    run.since.start();
    run.patience.start(dispatch.timeout);
    run.call = run.provider->dispatch(dispatch, [this](Outcome outcome) { onOutcome(std::move(outcome)); });
}

// Whether answers about a run still find it at work.
bool Certifier::isAt(CertificationRunId run) const
{
    return m_run && m_run->claimed.run == run && !m_run->isEnding;
}

void Certifier::onOutcome(Outcome outcome)
{
    if (!m_run || !m_run->call)
        return; // of a call that was dropped
    // Whoever carries the run out lacks something: that says nothing of the provider.
    if (const auto *failed = std::get_if<FailedForSure>(&outcome);
        failed && failed->code == u"secret_missing")
        return finish(failed->message);
    Run &run = *m_run;
    run.patience.stop();
    run.seen.took = std::chrono::milliseconds(run.since.elapsed());
    run.seen.outcome = std::move(outcome);
    // Its callback may be on the stack.
    QMetaObject::invokeMethod(
        this, [provider = run.provider, call = std::shared_ptr<Call>(std::move(run.call))] {},
        Qt::QueuedConnection);
    // Patterns may take their time, and attempts are being carried out on this thread.
    auto promise = std::make_shared<QPromise<Verdict>>();
    promise->start();
    whenDone(promise->future(), this, [this, id = run.claimed.run](const Verdict &verdict) {
        if (isAt(id))
            judged(verdict);
    });
    QThreadPool::globalInstance()->start([promise, one = run.suite.cases.at(run.caseIndex), seen = run.seen] {
        promise->addResult(judge(one, seen));
        promise->finish();
    });
}

void Certifier::judged(const Verdict &verdict)
{
    Run &run = *m_run;
    run.record = {};
    run.record.name = run.suite.cases.at(run.caseIndex).name;
    run.record.repeat = run.repeat;
    run.record.verdict = verdict.kind;
    run.record.reason = verdict.passed ? QString() : storable(verdict.reason);
    for (const QString &fault : verdict.allFaults)
        run.record.faults += storable(fault);
    run.record.request = text(run.seen.wire);
    if (const auto *finished = std::get_if<Finished>(&run.seen.outcome)) {
        run.record.answer = finished->body.isNull() ? QByteArray("") : finished->body;
        run.record.model = storable(finished->model);
    }
    run.record.took = run.seen.took;
    record();
}

void Certifier::record()
{
    whenDone(m_database.call([run = m_run->claimed, done = m_run->record](Session &session) {
        return Certification(session).record(run, done);
    }),
             this, [this, id = m_run->claimed.run](const Result<bool> &goOn) {
                 if (!isAt(id))
                     return;
                 if (!goOn) {
                     if (!isTriedAgain(goOn.error(), &Certifier::record))
                         finish(goOn.error().sentence);
                     return;
                 }
                 Q_EMIT caseDone(m_run->record);
                 if (*goOn)
                     next();
                 else
                     finish({});
             });
}

void Certifier::keepAlive()
{
    if (m_run->isEnding)
        return;
    whenDone(m_database.call(
                 [run = m_run->claimed](Session &session) { return Certification(session).keepAlive(run); }),
             this, [this, id = m_run->claimed.run](const Result<bool> &goOn) {
                 if (isAt(id) && goOn && !*goOn)
                     finish({}); // cancelled while a case was under way
             });
}

void Certifier::finish(const QString &whyAborted)
{
    drop();
    m_run->isEnding = true;
    m_run->whyAborted = whyAborted;
    sendEnd();
}

void Certifier::sendEnd()
{
    whenDone(m_database.run([run = m_run->claimed, why = m_run->whyAborted](Session &session) {
        return Certification(session).finish(run, why);
    }),
             this, [this](const Result<RunEnd> &end) {
                 if (!end && !m_stopped && isTriedAgain(end.error(), &Certifier::sendEnd))
                     return;
                 const ClaimedRun run = m_run->claimed;
                 // Timers of the run may be on the stack.
                 QMetaObject::invokeMethod(
                     this, [old = std::shared_ptr<Run>(std::move(m_run))] {}, Qt::QueuedConnection);
                 if (end) {
                     Q_EMIT log(u"%1 of %2 for %3 %4.%5"_s.arg(
                         run.isTrial() ? u"Trial"_s : u"Certification"_s, run.provider, run.intent,
                         end->outcome, end->reason.isEmpty() ? QString() : u' ' + end->reason));
                     Q_EMIT ended(*end);
                 } else {
                     Q_EMIT troubled(end.error());
                 }
                 Q_EMIT changed();
             });
}

bool Certifier::isTriedAgain(const Error &error, void (Certifier::*again)())
{
    if (!isTransient(error))
        return false;
    QTimer::singleShot(pause, this, [this, again, id = m_run->claimed.run, ending = m_run->isEnding] {
        if (m_run && m_run->claimed.run == id && m_run->isEnding == ending)
            (this->*again)();
    });
    return true;
}

void Certifier::drop()
{
    m_run->patience.stop();
    m_run->alive.stop();
    if (m_run->call)
        QMetaObject::invokeMethod(
            this, [provider = m_run->provider, call = std::shared_ptr<Call>(std::move(m_run->call))] {},
            Qt::QueuedConnection);
}

void Certifier::stop()
{
    m_stopped = true;
    if (m_run && !m_run->isEnding)
        finish(u"Its worker was stopped."_s);
}

} // namespace oncedesk
