#include "tests/support/testdatabase.h"

#include "core/db/database.h"
#include "core/db/migrator.h"
#include "tests/support/testserver.h"

#include <QCryptographicHash>
#include <QSysInfo>
#include <atomic>
#include <csignal>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// Names carry who made them, so that what a killed test leaves behind is found: once_<host>_<pid>_<number>.
QString hostMark()
{
    static const QString mark = QString::fromLatin1(
        QCryptographicHash::hash(QByteArray(QSysInfo::bootUniqueId() + QSysInfo::machineHostName().toUtf8()),
                                 QCryptographicHash::Sha256)
            .toHex()
            .left(8));
    return mark;
}

QString prefix()
{
    return u"once_"_s + hostMark() + u'_';
}

QString newName()
{
    static std::atomic<int> counter{0};
    return prefix() + QString::number(::getpid()) + u'_' + QString::number(++counter);
}

TestConnection::Answer must(TestConnection::Answer answer)
{
    if (!answer.ok())
        qFatal("%s", qUtf8Printable(answer.message));
    return answer;
}

bool isLeftOver(const QString &name)
{
    const auto pid = pid_t(name.mid(prefix().size()).section(u'_', 0, 0).toInt());
    return pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH;
}

void sweep(TestConnection &admin)
{
    const auto databases =
        must(admin.exec("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", {prefix()}));
    for (int row = 0; row < databases.rows.size(); ++row) {
        if (const QString name = databases.rows.text(row, 0); isLeftOver(name))
            (void)admin.exec("DROP DATABASE IF EXISTS " + name.toUtf8() + " WITH (FORCE)");
    }
    const auto logins =
        must(admin.exec("SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)", {prefix()}));
    for (int row = 0; row < logins.rows.size(); ++row) {
        if (const QString name = logins.rows.text(row, 0); isLeftOver(name))
            (void)admin.exec("DROP ROLE IF EXISTS " + name.toUtf8());
    }
}

ConnectionSettings at(const QString &database)
{
    ConnectionSettings settings = TestServer::shared();
    settings.set(u"dbname"_s, database);
    return settings;
}

// Made under another name and renamed when it is complete: whoever sees the template sees all of it.
QString templateDatabase(TestConnection &admin)
{
    const QString name =
        u"oncedesk_template_"_s + QString::fromLatin1(SchemaSource::builtIn().digest().left(16));
    const auto isThere = [&] {
        return must(admin.exec("SELECT FROM pg_database WHERE datname = $1", {name})).rows.size() > 0;
    };
    if (isThere())
        return name;
    must(admin.exec("SELECT pg_advisory_lock(hashtext('oncedesk template'))"));
    if (!isThere()) {
        sweep(admin);
        const QString unfinished = newName();
        must(admin.exec("CREATE DATABASE " + unfinished.toUtf8() + " TEMPLATE template0"));
        {
            Database database(at(unfinished));
            const auto done = database.run([](Session &session) { return migrate(session); }).takeResult();
            if (!done)
                qFatal("%s", qUtf8Printable(done.error().sentence));
        }
        must(admin.exec("ALTER DATABASE " + unfinished.toUtf8() + " RENAME TO " + name.toUtf8()));
    }
    must(admin.exec("SELECT pg_advisory_unlock(hashtext('oncedesk template'))"));
    return name;
}

} // namespace

TestDatabase::TestDatabase(Schema schema) : m_name(newName())
{
    TestConnection admin(TestServer::shared());
    static std::once_flag swept;
    std::call_once(swept, [&] { sweep(admin); });
    const QString source = schema == Schema::migrated ? templateDatabase(admin) : u"template0"_s;
    must(admin.exec("CREATE DATABASE " + m_name.toUtf8() + " TEMPLATE " + source.toUtf8()));
}

TestDatabase::~TestDatabase()
{
    TestConnection admin(TestServer::shared());
    must(admin.exec("DROP DATABASE IF EXISTS " + m_name.toUtf8() + " WITH (FORCE)"));
    for (const QString &login : std::as_const(m_logins))
        must(admin.exec("DROP ROLE " + login.toUtf8()));
}

ConnectionSettings TestDatabase::settings() const
{
    return at(m_name);
}

ConnectionSettings TestDatabase::settingsAs(const QStringList &roles)
{
    TestConnection admin(TestServer::shared());
    const QString login = newName();
    must(admin.exec("CREATE ROLE " + login.toUtf8() + " LOGIN"));
    m_logins.append(login);
    for (const QString &role : roles)
        must(admin.exec("GRANT " + role.toUtf8() + " TO " + login.toUtf8()));
    ConnectionSettings settings = at(m_name);
    settings.set(u"user"_s, login);
    return settings;
}

void TestDatabase::waitUntilBlocked(int backendPid) const
{
    TestConnection observer(settings());
    for (int i = 0; i < 1000; ++i) {
        if (must(observer.exec("SELECT cardinality(pg_blocking_pids($1)) > 0", {backendPid}))
                .rows.boolean(0, 0))
            return;
        must(observer.exec("SELECT pg_sleep(0.01)"));
    }
    qFatal("backend %d is not waiting for a lock", backendPid);
}

} // namespace oncedesk
