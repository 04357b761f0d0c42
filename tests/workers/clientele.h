// Callers who submit all the time, some of them twice at once, each asking again until it is told; they keep
// what they were told.
#pragma once

#include "core/db/connectionsettings.h"
#include "tests/workers/executionjournal.h"

#include <QByteArray>
#include <QList>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace oncedesk {

class Clientele
{
public:
    struct Told
    {
        QByteArray key;
        qint64 job = 0;
    };

    struct Options
    {
        quint64 seed = 0;
        QList<QByteArray> policies = {"{}"}; // each job has one of them
        int callers = 2;
        int backlogAtMost = 60; // nobody submits while more than this wait to be claimed
    };

    // They submit to the provider "press" as the owner "drill" from now on.
    Clientele(const ConnectionSettings &settings, Options options);
    ~Clientele();
    Q_DISABLE_COPY_MOVE(Clientele)

    // Returns when each has been told about what it submitted; the server must be there by then.
    void finish();
    [[nodiscard]] QList<Told> told() const;
    [[nodiscard]] int errors() const { return m_errors; } // calls that were not answered and made again

private:
    void call(const ConnectionSettings &settings, int number);
    void pause(); // ends at once when they are to stop

    const Options m_options;
    std::atomic<bool> m_stopping = false;
    std::condition_variable m_stop;
    std::atomic<int> m_errors = 0;
    mutable std::mutex m_mutex;
    QList<Told> m_told;
    std::vector<std::thread> m_threads;
};

} // namespace oncedesk
