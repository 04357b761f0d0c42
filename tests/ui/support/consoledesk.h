// A database of the test's own with a few providers, a live desk on it, and hands to do things elsewhere.
#pragma once

#include "tests/support/testconnection.h"
#include "tests/support/testdatabase.h"
#include "ui/desk/livedesk.h"

#include <functional>
#include <memory>

namespace oncedesk {

// Waits on the event loop until it holds; false after some seconds. Never sleeps.
[[nodiscard]] bool waitUntil(const std::function<bool()> &holds);

class ConsoleDesk
{
public:
    // A member of the given roles looks at it; none: the superuser who owns the schema.
    explicit ConsoleDesk(const QStringList &roles = {});

    [[nodiscard]] LiveDesk &live() { return *m_live; }
    // For those who keep it, as DeskView does.
    [[nodiscard]] std::unique_ptr<LiveDesk> takeLive() { return std::move(m_live); }
    [[nodiscard]] TestDatabase &database() { return m_database; }

    // What somebody else does, on a connection of their own, and the doorbell rings. Fails the program when
    // it fails.
    Rows elsewhere(const QByteArray &sql, const QList<Param> &params = {});

    // Each gives the job's id. The providers are inkjet and laser, the owner is studio-north.
    qint64 waitingJob(const QByteArray &key, const QByteArray &policy = "{}");
    qint64 runningJob(const QByteArray &key);   // claimed by worker printer-1
    qint64 unknownJob(const QByteArray &key);   // and marked unknown
    qint64 stalledJob(const QByteArray &key);   // failed, not retryable
    qint64 succeededJob(const QByteArray &key); // {"sheets": 3}
    qint64 latestAttempt(qint64 job);
    QByteArray tokenOf(qint64 attempt);

private:
    TestDatabase m_database;
    TestConnection m_elsewhere;
    std::unique_ptr<LiveDesk> m_live;
};

} // namespace oncedesk
