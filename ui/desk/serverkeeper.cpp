#include "ui/desk/serverkeeper.h"

#include "core/db/whendone.h"

#include <QPromise>
#include <QThreadPool>
#include <algorithm>
#include <type_traits>

namespace oncedesk {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::seconds firstPause = 1s;
constexpr std::chrono::seconds longestPause = 60s;

// The pool is waited for when the program ends: the work holds the server, and no start is left half done.
template<class F>
auto onThePool(F work)
{
    auto promise = std::make_shared<QPromise<std::invoke_result_t<F>>>();
    promise->start();
    auto future = promise->future();
    QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
    return future;
}

} // namespace

ServerKeeper::ServerKeeper(std::shared_ptr<LocalServer> server, QObject *parent)
    : QObject(parent), m_server(std::move(server)), m_nextPause(firstPause)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_isLost)
            look();
    });
}

void ServerKeeper::linkIsLost()
{
    m_isLost = true;
    if (!m_isBusy && !m_pause.isActive())
        look();
}

void ServerKeeper::linkIsBack()
{
    m_isLost = false;
    m_isOnPurpose = false;
    // One that is killed again and again is not started again and again in a hurry.
    if (m_calm.isValid() && m_calm.hasExpired(std::chrono::milliseconds(longestPause).count()))
        m_nextPause = firstPause;
    say({});
}

void ServerKeeper::look()
{
    m_isBusy = true;
    whenDone(onThePool([server = m_server] { return server->isRunning(); }), this, [this](bool isRunning) {
        m_isBusy = false;
        if (!isRunning && m_isLost)
            start();
    });
}

void ServerKeeper::start()
{
    m_isBusy = true;
    if (!m_isOnPurpose)
        say(tr("The private desk's server has stopped; starting it again …"));
    whenDone(onThePool([server = m_server] { return server->startAgain(); }), this,
             [this](const Result<Done> &answer) {
                 m_isBusy = false;
                 pause(answer);
                 if (answer)
                     Q_EMIT started();
             });
}

void ServerKeeper::pause(const Result<Done> &answer)
{
    m_calm.start();
    m_pause.start(m_nextPause);
    m_isOnPurpose = !answer && answer.error().kind == ErrorKind::refused;
    if (m_isOnPurpose)
        say(answer.error().sentence);
    else if (!answer)
        say(tr("The private desk's server has stopped and did not start; it is tried again in %1 s. (%2)")
                .arg(m_nextPause.count())
                .arg(answer.error().sentence));
    m_nextPause = std::min(m_nextPause * 2, longestPause);
}

void ServerKeeper::say(const QString &sentence)
{
    if (sentence == m_sentence)
        return;
    m_sentence = sentence;
    Q_EMIT changed();
}

} // namespace oncedesk
