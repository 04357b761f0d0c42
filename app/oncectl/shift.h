// One run of a worker in this process: signals, time and idleness decide when it ends.
#pragma once

#include "app/oncectl/progress.h"
#include "core/engine/worker.h"

#include <QEventLoop>
#include <QObject>
#include <QTimer>
#include <chrono>
#include <optional>

namespace oncedesk {

class Desk;
class Output;

class Shift : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        std::optional<std::chrono::milliseconds> duration; // none: until it is stopped
        bool untilIdle = false;
        std::chrono::milliseconds grace{10000};
        QStringList providers; // as the worker has them
    };

    Shift(Worker &worker, Desk &desk, const Options &options, Output &out);
    ~Shift() override;

    // Returns when the worker has stopped.
    void run();

private:
    void stop();
    void lookWhetherIdle();
    void showCounters();

    Worker &m_worker;
    Desk &m_desk;
    Options m_options;
    Output &m_out;
    QEventLoop m_loop;
    QTimer m_idleTimer;
    Progress m_progress;
    bool m_asking = false;
    int m_quietLooks = 0;
    qint64 m_claimedBefore = 0;
};

} // namespace oncedesk
