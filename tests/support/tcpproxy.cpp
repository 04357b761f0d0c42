#include "tests/support/tcpproxy.h"

#include <QFile>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

QByteArray receive(int socket)
{
    QByteArray bytes(65536, Qt::Uninitialized);
    bytes.resize(std::max<ssize_t>(::recv(socket, bytes.data(), size_t(bytes.size()), 0), 0));
    return bytes;
}

void send(int socket, const QByteArray &bytes)
{
    for (qsizetype sent = 0; sent < bytes.size();) {
        const ssize_t now =
            ::send(socket, bytes.constData() + sent, size_t(bytes.size() - sent), MSG_NOSIGNAL);
        if (now <= 0)
            return;
        sent += now;
    }
}

// True when the bytes went over the limit, which then is used up.
bool exhausts(std::optional<qint64> &left, qsizetype bytes)
{
    if (!left)
        return false;
    *left -= bytes;
    if (*left > 0)
        return false;
    left.reset();
    return true;
}

} // namespace

TcpProxy::TcpProxy(const ConnectionSettings &server)
    : m_server(server),
      m_listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      m_wakeUp(::eventfd(0, EFD_CLOEXEC))
{
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(m_listening, reinterpret_cast<sockaddr *>(&address), size) != 0 ||
        ::listen(m_listening, 64) != 0 ||
        ::getsockname(m_listening, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        qFatal("TcpProxy cannot listen");
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { serve(); });
}

TcpProxy::~TcpProxy()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    (void)!::eventfd_write(m_wakeUp, 1);
    m_thread.join();
    for (Link &link : m_links)
        close(link);
    ::close(m_listening);
    ::close(m_wakeUp);
}

ConnectionSettings TcpProxy::settings() const
{
    ConnectionSettings settings = m_server;
    settings.set(u"host"_s, u"127.0.0.1"_s);
    settings.set(u"port"_s, QString::number(m_port));
    return settings;
}

void TcpProxy::onClientText(const QByteArray &text, Fault fault)
{
    const std::lock_guard lock(m_mutex);
    m_text = text;
    m_fault = fault;
}

void TcpProxy::cutAfterFromServer(qint64 bytes)
{
    const std::lock_guard lock(m_mutex);
    m_leftFromServer = bytes;
}

void TcpProxy::cutAfterFromClient(qint64 bytes)
{
    const std::lock_guard lock(m_mutex);
    m_leftFromClient = bytes;
}

void TcpProxy::cutAll()
{
    const std::lock_guard lock(m_mutex);
    m_cutting = true;
    (void)!::eventfd_write(m_wakeUp, 1);
}

void TcpProxy::giveEachLink(std::function<Lifetime()> lifetime)
{
    const std::lock_guard lock(m_mutex);
    m_lifetime = std::move(lifetime);
}

bool TcpProxy::struck() const
{
    const std::lock_guard lock(m_mutex);
    return m_text.isEmpty() && !m_leftFromServer && !m_leftFromClient;
}

void TcpProxy::serve()
{
    while (true) {
        eventfd_t woken = 0;
        std::vector<pollfd> wanted{{m_wakeUp, POLLIN, 0}, {m_listening, POLLIN, 0}};
        for (const Link &link : m_links) {
            const bool deaf = link.fault == Fault::blackHole;
            wanted.push_back({deaf ? -1 : link.client, POLLIN, 0});
            wanted.push_back({deaf ? -1 : link.server, POLLIN, 0});
        }
        if (::poll(wanted.data(), wanted.size(), -1) < 0)
            continue;
        {
            const std::lock_guard lock(m_mutex);
            if (m_stopping)
                return;
            if (std::exchange(m_cutting, false)) {
                (void)!::eventfd_read(m_wakeUp, &woken);
                for (Link &link : m_links)
                    close(link);
            }
        }
        for (size_t i = 0; i < m_links.size(); ++i) {
            if (wanted[2 + 2 * i].revents != 0 && m_links[i].client >= 0)
                fromClient(m_links[i]);
            if (wanted[3 + 2 * i].revents != 0 && m_links[i].server >= 0)
                fromServer(m_links[i]);
        }
        std::erase_if(m_links, [](const Link &link) { return link.client < 0 && link.server < 0; });
        if (wanted[1].revents != 0)
            accept();
    }
}

