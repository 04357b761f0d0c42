// A plain connection that comes back after its server or its link went away. One thread.
#pragma once

#include "tests/support/testconnection.h"

namespace oncedesk {

class SteadyConnection
{
public:
    // It waits for no lock longer than half a second: the holder may be frozen. Fails the program when it
    // cannot connect now.
    explicit SteadyConnection(const ConnectionSettings &settings);

    // One try. An answer that is not ok says nothing about whether the statement took effect.
    TestConnection::Answer exec(const QByteArray &sql, const QList<Param> &params = {});
    // For two calls at once. Only while it is there.
    void send(const QByteArray &sql, const QList<Param> &params) { m_connection.send(sql, params); }
    TestConnection::Answer receive();
    [[nodiscard]] bool isThere() const;

private:
    void setUp();
    [[nodiscard]] TestConnection::Answer lost() const;

    TestConnection m_connection;
};

} // namespace oncedesk
