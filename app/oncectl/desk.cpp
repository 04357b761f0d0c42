#include "app/oncectl/desk.h"

#include "app/oncectl/arguments.h"
#include "app/oncectl/interrupt.h"
#include "core/db/migrator.h"

#include <QThread>
#include <QUrl>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

Result<ConnectionSettings> chosen(const Arguments &arguments, std::shared_ptr<LocalServer> &server)
{
    if (arguments.has(u"db"_s)) {
        if (arguments.value(u"db"_s).trimmed().isEmpty())
            return Error{ErrorKind::invalid,
                         u"--db names no database: give a URI such as postgresql://host/database."_s,
                         {}};
        return ConnectionSettings::parse(arguments.value(u"db"_s));
    }
    const QString fromEnvironment = qEnvironmentVariable("ONCEDESK_DB");
    if (!fromEnvironment.trimmed().isEmpty()) {
        auto parsed = ConnectionSettings::parse(fromEnvironment);
        if (!parsed)
            return Error{parsed.error().kind, u"ONCEDESK_DB: "_s + parsed.error().sentence,
                         parsed.error().sqlState};
        return parsed;
    }
    if (ConnectionSettings::environmentNamesServer())
        return ConnectionSettings::fromEnvironment();
    auto held = LocalServer::hold({});
    if (!held)
        return held.error();
    server = *held;
    return server->connection();
}

QString encoded(const QString &text)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text));
}

} // namespace

Result<std::unique_ptr<Desk>> Desk::open(const Arguments &arguments, Needs needs, Database::Options options)
{
    std::unique_ptr<Desk> desk(new Desk);
    auto settings = chosen(arguments, desk->m_server);
    if (!settings)
        return settings.error();
    desk->m_settings = *settings;
    if (desk->m_settings.value(u"application_name"_s).isEmpty() && qEnvironmentVariableIsEmpty("PGAPPNAME"))
        desk->m_settings.set(u"application_name"_s, u"oncectl"_s);
    desk->m_database = std::make_unique<Database>(desk->m_settings, std::move(options));
    if (needs == Needs::schema) {
        if (auto checked = desk->checkSchema(); !checked)
            return checked.error();
    }
    return desk;
}

Result<Done> Desk::checkSchema()
{
    if (isPrivate()) {
        const auto migrated = run([](Session &session) { return migrate(session); });
        if (!migrated)
            return migrated.error();
        return Done{};
    }
    const auto found = run([](Session &session) { return databaseSchemaVersion(session); });
    if (!found)
        return found.error().sqlState == u"42501" ? withoutRoles(found.error()) : found.error();
    const QString where = m_settings.describe();
    if (*found == 0)
        return Error{
            ErrorKind::refused,
            u"The database %1 does not hold Oncedesk's schema yet. Set it up with: oncectl migrate"_s.arg(
                where),
            {}};
    if (*found < programSchemaVersion())
        return Error{
            ErrorKind::refused,
            u"The database %1 has schema version %2, this program needs %3. Bring it up to date with: "
            "oncectl migrate"_s.arg(where, QString::number(*found), QString::number(programSchemaVersion())),
            {}};
    if (*found > programSchemaVersion())
        return Error{
            ErrorKind::refused,
            u"The database %1 has schema version %2, this program knows versions up to %3. Use a newer "
            "Oncedesk; nothing was changed."_s.arg(where, QString::number(*found),
                                                   QString::number(programSchemaVersion())),
            {}};
    return Done{};
}

// Whoever has any of our roles may read the version.
Error Desk::withoutRoles(const Error &error)
{
    const auto login = run([](Session &session) { return session.exec("SELECT quote_ident(session_user)"); });
    if (!login)
        return login.error();
    return {
        error.kind,
        u"Your database login %1 has none of Oncedesk's roles in %2. Have an administrator give it one, to "
        "look and to audit: GRANT oncedesk_viewer TO %1; README.md lists the others."_s.arg(
            login->text(0, 0), m_settings.describe()),
        error.sqlState};
}

void Desk::waitUntilInterrupted(const std::function<bool()> &isFinished)
{
    // A signal handler can wake no condition.
    while (!isFinished()) {
        if (interrupted())
            m_database->close(0ms, 500ms);
        else
            QThread::msleep(20);
    }
}

QString uriOf(const ConnectionSettings &settings)
{
    QStringList query;
    for (auto it = settings.values().cbegin(); it != settings.values().cend(); ++it) {
        if (!it.value().isEmpty() && it.key() != u"dbname" && it.key() != u"password" &&
            it.key() != u"application_name")
            query += it.key() + u'=' + encoded(it.value());
    }
    return u"postgresql:///"_s + encoded(settings.value(u"dbname"_s)) +
           (query.isEmpty() ? QString() : u'?' + query.join(u'&'));
}

} // namespace oncedesk
