// Carries attempts out: claims them, sends them to their providers, reports what came back.
#pragma once

#include "core/db/connectionsettings.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <chrono>
#include <functional>
#include <memory>

namespace oncedesk {

// Lives on the event loop of the thread that creates it and never blocks it. The database decides everything
// (CONTRACT.md); whatever happens to a worker, its attempts end up succeeded, failed or unknown there.
class Worker : public QObject
{
    Q_OBJECT
public:
    struct Intervals
    {
        std::chrono::milliseconds poll{2000}; // besides the doorbell
        // Between two looks for work while there is some, that is, `busy` long after the last was found.
        // Nobody rings for each job; and what came in meanwhile is claimed together.
        std::chrono::milliseconds glance{4};
        std::chrono::milliseconds busy{500};
        std::chrono::milliseconds heartbeat{5000};
        std::chrono::milliseconds sweep{1000};
        std::chrono::milliseconds hedge{500};
        std::chrono::milliseconds firstBackoff{100}; // between two tries to reach the database; doubles
        std::chrono::milliseconds longestBackoff{5000};
    };

    struct Options
    {
        QString name;          // empty: host, process and a random part, unique per start
        QStringList providers; // empty: all enabled ones, those added later too
        QString version;       // said in the heartbeat; empty: the program's
        int concurrency = 100; // attempts under way at once, each provider's own limit besides
        // Calls that are already unknown and still listened to; beyond it the oldest is dropped.
        int lingeringAtMost = 1000;
        // How long a question or a stop request may take at a provider. Below 30 s: then the database hands
        // it to another worker.
        std::chrono::milliseconds requestPatience{10000};
        // How long stopping goes on trying to report when the database does not answer.
        std::chrono::milliseconds farewell{5000};
        Intervals intervals;
        // Called on several threads.
        std::function<std::chrono::steady_clock::time_point()> now = &std::chrono::steady_clock::now;
    };

    // Since the start; the last two are of this moment.
    struct Counters
    {
        qint64 claimed = 0;
        qint64 won = 0;
        qint64 lost = 0;
        qint64 failed = 0;
        qint64 unknown = 0;
        int inFlight = 0;  // claimed and not yet reported
        int lingering = 0; // reported unknown, a late answer is still listened for
    };

    Worker(const ConnectionSettings &settings, const Options &options, QObject *parent = nullptr);
    // Without stop() before it this is a killed worker: calls are aborted and nothing is reported.
    ~Worker() override;

    [[nodiscard]] QString name() const;
    [[nodiscard]] Counters counters() const;
    [[nodiscard]] bool isConnected() const;

    // A database that is away is waited for.
    void start();
    // Claims nothing more, gives the calls under way the grace, marks the rest unknown and emits stopped().
    // Called again: the grace is over at once.
    void stop(std::chrono::milliseconds grace = std::chrono::seconds(10));

Q_SIGNALS:
    // One short line for people; never params, results or secrets.
    void log(const QString &line);
    void connectionChanged(bool connected);
    void countersChanged(); // at most every 100 ms
    void stopped();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace oncedesk
