#include "tests/drill/line.h"

#include "core/db/sqlerror.h"

#include <libpq-fe.h>
#include <poll.h>
#include <vector>

namespace oncedesk::drill {

namespace {

constexpr int patience = 60'000; // ms, for one answer; longer is stuck

Reply::Kind kindOf(const QByteArray &state)
{
    if (state == "22023")
        return Reply::Kind::refused;
    if (mayRunAgain(state))
        return Reply::Kind::tryAgain;
    // The server ends the session, or nobody said anything.
    const bool ended = state.isEmpty() || state.startsWith("08") || state.startsWith("57P");
    return ended ? Reply::Kind::lost : Reply::Kind::fault;
}

} // namespace

Line::Line(ConnectionSettings settings) : m_keywords(settings.toKeywords().toUtf8()) {}

Line::~Line()
{
    close();
}

bool Line::open()
{
    if (m_connection)
        return true;
    m_connection = PQconnectStart(m_keywords.constData());
    // Before anything can come: being terminated is nothing to print.
    PQsetNoticeProcessor(
        m_connection, [](void *, const char *) {}, nullptr);
    auto step = PQstatus(m_connection) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    while (step == PGRES_POLLING_READING || step == PGRES_POLLING_WRITING) {
        const short event = step == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        step = wait(event) ? PQconnectPoll(m_connection) : PGRES_POLLING_FAILED;
    }
    if (step != PGRES_POLLING_OK) {
        m_whyNot = PQerrorMessage(m_connection);
        close();
        return false;
    }
    return true;
}

void Line::close()
{
    PQfinish(m_connection);
    m_connection = nullptr;
}

Reply Line::ask(const char *sql, const QList<Param> &params)
{
    std::vector<const char *> values;
    for (const Param &param : params)
        values.push_back(param.isNull() ? nullptr : param.text().constData());
    Reply reply;
    if (PQsendQueryParams(m_connection, sql, int(values.size()), nullptr, values.data(), nullptr, nullptr, 0))
        reply = collect();
    if (reply.kind == Reply::Kind::lost)
        close();
    return reply;
}

// Until ReadyForQuery, which comes after the commit; rows and CommandComplete come before it.
Reply Line::collect()
{
    Reply reply;
    reply.kind = Reply::Kind::told;
    for (;;) {
        while (PQisBusy(m_connection)) {
            if (!wait(POLLIN))
                return {Reply::Kind::fault, {}, "no answer within a minute: it is stuck"};
            if (!PQconsumeInput(m_connection))
                return {};
        }
        PGresult *result = PQgetResult(m_connection);
        if (!result)
            break;
        if (PQresultStatus(result) != PGRES_TUPLES_OK && reply.kind == Reply::Kind::told) {
            reply.kind = kindOf(PQresultErrorField(result, PG_DIAG_SQLSTATE));
            reply.message = PQresultErrorMessage(result);
        }
        reply.rows = Rows(result);
    }
    const bool isWhole =
        PQstatus(m_connection) == CONNECTION_OK && PQtransactionStatus(m_connection) == PQTRANS_IDLE;
    return isWhole ? reply : Reply();
}

bool Line::wait(short event)
{
    pollfd socket{PQsocket(m_connection), event, 0};
    return ::poll(&socket, 1, patience) != 0;
}

} // namespace oncedesk::drill
