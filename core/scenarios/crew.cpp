#include "core/scenarios/crew.h"

#include <QEventLoop>

namespace oncedesk::lab {

using namespace std::chrono_literals;

namespace {

Worker::Options optionsOf(const QString &name, const QStringList &providers)
{
    Worker::Options options;
    options.name = name;
    options.providers = providers;
    options.intervals.poll = 200ms;
    options.intervals.heartbeat = 500ms;
    options.intervals.sweep = 100ms;
    options.intervals.hedge = 50ms;
    return options;
}

} // namespace

Crew::~Crew()
{
    stopAll();
    if (!m_context)
        return;
    m_context->deleteLater();
    m_thread.quit();
    m_thread.wait();
}

void Crew::start(const QString &name, const QStringList &providers)
{
    if (!m_context) {
        m_thread.start();
        m_context = new QObject;
        m_context->moveToThread(&m_thread);
    }
    QMetaObject::invokeMethod(
        m_context,
        [&] {
            auto *worker = new Worker(m_settings, optionsOf(name, providers));
            worker->start();
            m_workers.insert(name, worker);
        },
        Qt::BlockingQueuedConnection);
}

void Crew::kill(const QString &name)
{
    if (Worker *worker = m_workers.take(name))
        QMetaObject::invokeMethod(
            m_context, [worker] { delete worker; }, Qt::BlockingQueuedConnection);
}

void Crew::stopAll()
{
    const auto workers = std::exchange(m_workers, {});
    for (Worker *worker : workers) {
        QMetaObject::invokeMethod(
            m_context,
            [worker] {
                QEventLoop loop; // of a thread that has nothing else to do
                QObject::connect(worker, &Worker::stopped, &loop, &QEventLoop::quit);
                worker->stop(0ms);
                loop.exec();
                delete worker;
            },
            Qt::BlockingQueuedConnection);
    }
}

} // namespace oncedesk::lab
