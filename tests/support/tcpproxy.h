// A link between a client and a server that fails on command, at an exact place. Runs on a thread of its own.
#pragma once

#include "core/db/connectionsettings.h"

#include <QByteArray>
#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace oncedesk {

class TcpProxy
{
public:
    // The server by its TCP address or its socket folder.
    explicit TcpProxy(const ConnectionSettings &server);
    ~TcpProxy();
    TcpProxy(const TcpProxy &) = delete;
    TcpProxy &operator=(const TcpProxy &) = delete;

    [[nodiscard]] quint16 port() const { return m_port; }
    // The server's settings, through this proxy.
    [[nodiscard]] ConnectionSettings settings() const;

    enum class Fault {
        loseRequest,        // the request is not passed on, both ends are closed
        loseRequestQuietly, // the same, but the server does not notice that its client is gone
        loseReply,          // passed on; when the server answers, both ends are closed and the answer is lost
        holdReply,          // passed on; the answer is lost, the client goes on waiting until the server goes
        cutAtOnce,          // passed on; the client's end is closed without waiting for the answer
        blackHole,          // from here on nothing passes, and nothing is closed
    };
    // When the client next sends this text. Once.
    void onClientText(const QByteArray &text, Fault fault);
    // Closes both ends as soon as this many bytes have passed in a direction, counted from now over all
    // links.
    void cutAfterFromServer(qint64 bytes);
    void cutAfterFromClient(qint64 bytes);
    void cutAll();
    // For each link made from now on: how many bytes pass before both ends are closed, and in which
    // direction they are counted. Asked on the proxy's thread.
    enum class Direction { fromClient, fromServer };
    using Lifetime = std::pair<Direction, qint64>;
    void giveEachLink(std::function<Lifetime()> lifetime);
    // How many links these lifetimes have ended, counted by direction.
    [[nodiscard]] int linksEnded(Direction direction) const { return m_ended[size_t(direction)]; }
    // True once the last fault asked for has struck.
    [[nodiscard]] bool struck() const;
    [[nodiscard]] int linksMade() const { return m_linksMade; }

private:
    struct Link
    {
        int client = -1;
        int server = -1;
        std::optional<Fault> fault;
        std::array<std::optional<qint64>, 2> left; // bytes, by Direction
    };

    void serve();
    void accept();
    void fromClient(Link &link);
    void fromServer(Link &link);
    [[nodiscard]] int connectToServer() const;
    static void close(Link &link);
    // True when that ended the link.
    bool passToTheEnd(Link &link, Direction direction, const QByteArray &bytes);

    const ConnectionSettings m_server;
    quint16 m_port = 0;
    int m_listening = -1;
    int m_wakeUp = -1;
    std::atomic<int> m_linksMade = 0;
    std::array<std::atomic<int>, 2> m_ended{};
    std::vector<Link> m_links; // the thread's

    mutable std::mutex m_mutex; // guards what follows
    bool m_stopping = false;
    bool m_cutting = false;
    QByteArray m_text;
    Fault m_fault = Fault::loseRequest;
    std::optional<qint64> m_leftFromServer;
    std::optional<qint64> m_leftFromClient;
    std::function<Lifetime()> m_lifetime;

    std::thread m_thread;
};

} // namespace oncedesk
