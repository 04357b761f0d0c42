#include "core/db/connection.h"

#include "core/db/sqlerror.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QVariant>
#include <atomic>
#include <chrono>
#include <libpq-fe.h>
#include <poll.h>
#include <vector>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Result_ = std::unique_ptr<PGresult, decltype(&PQclear)>;
using Handle = std::unique_ptr<PGconn, decltype(&PQfinish)>;

// What we ask for where neither the settings, nor the environment, nor a service file says anything.
// A link that died without a word is noticed in half a minute.
const std::pair<const char *, const char *> wishes[] = {
    {"connect_timeout", "10"},        {"keepalives", "1"},       {"keepalives_idle", "20"},
    {"keepalives_interval", "5"},     {"keepalives_count", "3"}, {"tcp_user_timeout", "30000"},
    {"application_name", "oncedesk"},
};

constexpr int oldestServer = 13; // pg_xact_status of an xid8

// Standard SQL for a client that cannot connect; the server itself never says it of a login.
const QString unusableServer = u"08001"_s;

Handle startConnecting(const QMap<QString, QString> &values)
{
    std::vector<QByteArray> kept;
    std::vector<const char *> keywords;
    std::vector<const char *> texts;
    kept.reserve(size_t(values.size()) * 2);
    for (auto it = values.cbegin(); it != values.cend(); ++it) {
        keywords.push_back(kept.emplace_back(it.key().toLatin1()).constData());
        texts.push_back(kept.emplace_back(it.value().toUtf8()).constData());
    }
    keywords.push_back(nullptr);
    texts.push_back(nullptr);
    return {PQconnectStartParams(keywords.data(), texts.data(), 0), &PQfinish};
}

// Only libpq can read a service file and check its own keywords, and it does both while connecting: so
// connect to a socket folder that cannot exist, which fails at once, and look at what it had put together.
Result<QMap<QString, QString>> resolved(const ConnectionSettings &settings)
{
    QMap<QString, QString> values = settings.values();
    values.insert(u"hostaddr"_s, u""_s);
    values.insert(u"host"_s, u"/nonexistent"_s);
    values.insert(u"port"_s, u"1"_s);
    const Handle handle = startConnecting(values);
    const QString complaint = QString::fromUtf8(PQerrorMessage(handle.get())).simplified();
    if (!complaint.contains(u"/nonexistent"_s))
        return Error{
            ErrorKind::invalid, u"The connection settings are wrong: %1. Correct them."_s.arg(complaint), {}};
    QMap<QString, QString> all;
    PQconninfoOption *options = PQconninfo(handle.get());
    for (const PQconninfoOption *option = options; option && option->keyword; ++option) {
        if (option->val)
            all.insert(QString::fromLatin1(option->keyword), QString::fromUtf8(option->val));
    }
    PQconninfoFree(options);
    return all;
}

Result<ConnectionSettings> completed(const ConnectionSettings &settings)
{
    const auto known = resolved(settings);
    if (!known)
        return known.error();
    ConnectionSettings complete = settings;
    for (const auto &[keyword, value] : wishes) {
        const QString key = QString::fromLatin1(keyword);
        if (known->value(key).isEmpty())
            complete.set(key, QString::fromLatin1(value));
    }
    complete.set(u"client_encoding"_s, u"UTF8"_s);
    return complete;
}

