// One request under way. Destroying it closes its connection, and its callback then never comes.
#pragma once

#include "core/providers/httpexchange.h"

#include <array>
#include <curl/curl.h>
#include <functional>
#include <memory>
#include <optional>

namespace oncedesk {

class HttpClient;

class HttpTransfer
{
public:
    HttpTransfer(std::shared_ptr<HttpClient> client, HttpRequest request,
                 std::function<void(HttpExchange)> done);
    ~HttpTransfer();
    Q_DISABLE_COPY_MOVE(HttpTransfer)

    // True while it is certain that no byte of the request has left.
    [[nodiscard]] bool nothingSent() const { return !m_mayHaveSent; }

private:
    friend class HttpClient;
    void configure();
    void finish(CURLcode code); // may destroy this
    void release();
    [[nodiscard]] HttpExchange conclude(CURLcode code) const;
    [[nodiscard]] QString curlsWords(CURLcode code) const;
    bool takeHeader(QByteArray line);
    bool takeContentLength(const QByteArray &value);

    static int beforeRequest(void *transfer, char *, char *, int, int);
    static size_t onHeader(char *data, size_t size, size_t count, void *transfer);
    static size_t onBody(char *data, size_t size, size_t count, void *transfer);
    static curl_socket_t openSocket(void *, curlsocktype purpose, curl_sockaddr *address);

    std::shared_ptr<HttpClient> m_client;
    HttpRequest m_request;
    std::function<void(HttpExchange)> m_done;
    CURL *m_easy = nullptr;
    curl_slist *m_headerLines = nullptr;
    std::array<char, CURL_ERROR_SIZE> m_curlError{};

    bool m_mayHaveSent = false;
    bool m_headersComplete = false;
    qint64 m_headerBytes = 0; // of all header blocks, interim ones too
    std::optional<qint64> m_contentLength;
    QString m_ownProblem; // why we broke the transfer off ourselves
    HttpExchange m_exchange;
};

} // namespace oncedesk
