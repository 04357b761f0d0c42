#include "ui/connect/enginerun.h"

#include "core/db/localserver.h"

#include <QEventLoop>
#include <QSet>
#include <QThread>

namespace oncedesk {

namespace {

QSet<EngineRun *> &runs()
{
    static QSet<EngineRun *> all; // GUI thread
    return all;
}

} // namespace

EngineRun::EngineRun(const ConnectionSettings &settings, std::shared_ptr<LocalServer> server)
    : m_server(std::move(server))
{
    runs().insert(this);
    m_thread = QThread::create([this, settings] { work(settings); });
    m_thread->setObjectName(QStringLiteral("engine"));
    connect(m_thread, &QThread::finished, this, [this] {
        Q_EMIT stopped();
        deleteLater();
    });
    m_thread->start();
}

EngineRun::~EngineRun()
{
    runs().remove(this);
    m_thread->wait();
    delete m_thread;
}

// On the engine's thread.
void EngineRun::work(const ConnectionSettings &settings)
{
    Worker worker(settings, {});
    QEventLoop loop;
    const auto tell = [this, &worker] {
        QMetaObject::invokeMethod(
            this,
            [this, counters = worker.counters(), connected = worker.isConnected()] {
                take(counters, connected);
            },
            Qt::QueuedConnection);
    };
    QObject::connect(&worker, &Worker::countersChanged, &loop, tell);
    QObject::connect(&worker, &Worker::connectionChanged, &loop, tell);
    QObject::connect(&worker, &Worker::stopped, &loop, &QEventLoop::quit);
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopAsked)
            return;
        m_worker = &worker;
    }
    worker.start();
    loop.exec();
    const std::lock_guard lock(m_mutex);
    m_worker = nullptr;
}

void EngineRun::take(const Worker::Counters &counters, bool connected)
{
    m_counters = counters;
    m_connected = connected;
    Q_EMIT changed();
}

void EngineRun::stop(std::chrono::milliseconds grace)
{
    const std::lock_guard lock(m_mutex);
    m_stopAsked = true;
    if (m_worker)
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker, grace] { worker->stop(grace); }, Qt::QueuedConnection);
}

void EngineRun::waitForAll()
{
    const QSet<EngineRun *> all = runs();
    for (EngineRun *run : all)
        delete run;
}

} // namespace oncedesk