// QPSQL builds a keyword string: the four setters are quoted by it, whatever they hold; the connect options
// are pasted in as they are, except that every ';' becomes a space.
Result<Done> configure(QSqlDatabase &database, const ConnectionSettings &settings)
{
    QStringList pairs;
    for (auto it = settings.values().cbegin(); it != settings.values().cend(); ++it) {
        const QString &key = it.key();
        if (it.value().contains(QChar(0)))
            return Error{
                ErrorKind::invalid, u"The connection's %1 holds a NUL character: remove it."_s.arg(key), {}};
        if (key == u"dbname")
            database.setDatabaseName(it.value());
        else if (key == u"user")
            database.setUserName(it.value());
        else if (key == u"password")
            database.setPassword(it.value());
        else if (key == u"host")
            database.setHostName(it.value());
        else {
            if (it.value().contains(u';'))
                return Error{ErrorKind::invalid,
                             u"The connection's %1 holds a ';', which Qt's PostgreSQL driver cannot pass on: "
                             "use a value without it."_s.arg(key),
                             {}};
            QString quoted = it.value();
            quoted.replace(u"\\"_s, u"\\\\"_s).replace(u"'"_s, u"\\'"_s);
            pairs += key + u"='"_s + quoted + u'\'';
        }
    }
    database.setConnectOptions(pairs.join(u' '));
    return Done{};
}

