#include "tests/support/testconnection.h"

#include <libpq-fe.h>
#include <utility>
#include <vector>

namespace oncedesk {

TestConnection::TestConnection(const ConnectionSettings &settings)
    : m_connection(PQconnectdb(settings.toKeywords().toUtf8().constData()))
{
    if (PQstatus(m_connection) != CONNECTION_OK)
        qFatal("%s", PQerrorMessage(m_connection));
    PQsetNoticeProcessor(
        m_connection, [](void *, const char *) {}, nullptr);
}

TestConnection::~TestConnection()
{
    PQfinish(m_connection);
}

TestConnection::TestConnection(TestConnection &&other) noexcept
    : m_connection(std::exchange(other.m_connection, nullptr))
{
}

TestConnection::Answer TestConnection::exec(const QByteArray &sql, const QList<Param> &params)
{
    send(sql, params);
    return receive();
}

void TestConnection::send(const QByteArray &sql, const QList<Param> &params)
{
    if (params.isEmpty()) {
        PQsendQuery(m_connection, sql.constData()); // may be a script
        return;
    }
    std::vector<const char *> values;
    for (const Param &param : params)
        values.push_back(param.isNull() ? nullptr : param.text().constData());
    PQsendQueryParams(m_connection, sql.constData(), int(values.size()), nullptr, values.data(), nullptr,
                      nullptr, 0);
}

TestConnection::Answer TestConnection::receive()
{
    Answer answer;
    while (PGresult *result = PQgetResult(m_connection)) {
        const auto status = PQresultStatus(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && answer.ok()) {
            answer.sqlState = QString::fromLatin1(PQresultErrorField(result, PG_DIAG_SQLSTATE));
            answer.message = QString::fromUtf8(PQresultErrorMessage(result));
            answer.constraint = QString::fromUtf8(PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME));
            if (answer.sqlState.isEmpty())
                answer.sqlState = QStringLiteral("08006");
        }
        answer.rows = Rows(result);
    }
    return answer;
}

int TestConnection::notifications()
{
    int count = 0;
    PQconsumeInput(m_connection);
    while (PGnotify *notification = PQnotifies(m_connection)) {
        ++count;
        PQfreemem(notification);
    }
    return count;
}

int TestConnection::pid() const
{
    return PQbackendPID(m_connection);
}

} // namespace oncedesk
