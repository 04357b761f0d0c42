// One connection of ProviderServer: reads requests, carries out replies. Belongs to the server's thread.
#pragma once

#include "tests/support/providerserver.h"

#include <optional>

struct ssl_st;
struct ssl_ctx_st;

namespace oncedesk {

class ServedConnection
{
public:
    using Clock = std::chrono::steady_clock;
    using Answerer = std::function<Reply(const ServedRequest &)>;

    // Over as soon as it has read `patience` bytes.
    ServedConnection(int socket, int number, ssl_ctx_st *tls, qint64 patience, Answerer answerer);
    ~ServedConnection();
    Q_DISABLE_COPY_MOVE(ServedConnection)

    [[nodiscard]] int socket() const { return m_socket; }
    [[nodiscard]] short wantedEvents() const; // for poll
    [[nodiscard]] std::optional<Clock::time_point> wakeAt() const { return m_wakeAt; }

    // Goes on as far as it can. False: the connection is over. Adds what it reads to `received`.
    bool progress(bool released, qint64 &received);

private:
    enum class Io { some, later, over };
    Io read(qint64 &received);
    Io write();
    bool takeRequest();       // true when a whole one was there
    bool step(bool released); // false: close now
    [[nodiscard]] bool isReplying() const { return m_silent || m_next < m_steps.size(); }

    int m_socket;
    int m_number;
    ssl_st *m_tls = nullptr;
    qint64 m_patience;
    Answerer m_answerer;
    QByteArray m_in;
    QByteArray m_out;
    QList<Reply::Step> m_steps;
    qsizetype m_next = 0;
    bool m_silent = false;
    std::optional<Clock::time_point> m_wakeAt;
    int m_served = 0;
    bool m_handshaking;
    bool m_wantsWrite = false;
};

} // namespace oncedesk
