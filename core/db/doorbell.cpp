#include "core/db/doorbell.h"

#include "core/db/link.h"
#include "core/db/whendone.h"

#include <QTimer>
#include <atomic>
#include <libpq-fe.h>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace oncedesk {

using namespace std::chrono_literals;

namespace {

constexpr auto pauseBetweenRings = 100ms;

Database::Options reconnecting()
{
    Database::Options options;
    options.onConnected = [](Session &session) -> Result<Done> {
        return session.script("LISTEN oncedesk_doorbell");
    };
    return options;
}

} // namespace

DoorbellRinger::DoorbellRinger(Database &database, QObject *parent) : QObject(parent), m_database(database) {}

void DoorbellRinger::ring()
{
    if (m_busy > 0) {
        m_again = true;
        return;
    }
    m_busy = 2;
    QTimer::singleShot(pauseBetweenRings, this, &DoorbellRinger::rest);
    // A ring that fails is no loss: listeners look by themselves, too.
    const auto rung = m_database.call([](Session &session) -> Result<Done> {
        const auto rows = session.exec("NOTIFY oncedesk_doorbell");
        return rows ? Result<Done>(Done{}) : Result<Done>(rows.error());
    });
    whenDone(rung, this, [this](const Result<Done> &) { rest(); });
}

void DoorbellRinger::rest()
{
    if (--m_busy > 0 || !m_again)
        return;
    m_again = false;
    ring();
}

struct DoorbellListener::Private
{
    Private(const ConnectionSettings &settings, DoorbellListener *listener)
        : link(settings, reconnecting()), target(listener)
    {
    }
    ~Private() { ::close(wakeUp); }

    void serve();
    void listen();
    // Runs it on the listener's thread, if the listener is still there by then.
    void tell(const std::function<void(DoorbellListener &)> &message);
    void ring();

    Link link;
    const int wakeUp = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    std::atomic<bool> ringing = false; // one is under way already
    std::mutex mutex;                  // guards target
    DoorbellListener *target;
    std::thread thread;
};

void DoorbellListener::Private::tell(const std::function<void(DoorbellListener &)> &message)
{
    const std::lock_guard lock(mutex);
    if (target)
        QMetaObject::invokeMethod(
            target, [message, listener = target] { message(*listener); }, Qt::QueuedConnection);
}

void DoorbellListener::Private::ring()
{
    if (ringing.exchange(true))
        return;
    tell([this](DoorbellListener &listener) {
        ringing = false;
        Q_EMIT listener.rang();
    });
}

void DoorbellListener::Private::serve()
{
    while (!link.isStopping()) {
        const auto session = link.session(Link::Clock::time_point::max());
        if (!session) {
            link.wait(link.nextBackoff()); // a refused login may be allowed later
            continue;
        }
        link.resetBackoff();
        tell([](DoorbellListener &listener) { Q_EMIT listener.connectionChanged(true); });
        ring();
        listen();
        link.drop();
        tell([](DoorbellListener &listener) { Q_EMIT listener.connectionChanged(false); });
        link.wait(link.nextBackoff());
    }
}

// Until the link is lost or the listener goes.
void DoorbellListener::Private::listen()
{
    while (!link.isStopping()) {
        pollfd wanted[] = {{PQsocket(link.handle()), POLLIN, 0}, {wakeUp, POLLIN, 0}};
        if (::poll(wanted, 2, -1) < 0 && errno != EINTR)
            return;
        if (!PQconsumeInput(link.handle()) || PQstatus(link.handle()) == CONNECTION_BAD)
            return;
        bool any = false;
        while (PGnotify *notification = PQnotifies(link.handle())) {
            any = true;
            PQfreemem(notification);
        }
        if (any)
            ring();
    }
}

DoorbellListener::DoorbellListener(const ConnectionSettings &settings, QObject *parent)
    : QObject(parent), d(std::make_shared<Private>(settings, this))
{
    d->thread = std::thread([shared = d] { shared->serve(); });
}

DoorbellListener::~DoorbellListener()
{
    {
        const std::lock_guard lock(d->mutex);
        d->target = nullptr;
    }
    d->link.stop();
    (void)!::eventfd_write(d->wakeUp, 1);
    if (d->link.abandonIfConnecting())
        d->thread.detach();
    else
        d->thread.join();
}

} // namespace oncedesk
