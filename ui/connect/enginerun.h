// An engine at work on a thread of its own, from its start to its end, which may come after its console has
// gone.
#pragma once

#include "core/engine/worker.h"

#include <QObject>
#include <memory>
#include <mutex>

class QThread;

namespace oncedesk {

class LocalServer;

// Lives on the GUI thread and deletes itself once its worker has stopped.
class EngineRun : public QObject
{
    Q_OBJECT
public:
    EngineRun(const ConnectionSettings &settings, std::shared_ptr<LocalServer> server);

    // Claims nothing more, gives calls under way the grace; what has not answered then becomes unknown.
    void stop(std::chrono::milliseconds grace);
    [[nodiscard]] const Worker::Counters &counters() const { return m_counters; }
    [[nodiscard]] bool isConnected() const { return m_connected; }

    // At the program's end, when no event loop runs any more.
    static void waitForAll();

Q_SIGNALS:
    void changed();
    void stopped();

private:
    ~EngineRun() override;
    void work(const ConnectionSettings &settings);
    void take(const Worker::Counters &counters, bool connected);

    QThread *m_thread = nullptr;
    std::shared_ptr<LocalServer> m_server; // not stopped before the last outcome is reported
    Worker::Counters m_counters;
    bool m_connected = false;

    std::mutex m_mutex; // guards the two below, which the thread looks at, too
    Worker *m_worker = nullptr;
    bool m_stopAsked = false;
};

} // namespace oncedesk
