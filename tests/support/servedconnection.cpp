#include "tests/support/servedconnection.h"

#include <cerrno>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace oncedesk {

ServedConnection::ServedConnection(int socket, int number, ssl_ctx_st *tls, qint64 patience,
                                   Answerer answerer)
    : m_socket(socket),
      m_number(number),
      m_patience(patience),
      m_answerer(std::move(answerer)),
      m_handshaking(tls != nullptr)
{
    if (tls) {
        m_tls = SSL_new(tls);
        SSL_set_fd(m_tls, socket);
        SSL_set_mode(m_tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    }
}

ServedConnection::~ServedConnection()
{
    if (m_tls)
        SSL_free(m_tls); // without a close_notify: a lost link looks like this
    ::close(m_socket);
}

short ServedConnection::wantedEvents() const
{
    return short(POLLIN | (m_wantsWrite || !m_out.isEmpty() ? POLLOUT : 0));
}

ServedConnection::Io ServedConnection::read(qint64 &received)
{
    char buffer[65536];
    if (!m_tls) {
        const ssize_t count = ::recv(m_socket, buffer, sizeof buffer, 0);
        if (count > 0) {
            received += count;
            m_in.append(buffer, count);
            return Io::some;
        }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? Io::later : Io::over;
    }
    ERR_clear_error();
    const int count = SSL_read(m_tls, buffer, sizeof buffer);
    if (count > 0) {
        received += count;
        m_in.append(buffer, count);
        return Io::some;
    }
    const int error = SSL_get_error(m_tls, count);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? Io::later : Io::over;
}

ServedConnection::Io ServedConnection::write()
{
    while (!m_out.isEmpty()) {
        if (!m_tls) {
            const ssize_t count = ::send(m_socket, m_out.constData(), size_t(m_out.size()), MSG_NOSIGNAL);
            if (count < 0)
                return errno == EAGAIN || errno == EINTR ? Io::later : Io::over;
            m_out.remove(0, count);
            continue;
        }
        ERR_clear_error();
        const int count = SSL_write(m_tls, m_out.constData(), int(std::min<qsizetype>(m_out.size(), 16384)));
        if (count <= 0) {
            const int error = SSL_get_error(m_tls, count);
            return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? Io::later : Io::over;
        }
        m_out.remove(0, count);
    }
    return Io::some;
}

bool ServedConnection::takeRequest()
{
    const qsizetype headEnd = m_in.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return false;
    ServedRequest request;
    QList<QByteArray> lines = m_in.left(headEnd).split('\n');
    const QList<QByteArray> words = lines.takeFirst().trimmed().split(' ');
    request.method = words.value(0);
    request.path = words.value(1);
    for (const QByteArray &line : std::as_const(lines)) {
        const qsizetype colon = line.indexOf(':');
        QByteArray value = line.mid(colon + 1);
        if (value.endsWith('\r'))
            value.chop(1);
        if (value.startsWith(' ')) // exactly one: what else stands there was sent
            value.remove(0, 1);
        request.headers.append({line.left(colon), value});
    }
    const qsizetype bodyStart = headEnd + 4;
    const qsizetype bodySize = request.header("Content-Length").toLongLong();
    if (m_in.size() < bodyStart + bodySize)
        return false;
    request.body = m_in.mid(bodyStart, bodySize);
    m_in.remove(0, bodyStart + bodySize);
    request.connection = m_number;
    request.nthOnConnection = ++m_served;
    m_steps = m_answerer(request).m_steps;
    m_next = 0;
    m_silent = m_steps.isEmpty();
    return true;
}

bool ServedConnection::step(bool released)
{
    while (m_next < m_steps.size()) {
        const Reply::Step &now = m_steps.at(m_next);
        switch (now.act) {
        case Reply::Act::send:
            m_out += now.bytes;
            break;
        case Reply::Act::wait:
        case Reply::Act::repeat:
            if (!m_wakeAt) {
                m_wakeAt = Clock::now() + now.delay;
                return true;
            }
            if (*m_wakeAt > Clock::now())
                return true;
            m_wakeAt.reset();
            if (now.act == Reply::Act::repeat) {
                if (m_out.size() < 1024 * 1024)
                    m_out += now.bytes;
                m_wakeAt = Clock::now() + now.delay;
                return true;
            }
            break;
        case Reply::Act::hold:
            if (!released)
                return true;
            break;
        case Reply::Act::close:
            if (write() == Io::later)
                return true;
            return false;
        case Reply::Act::reset: {
            if (write() == Io::later)
                return true;
            const linger hard{1, 0};
            ::setsockopt(m_socket, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
            return false;
        }
        }
        ++m_next;
    }
    return true;
}

bool ServedConnection::progress(bool released, qint64 &received)
{
    if (m_handshaking) {
        ERR_clear_error();
        const int done = SSL_accept(m_tls);
        if (done != 1) {
            const int error = SSL_get_error(m_tls, done);
            m_wantsWrite = error == SSL_ERROR_WANT_WRITE;
            return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
        }
        m_handshaking = m_wantsWrite = false;
    }
    Io io = Io::some;
    const qint64 before = received;
    while (io == Io::some && received - before < m_patience)
        io = read(received);
    m_patience -= received - before;
    if (io == Io::over || m_patience <= 0)
        return false; // what it had still to say nobody reads
    do {
        if (!step(released))
            return false;
        if (write() == Io::over)
            return false;
    } while (!isReplying() && takeRequest());
    return true;
}

} // namespace oncedesk
