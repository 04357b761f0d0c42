#include "tests/workers/steadyconnection.h"

#include <libpq-fe.h>

namespace oncedesk {

SteadyConnection::SteadyConnection(const ConnectionSettings &settings) : m_connection(settings)
{
    setUp();
}

bool SteadyConnection::isThere() const
{
    return PQstatus(m_connection.handle()) == CONNECTION_OK;
}

TestConnection::Answer SteadyConnection::lost() const
{
    TestConnection::Answer answer;
    answer.sqlState = QStringLiteral("08006");
    answer.message = QString::fromUtf8(PQerrorMessage(m_connection.handle()));
    return answer;
}

TestConnection::Answer SteadyConnection::exec(const QByteArray &sql, const QList<Param> &params)
{
    if (!isThere()) {
        PQreset(m_connection.handle());
        if (!isThere())
            return lost();
        setUp();
    }
    send(sql, params);
    return receive();
}

// A statement that could not even be sent has no result at all, which looks like success.
TestConnection::Answer SteadyConnection::receive()
{
    auto answer = m_connection.receive();
    return answer.ok() && !isThere() ? lost() : answer;
}

void SteadyConnection::setUp()
{
    (void)m_connection.exec("SET lock_timeout = '500ms'");
}

} // namespace oncedesk
