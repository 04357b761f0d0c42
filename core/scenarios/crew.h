// The workers of a story: real ones, on a thread of their own.
#pragma once

#include "core/engine/worker.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace oncedesk::lab {

class Crew
{
public:
    explicit Crew(const ConnectionSettings &settings) : m_settings(settings) {}
    ~Crew();
    Q_DISABLE_COPY_MOVE(Crew)

    // Each of these returns once it is done.
    void start(const QString &name, const QStringList &providers);
    void kill(const QString &name); // what it carried out is dropped, and nothing is reported
    void stopAll();                 // what they carried out is reported as unknown

private:
    void live();
    // On the crew's thread.
    void perform(std::function<void()> work);

    const ConnectionSettings m_settings;
    std::map<QString, std::unique_ptr<Worker>> m_workers; // the thread's
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::function<void()> m_work; // that waits to be performed, or is
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace oncedesk::lab
