// Where the database is and how to get there: libpq's own keywords, nothing invented.
#pragma once

#include "core/base/result.h"

#include <QMap>
#include <QString>

namespace oncedesk {

class ConnectionSettings
{
public:
    // A URI (postgresql://…) or a keyword string (host=… dbname=…), as libpq understands them: several hosts,
    // target_session_attrs, sslmode, service and the rest. Error kind: invalid.
    static Result<ConnectionSettings> parse(const QString &uriOrKeywords);
    // The usual PG* variables and service file; parse() falls back to them too for what is not given.
    static ConnectionSettings fromEnvironment();
    // True when PGHOST, PGHOSTADDR, PGSERVICE, PGDATABASE or PGPORT names a server.
    static bool environmentNamesServer();

    [[nodiscard]] QString value(const QString &keyword) const { return m_values.value(keyword); }
    void set(const QString &keyword, const QString &value) { m_values.insert(keyword, value); }
    [[nodiscard]] const QMap<QString, QString> &values() const { return m_values; }

    // "user@host/dbname" for people; never the password.
    [[nodiscard]] QString describe() const;
    // A keyword string that parse() reads back. Holds the password: not for people's eyes.
    [[nodiscard]] QString toKeywords() const;

private:
    QMap<QString, QString> m_values;
};

} // namespace oncedesk