// A failed login carries its SQLSTATE only in libpq's verbose text, and QPSQL does not ask for that; the
// plain text is in whatever language the server or the system speaks. So look once more, with verbose text.
QByteArray sqlStateOfFailure(const ConnectionSettings &settings)
{
    const Handle handle = startConnecting(settings.values());
    PQsetErrorVerbosity(handle.get(), PQERRORS_VERBOSE);
    const auto end = std::chrono::steady_clock::now() + 3s;
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    while (status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd wanted{PQsocket(handle.get()), short(status == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
        if (wanted.fd < 0 || left <= 0ms || ::poll(&wanted, 1, int(left.count())) == 0)
            break;
        status = PQconnectPoll(handle.get());
    }
    // "FATAL:  28P01: …"; the severity may be translated, the state always holds a digit.
    static const QRegularExpression verbose(u":\\s+((?=[A-Z]*\\d)[0-9A-Z]{5}):\\s"_s);
    const QString text = QString::fromUtf8(PQerrorMessage(handle.get()));
    QByteArray state;
    for (auto it = verbose.globalMatch(text); it.hasNext();)
        state = it.next().captured(1).toLatin1(); // the last host decides
    return state;
}

Error openingError(const ConnectionSettings &settings, const QString &driverText, bool answeredSoon)
{
    Complaint complaint;
    if (answeredSoon)
        complaint.sqlState = sqlStateOfFailure(settings);
    // "connection to server at … failed: FATAL:  password authentication failed …": what the server said.
    const bool answered = !complaint.sqlState.isEmpty();
    complaint.message = answered ? driverText.section(u"FATAL:"_s, -1).trimmed() : driverText;
    if (answered)
        return toError(complaint);
    if (driverText.contains(u"no password supplied"_s))
        return {
            ErrorKind::forbidden,
            u"The server at %1 asks for a password, and none was given. Put it into ~/.pgpass (mode 0600) "
            "as host:port:database:user:password, or into PGPASSWORD."_s.arg(settings.describe()),
            u"28P01"_s};
    QString why = driverText.simplified();
    static const QRegularExpression advice(u" ?Is the server running [^?]*\\?"_s); // ours follows
    why.remove(advice);
    while (why.endsWith(u'.'))
        why.chop(1);
    // A server that answers, but is not the one that the settings demand: waiting does not help.
    if (why.contains(u"SSL"_s) || why.contains(u"certificate"_s))
        return {ErrorKind::disconnected,
                u"No secure connection to %1: %2. Check sslmode and sslrootcert: the server's certificate "
                u"must come "
                "from that root and name this host."_s.arg(settings.describe(), why),
                unusableServer};
    return {ErrorKind::disconnected,
            u"No connection to %1: %2. Check that the server runs there and that the address is right."_s.arg(
                settings.describe(), why),
            {}};
}

QByteArray field(const PGresult *result, int column)
{
    return PQgetisnull(result, 0, column) ? QByteArray() : QByteArray(PQgetvalue(result, 0, column));
}

} // namespace

Result<std::unique_ptr<Connection>> Connection::open(const ConnectionSettings &settings,
                                                     const std::function<void()> &afterConnecting)
{
    static std::atomic<quint64> counter{0};
    const auto complete = completed(settings);
    if (!complete)
        return complete.error();
    std::unique_ptr<Connection> connection(new Connection(u"oncedesk-"_s + QString::number(++counter)));

    QSqlDatabase database = QSqlDatabase::addDatabase(u"QPSQL"_s, connection->m_name);
    if (!database.isValid())
        return Error{ErrorKind::internal,
                     u"Qt's PostgreSQL driver is missing. Install the Debian package libqt6sql6-psql."_s,
                     {}};
    if (auto done = configure(database, *complete); !done)
        return done.error();

    QElapsedTimer elapsed;
    elapsed.start();
    const bool isOpen = database.open();
    afterConnecting();
    if (!isOpen) {
        const QString text = database.lastError().databaseText();
        const qint64 timeout = complete->value(u"connect_timeout"_s).toLongLong() * 1000;
        return openingError(*complete, text, elapsed.elapsed() < (timeout > 0 ? timeout * 9 / 10 : 4000));
    }
    const QVariant handle = database.driver()->handle();
    // The driver registers the type by either of its names, depending on the version of Qt.
    if (qstrcmp(handle.typeName(), "PGconn*") != 0 && qstrcmp(handle.typeName(), "pg_conn*") != 0)
        return Error{ErrorKind::internal,
                     u"Qt's PostgreSQL driver hands out no connection. This is a fault of the "
                     "program, please report it."_s,
                     {}};
    connection->m_handle = *static_cast<PGconn *const *>(handle.constData());
    if (auto done = connection->prepareSession(); !done)
        return done.error();
    return connection;
}

bool Connection::isWorthWaitingFor(const Error &error)
{
    return error.kind == ErrorKind::disconnected && error.sqlState != u"3D000" &&
           error.sqlState != unusableServer;
}

Connection::~Connection()
{
    m_handle = nullptr;
    QSqlDatabase::removeDatabase(m_name); // closes it
}

Result<Done> Connection::prepareSession()
{
    if (const int version = PQserverVersion(m_handle) / 10000; version < oldestServer)
        return Error{
            ErrorKind::refused,
            u"The server runs PostgreSQL %1, which is too old. Use version %2 or newer."_s.arg(version).arg(
                oldestServer),
            {}};
    // QPSQL has set bytea_output to escape. The rest may have been changed for the database or the role.
    // Compiling a statement that counts in a large index took longer (100 ms and more) than running it.
    // So did waiting for parallel workers to start on a busy server.
    // And the server, too, is to notice a client that went without a word: what it had locked waits for that.
    const Result_ set(PQexec(m_handle, "SET default_transaction_isolation = 'read committed';"
                                       "SET bytea_output = 'hex'; SET IntervalStyle = 'postgres';"
                                       "SET standard_conforming_strings = on; SET jit = off;"
                                       "SET max_parallel_workers_per_gather = 0;"
                                       "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5;"
                                       "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 30000;"
                                       "SELECT set_config(name, '10000', false) FROM pg_settings"
                                       " WHERE name = 'client_connection_check_interval'"),
                      &PQclear);
    if (PQresultStatus(set.get()) != PGRES_TUPLES_OK)
        return toError(Complaint::of(set.get(), m_handle));

    const Result_ row(PQexec(m_handle, "SELECT (SELECT system_identifier FROM pg_control_system()),"
                                       " CASE WHEN pg_is_in_recovery() THEN 'standby'"
                                       " ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END,"
                                       " (SELECT stats_reset FROM pg_stat_bgwriter)"),
                      &PQclear);
    // A hosted server may keep these from us; then a lost COMMIT stays open where it could have been told.
    if (PQresultStatus(row.get()) == PGRES_TUPLES_OK)
        m_incarnation = {field(row.get(), 0), field(row.get(), 1), field(row.get(), 2)};
    if (PQstatus(m_handle) == CONNECTION_BAD)
        return toError(Complaint::of(row.get(), m_handle));
    return Done{};
}

} // namespace oncedesk
