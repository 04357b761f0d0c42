#include "core/db/link.h"

#include <algorithm>
#include <fcntl.h>
#include <libpq-fe.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

Link::Link(ConnectionSettings settings, Database::Options options)
    : m_settings(std::move(settings)), m_options(std::move(options)), m_backoff(m_options.firstBackoff)
{
}

Link::~Link()
{
    drop();
}

Result<Session *> Link::session(Clock::time_point deadline)
{
    if (m_session && !m_session->isLost())
        return m_session.get();
    drop();
    while (true) {
        const auto done = connectOnce();
        if (done)
            return m_session.get();
        drop();
        const auto pause = nextBackoff();
        if (isStopping())
            return closing();
        if (!Connection::isWorthWaitingFor(done.error()) || Clock::now() + pause > deadline)
            return done.error();
        if (!wait(pause))
            return closing();
    }
}

Result<Done> Link::connectOnce()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping)
            return closing();
        m_connecting = true;
    }
    auto opened = Connection::open(m_settings, [this] { onConnectingOver(); });
    if (!opened)
        return opened.error();
    m_connection = std::move(opened).value();
    {
        const std::lock_guard lock(m_mutex);
        m_socket = ::fcntl(PQsocket(m_connection->handle()), F_DUPFD_CLOEXEC, 0);
        m_cancel.reset(PQgetCancel(m_connection->handle()), &PQfreeCancel);
    }
    m_session = std::make_unique<Session>(m_connection->handle());
    if (m_options.onConnected && !isStopping()) {
        if (auto done = m_options.onConnected(*m_session); !done)
            return done.error();
        m_session->clearErrors();
    }
    return Done{};
}

void Link::onConnectingOver()
{
    std::unique_lock lock(m_mutex);
    m_connecting = false;
    m_changed.notify_all();
    // The program may be past its end by now, and Qt's own globals gone: touch nothing any more.
    m_changed.wait(lock, [this] { return !m_abandoned; });
}

int Link::backendPid() const
{
    return PQbackendPID(m_connection->handle());
}

void Link::drop()
{
    {
        const std::lock_guard lock(m_mutex);
        // Closing must not wait for a server that does not answer.
        if (m_socket >= 0 && m_session && m_session->isLost())
            ::shutdown(m_socket, SHUT_RDWR);
        if (m_socket >= 0)
            ::close(m_socket);
        m_socket = -1;
        m_cancel.reset();
    }
    m_session.reset();
    m_connection.reset();
}

bool Link::wait(std::chrono::milliseconds time)
{
    std::unique_lock lock(m_mutex);
    return !m_changed.wait_for(lock, time, [this] { return m_stopping; });
}

std::chrono::milliseconds Link::nextBackoff()
{
    const auto pause = jitter(m_backoff);
    m_backoff = std::min(m_backoff * 2, m_options.longestBackoff);
    return pause;
}

std::chrono::milliseconds Link::jitter(std::chrono::milliseconds whole)
{
    // Between half and the whole, so that many clients do not come back in step.
    const auto most = std::max<std::int64_t>(whole.count(), 1);
    return std::chrono::milliseconds(
        std::uniform_int_distribution<std::int64_t>((most + 1) / 2, most)(m_random));
}

void Link::stop()
{
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
    m_changed.notify_all();
}

bool Link::isStopping() const
{
    const std::lock_guard lock(m_mutex);
    return m_stopping;
}

void Link::cancel()
{
    const std::lock_guard lock(m_mutex);
    if (!m_cancel)
        return;
    // PQcancel opens a connection of its own and may hang as long as the network likes.
    std::thread([request = m_cancel] {
        char complaint[256];
        (void)PQcancel(request.get(), complaint, sizeof complaint);
    }).detach();
}

void Link::breakOff()
{
    const std::lock_guard lock(m_mutex);
    if (m_socket >= 0)
        ::shutdown(m_socket, SHUT_RDWR);
}

bool Link::abandonIfConnecting(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, patience, [this] { return !m_connecting; });
    m_abandoned = m_connecting;
    return m_abandoned;
}

Error Link::closing()
{
    return {ErrorKind::disconnected,
            u"The program closed its connection before this was done. Start it again to go on."_s,
            {}};
}

} // namespace oncedesk
