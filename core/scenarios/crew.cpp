#include "core/scenarios/crew.h"

#include <QEventLoop>
#include <QTimer>

namespace oncedesk::lab {

using namespace std::chrono_literals;

namespace {

constexpr auto glance = 5ms; // between two looks for something to do

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
    if (!m_thread.joinable())
        return;
    stopAll();
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_thread.join();
}

// The workers' event loop. What is asked for crosses by the mutex alone: no sanitizer sees the locks inside
// Qt.
void Crew::live()
{
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [this, &loop, isBusy = false]() mutable {
        if (isBusy)
            return; // what is performed runs an event loop, too
        std::unique_lock lock(m_mutex);
        if (m_isOver)
            return loop.quit();
        if (!m_work)
            return;
        const auto work = m_work;
        lock.unlock();
        isBusy = true;
        work();
        isBusy = false;
        lock.lock();
        m_work = nullptr;
        m_changed.notify_all();
    });
    look.start(glance);
    loop.exec();
}

void Crew::perform(std::function<void()> work)
{
    if (!m_thread.joinable())
        m_thread = std::thread([this] { live(); });
    std::unique_lock lock(m_mutex);
    m_work = std::move(work);
    m_changed.wait(lock, [this] { return !m_work; });
}

void Crew::start(const QString &name, const QStringList &providers)
{
    perform([this, name, providers] {
        auto &worker = m_workers[name];
        worker = std::make_unique<Worker>(m_settings, optionsOf(name, providers));
        worker->start();
    });
}

void Crew::kill(const QString &name)
{
    perform([this, name] { m_workers.erase(name); });
}

void Crew::stopAll()
{
    if (!m_thread.joinable())
        return;
    perform([this] {
        for (const auto &[name, worker] : m_workers) {
            QEventLoop loop;
            QObject::connect(worker.get(), &Worker::stopped, &loop, &QEventLoop::quit);
            worker->stop(0ms);
            loop.exec();
        }
        m_workers.clear();
    });
}

} // namespace oncedesk::lab
