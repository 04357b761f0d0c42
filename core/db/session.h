// One open connection as a lambda of Database sees it: statements with bound parameters.
// Lives on its Database's thread only.
#pragma once

#include "core/base/result.h"
#include "core/db/param.h"
#include "core/db/rows.h"

#include <QHash>

struct pg_conn;

namespace oncedesk {

class Session
{
public:
    // Takes over no ownership: QSqlDatabase owns the connection, statements go through its libpq handle,
    // because QPSQL binds by pasting literals into the text of an EXECUTE.
    explicit Session(pg_conn *connection);

    // Runs one statement with $1, $2 … bound. It is prepared once per connection and kept.
    Result<Rows> exec(const QByteArray &sql, const QList<Param> &params = {});
    // Runs a script of several statements without parameters; the first failure is the answer.
    Result<Done> script(const QByteArray &sql);

    // Notices the server raised since the last call (RAISE NOTICE), oldest first.
    QStringList takeNotices();

private:
    pg_conn *m_connection;
    QHash<QByteArray, QByteArray> m_prepared; // statement text to server-side name
    QStringList m_notices;
};

} // namespace oncedesk
