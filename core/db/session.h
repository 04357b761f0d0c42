// One open connection as a lambda of Database sees it: statements with bound parameters.
// Lives on its Database's thread only.
#pragma once

#include "core/base/result.h"
#include "core/db/param.h"
#include "core/db/rows.h"

#include <QHash>
#include <optional>

struct pg_conn;
struct pg_result;

namespace oncedesk {

class Session
{
public:
    // Takes over no ownership: QSqlDatabase owns the connection, statements go through its libpq handle,
    // because QPSQL binds by pasting literals into the text of an EXECUTE.
    explicit Session(pg_conn *connection);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    // Runs one statement with $1, $2 … bound. It is prepared once per connection and kept.
    Result<Rows> exec(const QByteArray &sql, const QList<Param> &params = {});
    // Runs a script of several statements without parameters; the first failure is the answer.
    Result<Done> script(const QByteArray &sql);

    // Notices the server raised since the last call (RAISE NOTICE), oldest first.
    QStringList takeNotices();

    // --- For whoever drives the transaction ---

    // The link is gone, or the server said that it ends it.
    [[nodiscard]] bool isLost() const;
    // The transaction is open and has failed: nothing but ROLLBACK can follow.
    [[nodiscard]] bool isFailed() const;
    [[nodiscard]] bool isInTransaction() const;
    // A prepared statement was overtaken by a change of the schema, or is not there any more.
    [[nodiscard]] bool hasStaleStatements() const { return m_stale; }
    // The error that made the transaction fail, whatever the lambda made of it.
    [[nodiscard]] const std::optional<Error> &cause() const { return m_cause; }
    void clearErrors();
    // An error, too, when the server answers ROLLBACK to COMMIT.
    Result<Done> commit();
    // Outside a transaction only.
    void forgetStatements();

private:
    Error complain(const pg_result *result, bool wasPrepared);
    Result<QByteArray> prepare(const QByteArray &sql);

    pg_conn *m_connection;
    QHash<QByteArray, QByteArray> m_prepared; // statement text to server-side name
    quint64 m_lastName = 0;
    QStringList m_notices;
    std::optional<Error> m_cause;
    bool m_stale = false;
    bool m_endedByServer = false;
};

} // namespace oncedesk
