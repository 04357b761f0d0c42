// Whether the database answers. Everybody who talks to it says how it went; while it is away, one probe at a
// time with growing pauses asks again.
#pragma once

#include "core/base/error.h"
#include "core/engine/backoff.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace oncedesk {

// Worth saying again as it is: nobody looked at what was said, or the server is short of something for now.
[[nodiscard]] bool isTransient(const Error &error);

class Availability : public QObject
{
    Q_OBJECT
public:
    Availability(std::chrono::milliseconds firstBackoff, std::chrono::milliseconds longestBackoff,
                 QObject *parent = nullptr);

    // False until the first answer.
    [[nodiscard]] bool isThere() const { return m_there; }

    void answered();
    void failed(const Error &error);
    // There is reason to believe that it is back.
    void hint();

Q_SIGNALS:
    void cameBack();
    void wentAway(const QString &why);
    // It is there and would not do something; said once a minute at most.
    void complained(const QString &sentence);
    // Ask the database anything, and say how it went.
    void probe();

private:
    void ask();
    void complain(const Error &error);

    bool m_there = false;
    bool m_saidWhy = false;
    QString m_complaint;
    QElapsedTimer m_sinceComplaint;
    bool m_asking = false;
    Backoff m_backoff;
    QTimer m_timer;
};

} // namespace oncedesk
