#include "core/db/deskfolder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <csignal>
#include <sys/un.h>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qsizetype longestSocketPath = sizeof(sockaddr_un::sun_path) - 1;
constexpr QLatin1StringView socketName("/.s.PGSQL.5432");

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray mark(const DeskFolder::Running &server)
{
    return QByteArray::number(server.pid) + ' ' + server.startedAt + '\n';
}

} // namespace

DeskFolder::DeskFolder(const QString &path) : m_path(QDir::cleanPath(QDir(path).absolutePath())) {}

QString DeskFolder::defaultPath()
{
    if (const QString chosen = qEnvironmentVariable("ONCEDESK_HOME"); !chosen.isEmpty())
        return chosen;
    if (::geteuid() == 0)
        return u"/var/lib/oncedesk/desk"_s;
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/oncedesk/desk"_s;
}

std::optional<DeskFolder::Running> DeskFolder::named() const
{
    const QList<QByteArray> lines = contentOf(pidFile()).split('\n');
    if (lines.size() < 5)
        return {};
    Running server;
    server.pid = pid_t(lines[0].trimmed().toInt());
    server.startedAt = lines[2].trimmed();
    server.port = QString::fromLatin1(lines[3].trimmed());
    server.socketFolder = QString::fromUtf8(lines[4]);
    server.ready = lines.value(7).trimmed() == "ready";
    return server;
}

bool DeskFolder::isAlive(const Running &server) const
{
    // A postmaster's working folder is its data folder: that tells it from a process that got its number
    // later.
    if (server.pid <= 0 || ::kill(server.pid, 0) != 0)
        return false;
    return QFile::symLinkTarget(u"/proc/%1/cwd"_s.arg(server.pid)) == QFileInfo(data()).canonicalFilePath();
}

std::optional<DeskFolder::Running> DeskFolder::running() const
{
    const auto server = named();
    return server && isAlive(*server) ? server : std::nullopt;
}

std::optional<DeskFolder::Running> DeskFolder::killed() const
{
    const auto server = named();
    return server && !isAlive(*server) ? server : std::nullopt;
}

void DeskFolder::disownStalePid() const
{
    QByteArray content = contentOf(pidFile());
    const auto pid = pid_t(content.left(content.indexOf('\n')).trimmed().toInt());
    if (content.isEmpty() || running() || pid <= 0 || ::kill(pid, 0) != 0)
        return;
    QFile file(pidFile());
    if (!file.open(QIODevice::ReadWrite))
        return;
    content.replace(0, content.indexOf('\n'), "2147483646"); // beyond any process number
    file.write(content);
    file.resize(content.size());
}

bool DeskFolder::isKept(const Running &server) const
{
    return contentOf(kept()) == mark(server);
}

Result<Done> DeskFolder::keep(const Running &server) const
{
    QFile file(kept());
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(mark(server)) < 0 ||
        !file.flush())
        return Error{ErrorKind::invalid,
                     u"The file %1 cannot be written: %2. Make room or correct its rights."_s.arg(
                         kept(), file.errorString()),
                     {}};
    return Done{};
}

void DeskFolder::unkeep() const
{
    QFile::remove(kept());
}

QString DeskFolder::socketFolderInside() const
{
    // libpq takes a comma for the next host.
    const bool nameable = QFile::encodeName(m_path).size() + socketName.size() <= longestSocketPath &&
                          !m_path.contains(u',') && !m_path.contains(u'"');
    return nameable ? m_path : QString();
}

QStringList DeskFolder::shortSocketFolders(bool serverIsAnotherUser) const
{
    const QString hash = QString::fromLatin1(
        QCryptographicHash::hash(QFile::encodeName(m_path), QCryptographicHash::Sha256).toHex().left(10));
    QStringList folders;
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    // Another user could not enter our runtime folder.
    if (!serverIsAnotherUser && QDir::isAbsolutePath(runtime) && QFileInfo(runtime).isWritable())
        folders.append(runtime + u"/oncedesk-"_s + hash);
    // Somebody may have taken a name in /tmp; the next one then.
    for (int i = 0; i < 5; ++i)
        folders.append(u"/tmp/oncedesk-%1-%2"_s.arg(::geteuid()).arg(hash) +
                       (i ? QString::number(i) : QString()));
    return folders;
}

ConnectionSettings DeskFolder::connection(const Running &server)
{
    ConnectionSettings settings;
    settings.set(u"host"_s, server.socketFolder);
    settings.set(u"hostaddr"_s, u""_s); // PGHOSTADDR would go before our host
    settings.set(u"port"_s, server.port);
    settings.set(u"user"_s, u"oncedesk"_s);
    settings.set(u"dbname"_s, u"oncedesk"_s);
    settings.set(u"target_session_attrs"_s, u"any"_s);
    return settings;
}

QByteArray DeskFolder::logSince(qint64 offset) const
{
    return contentOf(log()).mid(offset);
}

} // namespace oncedesk
