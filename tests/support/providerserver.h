// A provider for tests: a real HTTP server on 127.0.0.1, with raw sockets on a thread of its own, that counts
// what reaches it and misbehaves on order. Any thread may call it.
#pragma once

#include <QByteArray>
#include <QList>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace oncedesk {

using namespace std::chrono_literals;

struct ServedRequest
{
    using Headers = QList<std::pair<QByteArray, QByteArray>>;

    QByteArray method;
    QByteArray path; // as it was sent, with the query
    Headers headers;
    QByteArray body;
    int connection = 0;      // numbered from 1
    int nthOnConnection = 0; // 1: the connection's first

    [[nodiscard]] QList<QByteArray> values(QByteArrayView name) const;
    [[nodiscard]] QByteArray header(QByteArrayView name) const { return values(name).value(0); }
    [[nodiscard]] bool has(QByteArrayView name) const { return !values(name).isEmpty(); }
};

// What the server does once it has read a whole request, step by step. Without close() the connection is kept
// for the next request; without steps it stays silent for ever.
class Reply
{
public:
    // Status, headers, Content-Length and body.
    static Reply answer(int status, const QByteArray &body = "{}",
                        const ServedRequest::Headers &headers = {});
    static Reply redirect(int status, const QByteArray &target);
    static Reply raw(const QByteArray &bytes) { return Reply().thenSend(bytes); }
    static Reply silence() { return {}; }
    static Reply closeWithoutAnswer() { return Reply().thenClose(); }
    static Reply held() { return Reply().thenHold(); } // continue with thenSend or then
    static Reply delayed(std::chrono::milliseconds delay) { return Reply().thenWait(delay); }

    Reply &thenSend(const QByteArray &bytes);
    Reply &thenWait(std::chrono::milliseconds delay);
    Reply &thenHold(); // until ProviderServer::release()
    Reply &thenClose();
    Reply &thenReset();                                                          // TCP RST
    Reply &thenRepeat(const QByteArray &bytes, std::chrono::milliseconds every); // until the peer goes
    Reply &then(const Reply &other);

private:
    friend class ServedConnection;
    enum class Act { send, wait, hold, close, reset, repeat };
    struct Step
    {
        Act act;
        QByteArray bytes;
        std::chrono::milliseconds delay{0};
    };
    Reply &add(Act act, const QByteArray &bytes = {}, std::chrono::milliseconds delay = {});
    QList<Step> m_steps;
};

class ProviderServer
{
public:
    enum class Kind {
        plain,
        selfSigned,     // TLS, with a certificate for 127.0.0.1 that only caFile() vouches for
        wrongName,      // the same for another host name
        closesAtAccept, // closes each connection before reading a byte
        mute,           // accepts and never reads
    };
    using Script = std::function<Reply(const ServedRequest &)>; // called on the server's thread

    explicit ProviderServer(Kind kind = Kind::plain);
    explicit ProviderServer(Script script, Kind kind = Kind::plain);
    ~ProviderServer();

    // Replies to come, one for each request; after them the script decides, else 200 and {}.
    void next(const Reply &reply);
    void setScript(Script script);
    // Closes every connection to come that has sent this many bytes, whole request or not.
    void closeAfter(qint64 bytes);
    // Lets every reply go on that is held now or later.
    void release();

    [[nodiscard]] int port() const;
    // http://127.0.0.1:port/path, or https.
    [[nodiscard]] QByteArray url(const QByteArray &path = "/") const;
    [[nodiscard]] QByteArray caFile() const;

    [[nodiscard]] QList<ServedRequest> requests() const; // those read whole, oldest first
    [[nodiscard]] int requestCount() const { return int(requests().size()); }
    [[nodiscard]] int connectionCount() const;
    [[nodiscard]] int openConnections() const;
    [[nodiscard]] qint64 bytesReceived() const; // TLS: decrypted

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace oncedesk
