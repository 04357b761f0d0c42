// One HTTP request and what came of it, without a word of libcurl.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <chrono>
#include <functional>

namespace oncedesk {

struct HttpHeader
{
    QByteArray name;
    QByteArray value;
};

struct HttpRequest
{
    QByteArray method = "GET"; // GET or POST
    QByteArray url;
    QList<HttpHeader> headers;
    QByteArray body; // sent byte for byte, POST only
    qint64 maxResponseBytes = qint64(1024) * 1024;
    std::chrono::milliseconds connectTimeout{10000}; // name, TCP and TLS together
    std::function<bool()> maySend = {};              // asked right before the request is written; null: true
};

struct HttpExchange
{
    enum class End {
        answered,    // one whole, well-formed response
        nothingSent, // it ended before a byte of the request could leave
        broken,      // it ended in any other way: the request may have arrived
    };
    End end = End::broken;
    QString code;    // nothingSent: connection_refused, name_not_found, tls_failed …
    QString problem; // nothingSent and broken: what happened, for people
    int status = 0;
    QList<HttpHeader> headers; // of the final response
    QByteArray body;
    // answered: the answer names no end of its body but the link's, which a lost link looks just like.
    bool endsWithLink = false;

    // Every value of a header, names compared without case.
    [[nodiscard]] QList<QByteArray> values(QByteArrayView name) const
    {
        QList<QByteArray> found;
        for (const HttpHeader &header : headers) {
            if (header.name.compare(name, Qt::CaseInsensitive) == 0)
                found.append(header.value);
        }
        return found;
    }
};

} // namespace oncedesk
