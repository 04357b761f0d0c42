#include "tests/support/providerserver.h"

#include "tests/support/selfsigned.h"
#include "tests/support/servedconnection.h"

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace oncedesk {

QList<QByteArray> ServedRequest::values(QByteArrayView name) const
{
    QList<QByteArray> found;
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            found.append(value);
    }
    return found;
}

Reply Reply::answer(int status, const QByteArray &body, const ServedRequest::Headers &headers)
{
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) + " Said\r\n";
    for (const auto &[name, value] : headers)
        head += name + ": " + value + "\r\n";
    head += "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n";
    return raw(head + body);
}

Reply Reply::redirect(int status, const QByteArray &target)
{
    return answer(status, {}, {{"Location", target}});
}

Reply &Reply::add(Act act, const QByteArray &bytes, std::chrono::milliseconds delay)
{
    m_steps.append({act, bytes, delay});
    return *this;
}

Reply &Reply::thenSend(const QByteArray &bytes)
{
    return add(Act::send, bytes);
}

Reply &Reply::thenWait(std::chrono::milliseconds delay)
{
    return add(Act::wait, {}, delay);
}

Reply &Reply::thenHold()
{
    return add(Act::hold);
}

Reply &Reply::thenClose()
{
    return add(Act::close);
}

Reply &Reply::thenReset()
{
    return add(Act::reset);
}

Reply &Reply::thenRepeat(const QByteArray &bytes, std::chrono::milliseconds every)
{
    return add(Act::repeat, bytes, every);
}

Reply &Reply::then(const Reply &other)
{
    m_steps += other.m_steps;
    return *this;
}

struct ProviderServer::Private
{
    Kind kind;
    int listener = -1;
    int port = 0;
    int wake = -1;
    std::unique_ptr<SelfSigned> tls;
    std::thread thread;

    mutable std::mutex mutex; // guards what follows
    bool stopping = false;
    bool released = false;
    Script script;
    QList<Reply> queue;
    QList<ServedRequest> requests;
    int connectionCount = 0;
    int openConnections = 0;
    qint64 bytesReceived = 0;
    qint64 patience = std::numeric_limits<qint64>::max();

    void listenOnLoopback();
    void serve();
    void accept(std::vector<std::unique_ptr<ServedConnection>> &connections);
    Reply replyTo(const ServedRequest &request);
    void poke() const
    {
        const quint64 one = 1;
        if (::write(wake, &one, sizeof one) < 0)
            std::abort();
    }
};

void ProviderServer::Private::listenOnLoopback()
{
    listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto *generic = reinterpret_cast<sockaddr *>(&address);
    if (::bind(listener, generic, length) != 0 || ::listen(listener, 4096) != 0 ||
        ::getsockname(listener, generic, &length) != 0)
        std::abort();
    port = ntohs(address.sin_port);
}

Reply ProviderServer::Private::replyTo(const ServedRequest &request)
{
    Script decide;
    {
        const std::lock_guard lock(mutex);
        requests.append(request);
        if (!queue.isEmpty())
            return queue.takeFirst();
        decide = script;
    }
    return decide ? decide(request) : Reply::answer(200);
}

void ProviderServer::Private::accept(std::vector<std::unique_ptr<ServedConnection>> &connections)
{
    for (;;) {
        const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket < 0)
            return;
        int number = 0;
        qint64 bytes = 0;
        {
            const std::lock_guard lock(mutex);
            number = ++connectionCount;
            openConnections += kind == Kind::closesAtAccept ? 0 : 1;
            bytes = patience;
        }
        if (kind == Kind::closesAtAccept)
            ::close(socket);
        else
            connections.push_back(std::make_unique<ServedConnection>(
                socket, number, tls ? tls->context() : nullptr, bytes,
                [this](const ServedRequest &request) { return replyTo(request); }));
    }
}

void ProviderServer::Private::serve()
{
    // OpenSSL writes without MSG_NOSIGNAL. Only this thread is spared: whether the side under test copes is
    // its own affair.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    std::vector<std::unique_ptr<ServedConnection>> connections;
    std::vector<pollfd> polled;
    for (;;) {
        bool letGo = false;
        {
            const std::lock_guard lock(mutex);
            if (stopping)
                return;
            letGo = released;
        }
        if (kind != Kind::mute) {
            qint64 received = 0;
            std::erase_if(connections,
                          [&](const auto &connection) { return !connection->progress(letGo, received); });
            const std::lock_guard lock(mutex);
            openConnections = int(connections.size());
            bytesReceived += received;
        }

        polled = {{listener, POLLIN, 0}, {wake, POLLIN, 0}};
        std::optional<ServedConnection::Clock::time_point> first;
        for (const auto &connection : connections) {
            if (kind != Kind::mute)
                polled.push_back({connection->socket(), connection->wantedEvents(), 0});
            if (const auto at = connection->wakeAt(); at && (!first || *at < *first))
                first = at;
        }
        int timeout = -1;
        if (first) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(*first - ServedConnection::Clock::now());
            timeout = int(std::max<std::chrono::milliseconds::rep>(0, left.count()));
        }
        ::poll(polled.data(), polled.size(), timeout);
        quint64 ignored = 0;
        if (::read(wake, &ignored, sizeof ignored) < 0 && errno != EAGAIN)
            return;
        accept(connections);
    }
}

ProviderServer::ProviderServer(Kind kind) : ProviderServer({}, kind) {}

ProviderServer::ProviderServer(Script script, Kind kind) : d(std::make_unique<Private>())
{
    d->kind = kind;
    d->script = std::move(script);
    if (kind == Kind::selfSigned)
        d->tls = std::make_unique<SelfSigned>("IP:127.0.0.1");
    else if (kind == Kind::wrongName)
        d->tls = std::make_unique<SelfSigned>("DNS:elsewhere.example");
    d->listenOnLoopback();
    d->thread = std::thread([this] { d->serve(); });
}

ProviderServer::~ProviderServer()
{
    {
        const std::lock_guard lock(d->mutex);
        d->stopping = true;
    }
    d->poke();
    d->thread.join();
    ::close(d->listener);
    ::close(d->wake);
}

void ProviderServer::next(const Reply &reply)
{
    const std::lock_guard lock(d->mutex);
    d->queue.append(reply);
}

void ProviderServer::setScript(Script script)
{
    const std::lock_guard lock(d->mutex);
    d->script = std::move(script);
}

void ProviderServer::closeAfter(qint64 bytes)
{
    const std::lock_guard lock(d->mutex);
    d->patience = bytes;
}

void ProviderServer::release()
{
    {
        const std::lock_guard lock(d->mutex);
        d->released = true;
    }
    d->poke();
}

int ProviderServer::port() const
{
    return d->port;
}

QByteArray ProviderServer::url(const QByteArray &path) const
{
    return (d->tls ? "https://127.0.0.1:" : "http://127.0.0.1:") + QByteArray::number(d->port) + path;
}

QByteArray ProviderServer::caFile() const
{
    return d->tls ? d->tls->certificateFile() : QByteArray();
}

QList<ServedRequest> ProviderServer::requests() const
{
    const std::lock_guard lock(d->mutex);
    return d->requests;
}

int ProviderServer::connectionCount() const
{
    const std::lock_guard lock(d->mutex);
    return d->connectionCount;
}

int ProviderServer::openConnections() const
{
    const std::lock_guard lock(d->mutex);
    return d->openConnections;
}

qint64 ProviderServer::bytesReceived() const
{
    const std::lock_guard lock(d->mutex);
    return d->bytesReceived;
}

} // namespace oncedesk
