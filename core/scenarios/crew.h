// The workers of a story: real ones, on a thread of their own.
#pragma once

#include "core/engine/worker.h"

#include <QMap>
#include <QThread>
#include <memory>

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
    [[nodiscard]] bool isEmpty() const { return m_workers.isEmpty(); }

private:
    const ConnectionSettings m_settings;
    QThread m_thread;
    QObject *m_context = nullptr; // lives there
    QMap<QString, Worker *> m_workers;
};

} // namespace oncedesk::lab