void TcpProxy::accept()
{
    Link link;
    link.client = ::accept4(m_listening, nullptr, nullptr, SOCK_CLOEXEC);
    link.server = connectToServer();
    if (link.server < 0) {
        close(link);
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        if (m_lifetime) {
            const auto [direction, bytes] = m_lifetime();
            link.left[size_t(direction)] = bytes;
        }
    }
    ++m_linksMade;
    m_links.push_back(link);
}

int TcpProxy::connectToServer() const
{
    const QString host = m_server.value(u"host"_s);
    const QString port = m_server.value(u"port"_s).isEmpty() ? u"5432"_s : m_server.value(u"port"_s);
    const bool local = host.startsWith(u'/');
    const int server = ::socket(local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int failed = -1;
    if (local) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        qstrncpy(address.sun_path, QFile::encodeName(host + u"/.s.PGSQL." + port).constData(),
                 sizeof address.sun_path);
        failed = ::connect(server, reinterpret_cast<const sockaddr *>(&address), sizeof address);
    } else {
        const sockaddr_in address = loopback(port.toUShort());
        failed = ::connect(server, reinterpret_cast<const sockaddr *>(&address), sizeof address);
    }
    if (failed == 0)
        return server;
    ::close(server);
    return -1;
}

void TcpProxy::fromClient(Link &link)
{
    const QByteArray bytes = receive(link.client);
    if (bytes.isEmpty()) {
        close(link);
        return;
    }
    if (passToTheEnd(link, Direction::fromClient, bytes))
        return;
    bool cut = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_text.isEmpty() && bytes.contains(m_text)) {
            link.fault = m_fault;
            m_text.clear();
        }
        if (m_leftFromClient) {
            const auto passing = std::min<qint64>(bytes.size(), *m_leftFromClient);
            cut = exhausts(m_leftFromClient, bytes.size());
            if (cut)
                send(link.server, bytes.left(passing));
        }
    }
    if (cut) {
        close(link);
        return;
    }
    if (!link.fault) {
        send(link.server, bytes);
        return;
    }
    switch (*link.fault) {
    case Fault::loseRequest:
        close(link);
        break;
    case Fault::loseRequestQuietly:
        ::close(std::exchange(link.client, -1));
        break;
    case Fault::loseReply:
    case Fault::holdReply:
        send(link.server, bytes);
        break;
    case Fault::cutAtOnce:
        send(link.server, bytes);
        ::close(std::exchange(link.client, -1));
        break;
    case Fault::blackHole:
        break;
    }
}

void TcpProxy::fromServer(Link &link)
{
    const QByteArray bytes = receive(link.server);
    if (bytes.isEmpty() || link.fault == Fault::loseReply) {
        close(link);
        return;
    }
    if (link.client < 0 || link.fault == Fault::holdReply)
        return; // nobody is there to hear it
    if (passToTheEnd(link, Direction::fromServer, bytes))
        return;
    bool cut = false;
    qint64 passing = bytes.size();
    {
        const std::lock_guard lock(m_mutex);
        if (m_leftFromServer)
            passing = std::min<qint64>(passing, *m_leftFromServer);
        cut = exhausts(m_leftFromServer, bytes.size());
    }
    send(link.client, cut ? bytes.left(passing) : bytes);
    if (cut)
        close(link);
}

bool TcpProxy::passToTheEnd(Link &link, Direction direction, const QByteArray &bytes)
{
    std::optional<qint64> &left = link.left[size_t(direction)];
    const qint64 passing = left.value_or(0);
    if (!exhausts(left, bytes.size()))
        return false;
    send(direction == Direction::fromClient ? link.server : link.client, bytes.left(passing));
    close(link);
    ++m_ended[size_t(direction)];
    return true;
}

void TcpProxy::close(Link &link)
{
    if (link.client >= 0)
        ::close(std::exchange(link.client, -1));
    if (link.server >= 0)
        ::close(std::exchange(link.server, -1));
}

} // namespace oncedesk
