// The connection of one Database over its life: opened when it is needed, opened again when it was lost.
// Used by the Database's thread, except stop(), cancel() and breakOff().
#pragma once

#include "core/db/connection.h"
#include "core/db/database.h"

#include <condition_variable>
#include <mutex>
#include <random>

struct pg_cancel;

namespace oncedesk {

class Link
{
public:
    using Clock = std::chrono::steady_clock;

    Link(ConnectionSettings settings, Database::Options options);
    ~Link();

    // The open session, connecting first if there is none. Tries again until the deadline, but once at least.
    Result<Session *> session(Clock::time_point deadline);
    [[nodiscard]] const Connection::Incarnation &incarnation() const { return m_connection->incarnation(); }
    [[nodiscard]] int backendPid() const;
    // Of the open session.
    [[nodiscard]] pg_conn *handle() const { return m_connection->handle(); }
    void drop();
    [[nodiscard]] std::chrono::milliseconds patience() const { return m_options.patience; }
    [[nodiscard]] std::chrono::milliseconds commitPatience() const { return m_options.commitPatience; }
    // Waits; false when the Database is going away.
    bool wait(std::chrono::milliseconds time);
    // The next wait between two tries; starts over after a success.
    std::chrono::milliseconds nextBackoff();
    std::chrono::milliseconds jitter(std::chrono::milliseconds whole);
    void resetBackoff() { m_backoff = m_options.firstBackoff; }

    // From any thread: no more waiting and connecting.
    void stop();
    [[nodiscard]] bool isStopping() const;
    // From any thread: ask the server to end the statement under way, if there is one at that moment / cut
    // the link.
    void cancel();
    void breakOff();
    // True when the thread is, and stays for that time, inside libpq's blocking connect, where nothing can
    // reach it. Then it never comes back from there, and leaves what it holds to the end of the process.
    [[nodiscard]] bool abandonIfConnecting(std::chrono::milliseconds patience = std::chrono::seconds(1));

    [[nodiscard]] static Error closing();

private:
    Result<Done> connectOnce();
    void onConnectingOver();

    const ConnectionSettings m_settings;
    const Database::Options m_options;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<Session> m_session;
    std::chrono::milliseconds m_backoff;
    std::minstd_rand m_random{std::random_device()()};

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    bool m_stopping = false;
    bool m_connecting = false;
    bool m_abandoned = false;
    int m_socket = -1;                   // a duplicate: libpq may close its own at any time
    std::shared_ptr<pg_cancel> m_cancel; // may be used by several threads
};

} // namespace oncedesk
