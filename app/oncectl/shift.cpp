#include "app/oncectl/shift.h"

#include "app/oncectl/desk.h"
#include "app/oncectl/output.h"
#include "app/oncectl/terminaltext.h"
#include "core/board/briefs.h"
#include "core/db/whendone.h"

#include <QDateTime>
#include <QSocketNotifier>
#include <cerrno>
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// A signal handler may hardly do anything: it writes a byte, and the event loop reads it.
int signalPipe[2] = {-1, -1};

void wake(int)
{
    const int kept = errno;
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(signalPipe[1], &byte, 1);
    errno = kept;
}

void catchSignals()
{
    if (signalPipe[0] >= 0 ||
        ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, signalPipe) != 0)
        return;
    struct sigaction action
    {
    };
    action.sa_handler = &wake;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

} // namespace

Shift::Shift(Worker &worker, Desk &desk, const Options &options, Output &out)
    : m_worker(worker), m_desk(desk), m_options(options), m_out(out)
{
    connect(&worker, &Worker::log, this, [this](const QString &line) {
        m_progress.clear();
        m_out.remark(QDateTime::currentDateTime().toString(u"HH:mm:ss.zzz "_s) + shown(line));
    });
    connect(&worker, &Worker::countersChanged, this, &Shift::showCounters);
    connect(&worker, &Worker::stopped, &m_loop, &QEventLoop::quit);
    connect(&m_idleTimer, &QTimer::timeout, this, &Shift::lookWhetherIdle);
}

Shift::~Shift() = default;

void Shift::run()
{
    catchSignals();
    QSocketNotifier signals_(signalPipe[0], QSocketNotifier::Read);
    connect(&signals_, &QSocketNotifier::activated, this, [this] {
        char bytes[16];
        const auto count = ::read(signalPipe[0], bytes, sizeof bytes);
        for (auto i = count; i > 0; --i)
            stop();
    });
    if (m_options.duration)
        QTimer::singleShot(*m_options.duration, this, &Shift::stop);
    if (m_options.untilIdle)
        m_idleTimer.start(std::chrono::milliseconds(250));
    m_worker.start();
    m_loop.exec();
    m_progress.clear();
}

void Shift::stop()
{
    m_idleTimer.stop();
    m_worker.stop(m_options.grace);
}

// Idle: nothing here is under way or listened for, and the database has nothing waiting. A login that may not
// look there is content with three quiet seconds.
void Shift::lookWhetherIdle()
{
    const Worker::Counters counters = m_worker.counters();
    const bool busy = !m_worker.isConnected() || counters.inFlight > 0 || counters.lingering > 0 ||
                      counters.claimed != m_claimedBefore;
    m_claimedBefore = counters.claimed;
    m_quietLooks = busy ? 0 : m_quietLooks + 1;
    if (m_quietLooks < 2)
        return;
    if (m_asking)
        return;
    m_asking = true;
    const auto answer = m_desk.database().run(
        [providers = m_options.providers](Session &session) { return board::hasWork(session, providers); });
    whenDone(answer, this, [this](const Result<bool> &work) {
        m_asking = false;
        if (work ? !*work : work.error().kind == ErrorKind::forbidden && m_quietLooks >= 12)
            stop();
    });
}

void Shift::showCounters()
{
    const Worker::Counters counters = m_worker.counters();
    m_progress.show(
        u"%1 in flight, %2 listened for; %3 claimed: %4 won, %5 lost, %6 failed, %7 unknown"_s.arg(
            QString::number(counters.inFlight), QString::number(counters.lingering),
            grouped(counters.claimed), grouped(counters.won), grouped(counters.lost),
            grouped(counters.failed), grouped(counters.unknown)));
}

} // namespace oncedesk
