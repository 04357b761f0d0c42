#include "core/db/session.h"

#include "core/db/sqlerror.h"

#include <libpq-fe.h>
#include <utility>
#include <vector>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// A console that builds many different filters must not fill the server's memory with their plans.
constexpr qsizetype mostStatements = 300;

using PgResult = std::unique_ptr<PGresult, decltype(&PQclear)>;

bool succeeded(const PGresult *result)
{
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_EMPTY_QUERY:
        return true;
    default:
        return false;
    }
}

std::optional<Error> unsendable(const QList<Param> &params)
{
    for (qsizetype i = 0; i < params.size(); ++i) {
        // In text format a NUL would silently cut the value off.
        if (params[i].text().contains('\0'))
            return Error{ErrorKind::invalid,
                         u"A text holds a NUL character, which PostgreSQL cannot store: remove it."_s,
                         u"22021"_s};
        if (params[i].isBrokenText())
            return Error{ErrorKind::invalid,
                         u"A text holds half a character (a lone surrogate): remove it."_s, u"22021"_s};
    }
    return {};
}

void keepNotice(void *notices, const PGresult *result)
{
    if (const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY))
        static_cast<QStringList *>(notices)->append(QString::fromUtf8(message));
}

void dropNotice(void *, const PGresult *) {}

} // namespace

Session::Session(pg_conn *connection) : m_connection(connection)
{
    PQsetNoticeReceiver(m_connection, keepNotice, &m_notices);
}

Session::~Session()
{
    PQsetNoticeReceiver(m_connection, dropNotice, nullptr);
}

Result<Rows> Session::exec(const QByteArray &sql, const QList<Param> &params)
{
    if (auto error = unsendable(params))
        return *error;
    const bool wasPrepared = m_prepared.contains(sql);
    const auto name = prepare(sql);
    if (!name)
        return name.error();

    std::vector<const char *> values;
    values.reserve(size_t(params.size()));
    for (const Param &param : params)
        values.push_back(param.isNull() ? nullptr : param.text().constData());
    PgResult result(PQexecPrepared(m_connection, name->constData(), int(values.size()), values.data(),
                                   nullptr, nullptr, 0),
                    &PQclear);
    if (!succeeded(result.get()))
        return complain(result.get(), wasPrepared);
    return Rows(result.release());
}

Result<Done> Session::script(const QByteArray &sql)
{
    const PgResult result(PQexec(m_connection, sql.constData()), &PQclear);
    if (!succeeded(result.get()))
        return complain(result.get(), false);
    return Done{};
}

Result<Done> Session::commit()
{
    const PgResult result(PQexec(m_connection, "COMMIT"), &PQclear);
    if (!succeeded(result.get()))
        return complain(result.get(), false);
    if (qstrcmp(PQcmdStatus(const_cast<PGresult *>(result.get())), "COMMIT") != 0)
        return m_cause.value_or(Error{
            ErrorKind::internal, u"The database rolled the work back, nothing was stored. Try again."_s, {}});
    return Done{};
}

QStringList Session::takeNotices()
{
    return std::exchange(m_notices, {});
}

bool Session::isLost() const
{
    return m_endedByServer || PQstatus(m_connection) == CONNECTION_BAD;
}

bool Session::isFailed() const
{
    return PQtransactionStatus(m_connection) == PQTRANS_INERROR;
}

bool Session::isInTransaction() const
{
    return PQtransactionStatus(m_connection) == PQTRANS_INTRANS || isFailed();
}

void Session::clearErrors()
{
    m_cause.reset();
    m_stale = false;
}

void Session::forgetStatements()
{
    m_prepared.clear();
    const PgResult result(PQexec(m_connection, "DEALLOCATE ALL"), &PQclear);
    if (!succeeded(result.get()))
        (void)complain(result.get(), false);
}

Error Session::complain(const pg_result *result, bool wasPrepared)
{
    const Complaint complaint = Complaint::of(result, m_connection);
    const Error error = toError(complaint);
    // 25P02 only repeats that the transaction has failed, and after a lost link nothing new is learnt.
    if (!m_cause || (complaint.sqlState != "25P02" && !m_endedByServer))
        m_cause = error;
    m_endedByServer = m_endedByServer || endsTheLink(complaint.sqlState);
    m_stale = m_stale || (wasPrepared && (complaint.sqlState == "0A000" || complaint.sqlState == "26000"));
    // A COPY would wait for data for ever: this is not the place for one.
    const auto status = PQresultStatus(result);
    if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH)
        m_endedByServer = true;
    return error;
}

Result<QByteArray> Session::prepare(const QByteArray &sql)
{
    if (const auto known = m_prepared.constFind(sql); known != m_prepared.constEnd())
        return *known;
    if (m_prepared.size() >= mostStatements && !isFailed())
        forgetStatements();
    const QByteArray name = "s" + QByteArray::number(++m_lastName);
    const PgResult result(PQprepare(m_connection, name.constData(), sql.constData(), 0, nullptr), &PQclear);
    if (!succeeded(result.get()))
        return complain(result.get(), false);
    m_prepared.insert(sql, name);
    return name;
}

} // namespace oncedesk
