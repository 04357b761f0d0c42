// Runs the event loop of the current thread until something holds.
#pragma once

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTimer>
#include <chrono>

namespace oncedesk {

// False when it does not hold in time. The condition may depend on other threads.
template<class Condition>
[[nodiscard]] bool spinUntil(Condition condition,
                             std::chrono::milliseconds patience = std::chrono::seconds(20))
{
    const QDeadlineTimer deadline(patience);
    QTimer beat; // for what no event of this thread announces
    beat.start(std::chrono::milliseconds(5));
    while (!condition()) {
        if (deadline.hasExpired())
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    return true;
}

} // namespace oncedesk
