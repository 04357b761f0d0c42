// One open QPSQL connection and the libpq handle inside it. Opened, used and closed on one thread.
#pragma once

#include "core/base/result.h"
#include "core/db/connectionsettings.h"

#include <QByteArray>
#include <QString>
#include <functional>
#include <memory>

struct pg_conn;

namespace oncedesk {

class Connection
{
public:
    // Blocks, at most connect_timeout (10 s unless given) for each host. `afterConnecting` runs as soon as
    // libpq's part of that is over, whatever came of it.
    static Result<std::unique_ptr<Connection>> open(
        const ConnectionSettings &settings, const std::function<void()> &afterConnecting = [] {});
    // True when waiting may help: the server is away, starting or full, rather than refusing us.
    static bool isWorthWaitingFor(const Error &error);

    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    [[nodiscard]] pg_conn *handle() const { return m_handle; }

    // Tells apart a server that ran on from one that crashed, was restored or was replaced by its standby.
    // Asked for right after connecting; empty fields when the server does not say.
    struct Incarnation
    {
        QByteArray system;
        QByteArray timeline;   // "standby" while in recovery
        QByteArray statsReset; // a crash loses the statistics, a clean restart does not
        friend bool operator==(const Incarnation &, const Incarnation &) = default;
    };
    [[nodiscard]] const Incarnation &incarnation() const { return m_incarnation; }

private:
    explicit Connection(QString name) : m_name(std::move(name)) {}
    Result<Done> prepareSession();

    QString m_name;
    pg_conn *m_handle = nullptr;
    Incarnation m_incarnation;
};

} // namespace oncedesk
