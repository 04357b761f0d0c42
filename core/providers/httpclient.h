// libcurl's multi interface on the Qt event loop of one thread: hundreds of requests in flight, each of them
// on the wire exactly once.
#pragma once

#include "core/providers/httpexchange.h"
#include "core/providers/httptransfer.h"

#include <QObject>
#include <QTimer>
#include <curl/curl.h>
#include <functional>
#include <memory>

namespace oncedesk {

class HttpClient : public QObject, public std::enable_shared_from_this<HttpClient>
{
public:
    struct Options
    {
        QByteArray caFile; // certificates to trust in place of the system's; empty: the system's
        qint64 maxHeaderBytes = qint64(64) * 1024;
    };

    // Belongs to the thread that calls. Transfers keep it alive.
    static std::shared_ptr<HttpClient> create(Options options);
    static std::shared_ptr<HttpClient> create() { return create(Options()); }
    ~HttpClient() override;

    // `done` comes exactly once, from the event loop, unless the transfer is destroyed before.
    std::unique_ptr<HttpTransfer> start(HttpRequest request, std::function<void(HttpExchange)> done);

private:
    friend class HttpTransfer;
    explicit HttpClient(Options options);
    static int onSocket(CURL *easy, curl_socket_t socket, int what, void *client, void *watch);
    static int onTimer(CURLM *multi, long milliseconds, void *client);
    void act(curl_socket_t socket, int events);

    Options m_options;
    CURLM *m_multi;
    QTimer m_timer;
    int m_acting = 0; // how many of our events are on the stack
};

} // namespace oncedesk
