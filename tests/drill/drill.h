// Sixteen callers on one desk, for as long as the options say, and the judgement of what they left behind.
// Random decisions come from the seed; how the callers meet is the machine's affair, so that a seed repeats
// the decisions of a run and not every one of its moments.
#pragma once

#include "core/db/connectionsettings.h"
#include "tests/drill/scene.h"
#include "tests/support/throwawayserver.h"

#include <QMap>
#include <QTemporaryDir>
#include <thread>

namespace oncedesk::drill {

// A server of a drill's own that keeps what it has acknowledged.
[[nodiscard]] ThrowAwayServer::Options durableServer();

class Drill
{
public:
    static constexpr int callers = 16;
    static constexpr qint64 enough = 2500; // calls
    using Clock = std::chrono::steady_clock;

    // Makes the desk on that empty database: schema, providers, a login for each caller.
    explicit Drill(const ConnectionSettings &desk);
    ~Drill();
    Drill(const Drill &) = delete;
    Drill &operator=(const Drill &) = delete;

    void start(const ConnectionSettings &desk, std::chrono::milliseconds length);
    [[nodiscard]] std::chrono::milliseconds left() const;
    // After that the callers finish their calls and go.
    void waitForTheEnd();

    [[nodiscard]] Scene &scene() { return m_scene; }
    // Of whoever makes the faults.
    [[nodiscard]] Dice &dice() { return m_dice; }

    // What is wrong with what they left there; empty when every promise holds. Waits until the server has
    // finished what they had asked for.
    QStringList judge(const ConnectionSettings &desk);
    // How often what was told, as judge() found it in the journals.
    [[nodiscard]] qint64 told(const QString &what) const { return m_counts.value(what); }
    // Where they are, after this drill too.
    QString keepJournals();
    // What the server wrote down about deadlocks: nothing is lost by one, but none is expected.
    [[nodiscard]] QString deadlocks() const { return m_deadlocks; }
    // One line about it all.
    [[nodiscard]] QString summary() const;

private:
    const quint64 m_seed;
    Scene m_scene;
    Dice m_dice;
    QTemporaryDir m_folder;
    QStringList m_journals;
    std::vector<std::thread> m_threads;
    Clock::time_point m_began;
    Clock::time_point m_end;
    double m_seconds = 0;
    QMap<QString, qint64> m_counts;
    QString m_deadlocks;
};

} // namespace oncedesk::drill
