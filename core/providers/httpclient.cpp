#include "core/providers/httpclient.h"

#include <QScopeGuard>
#include <QSocketNotifier>
#include <mutex>

namespace oncedesk {

namespace {

struct Late
{
    // A notifier may be inside its own signal when libcurl lets go of the socket.
    void operator()(QSocketNotifier *notifier) const
    {
        notifier->setEnabled(false);
        notifier->deleteLater();
    }
};

using Notifier = std::unique_ptr<QSocketNotifier, Late>;

// What libcurl wants to hear about one socket.
struct Watch
{
    Notifier read;
    Notifier write;
};

} // namespace

std::shared_ptr<HttpClient> HttpClient::create(Options options)
{
    static std::once_flag once;
    std::call_once(once, [] {
        if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
            qFatal("libcurl cannot be initialised");
    });
    // The last reference may be dropped inside one of our own events; then the deletion waits until it is
    // over.
    return {new HttpClient(std::move(options)), [](HttpClient *client) {
                if (client->m_acting > 0)
                    client->deleteLater();
                else
                    delete client;
            }};
}

HttpClient::HttpClient(Options options) : m_options(std::move(options)), m_multi(curl_multi_init())
{
    if (!m_multi)
        qFatal("libcurl: out of memory");
    // A timer that fires early would stall a transfer: libcurl does not announce the same moment twice.
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { act(CURL_SOCKET_TIMEOUT, 0); });
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, &HttpClient::onSocket);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, &HttpClient::onTimer);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_PIPELINING, long(CURLPIPE_NOTHING));
}

HttpClient::~HttpClient()
{
    curl_multi_cleanup(m_multi);
}

std::unique_ptr<HttpTransfer> HttpClient::start(HttpRequest request, std::function<void(HttpExchange)> done)
{
    auto transfer = std::make_unique<HttpTransfer>(shared_from_this(), std::move(request), std::move(done));
    // Nothing happens in here but a timer of zero: all progress is made from the event loop.
    if (curl_multi_add_handle(m_multi, transfer->m_easy) != CURLM_OK)
        qFatal("libcurl: cannot add a transfer");
    return transfer;
}

int HttpClient::onSocket(CURL *, curl_socket_t socket, int what, void *client, void *watch)
{
    auto *self = static_cast<HttpClient *>(client);
    auto *watched = static_cast<Watch *>(watch);
    if (what == CURL_POLL_REMOVE) {
        delete watched;
        return 0;
    }
    if (!watched) {
        watched = new Watch;
        curl_multi_assign(self->m_multi, socket, watched);
    }
    const auto follow = [&](Notifier &notifier, bool wanted, QSocketNotifier::Type type, int event) {
        if (!notifier && wanted) {
            notifier.reset(new QSocketNotifier(socket, type));
            connect(notifier.get(), &QSocketNotifier::activated, self,
                    [self, socket, event] { self->act(socket, event); });
        }
        if (notifier)
            notifier->setEnabled(wanted);
    };
    follow(watched->read, what & CURL_POLL_IN, QSocketNotifier::Read, CURL_CSELECT_IN);
    follow(watched->write, what & CURL_POLL_OUT, QSocketNotifier::Write, CURL_CSELECT_OUT);
    return 0;
}

int HttpClient::onTimer(CURLM *, long milliseconds, void *client)
{
    auto *self = static_cast<HttpClient *>(client);
    if (milliseconds < 0)
        self->m_timer.stop();
    else
        self->m_timer.start(std::chrono::milliseconds(milliseconds));
    return 0;
}

void HttpClient::act(curl_socket_t socket, int events)
{
    ++m_acting;
    const auto over = qScopeGuard([this] { --m_acting; });
    const auto self = shared_from_this();
    int running = 0;
    curl_multi_socket_action(m_multi, socket, events, &running);
    // One message at a time, for a callback may start and destroy transfers, which changes the list.
    int left = 0;
    while (const CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        HttpTransfer *transfer = nullptr;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        transfer->finish(message->data.result);
    }
}

} // namespace oncedesk
