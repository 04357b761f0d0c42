#include "core/db/deskstarter.h"

#include "core/db/connection.h"
#include "core/db/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStorageInfo>
#include <chrono>
#include <thread>
#include <utility>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto patienceForOthers = 120s; // another process may be starting the server at this moment
constexpr auto patienceForOrphans = 15s; // backends of a killed server, until they notice
constexpr qint64 longestLog = 8 * 1024 * 1024;

QString configurationQuoted(QString text)
{
    return u'\'' + text.replace(u"\\"_s, u"\\\\"_s).replace(u"'"_s, u"''"_s) + u'\'';
}

} // namespace

Result<ServerPrograms> DeskStarter::programs() const
{
    if (!m_options.binaries.isEmpty())
        return ServerPrograms::find(m_options.binaries);
    QFile version(m_desk.data() + u"/PG_VERSION"_s);
    return version.open(QIODevice::ReadOnly)
               ? ServerPrograms::findVersion(version.readAll().trimmed().toInt())
               : ServerPrograms::find();
}

Result<FileLock> DeskStarter::lock()
{
    const auto programs = this->programs();
    if (!programs)
        return programs.error();
    if (auto done = programs->makePrivateFolder(m_desk.path()); !done)
        return done.error();
    auto lock = FileLock::take(m_desk.lock(), FileLock::Kind::exclusive, patienceForOthers);
    if (!lock)
        return lock.error();
    if (!lock.value())
        return Error{
            ErrorKind::internal,
            u"Another process has been starting or stopping the private desk in %1 for two minutes. Wait for "
            "it or end it, then try again."_s.arg(m_desk.path()),
            {}};
    return std::move(*lock.value());
}

Result<DeskFolder::Running> DeskStarter::ensureRunning()
{
    if (const auto server = waitWhileStarting())
        return *server;
    const auto programs = this->programs();
    if (!programs)
        return programs.error();
    if (!QFileInfo::exists(m_desk.data())) {
        if (auto done = initialise(*programs); !done)
            return done.error();
    }
    QFile versionFile(m_desk.data() + u"/PG_VERSION"_s);
    const int version = versionFile.open(QIODevice::ReadOnly) ? versionFile.readAll().trimmed().toInt() : 0;
    if (version == 0)
        return Error{
            ErrorKind::invalid,
            u"The folder %1 holds no PostgreSQL data. Move it away, and a new private desk is made."_s.arg(
                m_desk.data()),
            {}};
    if (version != programs->majorVersion())
        return Error{ErrorKind::invalid,
                     u"The private desk in %1 was made by PostgreSQL %2, but version %3 is installed. "
                     u"Install the Debian "
                     "package postgresql-%2, or bring the data over with pg_upgrade."_s.arg(m_desk.path())
                         .arg(version)
                         .arg(programs->majorVersion()),
                     {}};
    if (auto done = configure(*programs); !done)
        return done.error();
    if (auto done = launch(*programs); !done)
        return done.error();
    const auto server = m_desk.running();
    if (!server)
        return Error{
            ErrorKind::internal,
            u"The private PostgreSQL ended right after it had started. Look into %1."_s.arg(m_desk.log()),
            {}};
    if (auto done = createDatabase(*server); !done)
        return done.error();
    return *server;
}

std::optional<DeskFolder::Running> DeskStarter::waitWhileStarting() const
{
    // Whoever started it may have been killed, or have lost patience with a long recovery.
    const auto end = std::chrono::steady_clock::now() + patienceForOthers;
    auto server = m_desk.running();
    while (server && !server->ready && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(50ms);
        server = m_desk.running();
    }
    return server && server->ready ? server : std::nullopt;
}

Result<Done> DeskStarter::initialise(const ServerPrograms &programs)
{
    QDir unfinished(m_desk.unfinishedData());
    unfinished.removeRecursively(); // of one who was killed while here
    const auto giveUp = [&](const Error &error) {
        unfinished.removeRecursively();
        return Error{
            error.kind,
            u"The private desk in %1 could not be made: %2 Correct that, then try again."_s.arg(
                m_desk.path(), error.sentence.endsWith(u'.') ? error.sentence : error.sentence + u'.'),
            {}};
    };
    // Relative paths: nothing in the folder's name can then trouble a shell or an argument list.
    const auto made = programs.run(u"initdb"_s,
                                   {u"-D"_s, u"data.new"_s, u"-U"_s, u"oncedesk"_s, u"--auth=trust"_s,
                                    u"--encoding=UTF8"_s, u"--locale=C.UTF-8"_s, u"--no-sync"_s},
                                   m_desk.path());
    if (!made)
        return giveUp(made.error());
    // Only the socket leads in, and only this user reaches the socket.
    if (auto done = write(programs, m_desk.unfinishedData() + u"/pg_hba.conf"_s, "local all all trust\n",
                          QIODevice::Truncate);
        !done)
        return giveUp(done.error());
    if (auto done = write(programs, m_desk.unfinishedData() + u"/postgresql.conf"_s,
                          "\ninclude_if_exists 'desk.conf'\n", QIODevice::Append);
        !done)
        return giveUp(done.error());
    if (!QDir().rename(m_desk.unfinishedData(), m_desk.data()))
        return giveUp({ErrorKind::internal, u"its new data folder could not be renamed"_s, {}});
    // What initdb wrote reaches the disk beside our first start instead of before it.
    if (!m_options.serverSettings.contains(u"fsync=off"_s))
        QProcess::startDetached(u"sync"_s, {u"-f"_s, m_desk.data()});
    return Done{};
}

Result<QString> DeskStarter::socketFolder(const ServerPrograms &programs) const
{
    if (const QString inside = m_desk.socketFolderInside(); !inside.isEmpty())
        return inside;
    Error last;
    for (const QString &folder : m_desk.shortSocketFolders(programs.runsAsAnotherUser())) {
        const auto done = programs.makePrivateFolder(folder);
        if (done)
            return folder;
        last = done.error();
    }
    return last;
}

Result<Done> DeskStarter::configure(const ServerPrograms &programs)
{
    const auto socket = socketFolder(programs);
    if (!socket)
        return socket.error();
    QStringList lines{u"# Written anew at every start."_s,
                      u"listen_addresses = ''"_s,
                      u"port = 5432"_s,
                      u"unix_socket_directories = "_s + configurationQuoted(u'"' + *socket + u'"'),
                      u"unix_socket_permissions = 0700"_s,
                      u"max_connections = 100"_s,
                      u"shared_buffers = '128MB'"_s,
                      u"jit = off"_s,
                      u"log_checkpoints = off"_s,
                      u"log_min_messages = 'warning'"_s,
                      u"cluster_name = 'oncedesk'"_s};
    for (const QString &setting : m_options.serverSettings)
        lines.append(setting.section(u'=', 0, 0) + u" = "_s + configurationQuoted(setting.section(u'=', 1)));
    return write(programs, m_desk.data() + u"/desk.conf"_s, lines.join(u'\n').toUtf8() + '\n',
                 QIODevice::Truncate);
}

Result<Done> DeskStarter::launch(const ServerPrograms &programs)
{
    m_desk.disownStalePid();
    if (QFileInfo(m_desk.log()).size() > longestLog) {
        QFile::remove(m_desk.log() + u".old"_s);
        QFile::rename(m_desk.log(), m_desk.log() + u".old"_s);
    }
    const auto end = std::chrono::steady_clock::now() + patienceForOrphans;
    while (true) {
        const qint64 offset = QFileInfo(m_desk.log()).size();
        const auto started = programs.run(
            u"pg_ctl"_s,
            {u"start"_s, u"-w"_s, u"-t"_s, u"60"_s, u"-D"_s, u"data"_s, u"-l"_s, u"server.log"_s},
            m_desk.path());
        if (started)
            return Done{};
        QString complaint = ServerPrograms::complaintIn(m_desk.logSince(offset));
        if (complaint.isEmpty() && QStorageInfo(m_desk.path()).bytesAvailable() < 64 * 1024)
            complaint = u"No space left on device"_s; // then there was none for the log either
        // A killed server's backends hold on to its memory until they notice, which is soon.
        // So does its own process, for a moment, to the lock of its socket.
        if ((complaint.contains(u"shared memory block"_s) ||
             complaint.contains(u".lock\" already exists"_s)) &&
            std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(100ms);
            continue;
        }
        return Error{
            ErrorKind::internal,
            u"The private PostgreSQL in %1 did not start: %2. Correct that, then try again; more is in %3."_s
                .arg(m_desk.path(), complaint.isEmpty() ? started.error().sentence : complaint, m_desk.log()),
            {}};
    }
}

Result<Done> DeskStarter::createDatabase(const DeskFolder::Running &server) const
{
    ConnectionSettings settings = DeskFolder::connection(server);
    settings.set(u"dbname"_s, u"postgres"_s);
    const auto connection = Connection::open(settings);
    if (!connection)
        return connection.error();
    Session session((*connection)->handle());
    const auto found = session.exec("SELECT FROM pg_database WHERE datname = 'oncedesk'");
    if (!found)
        return found.error();
    return found->size() > 0 ? Result<Done>(Done{}) : session.script("CREATE DATABASE oncedesk");
}

Result<Done> DeskStarter::stop()
{
    if (!m_desk.running())
        return Done{};
    const auto programs = this->programs();
    if (!programs)
        return programs.error();
    const auto stopped = programs->run(
        u"pg_ctl"_s, {u"stop"_s, u"-w"_s, u"-t"_s, u"60"_s, u"-m"_s, u"fast"_s, u"-D"_s, u"data"_s},
        m_desk.path());
    if (!stopped && m_desk.running())
        return Error{ErrorKind::internal,
                     u"The private PostgreSQL in %1 did not stop: %2 Look into %3."_s.arg(
                         m_desk.path(), stopped.error().sentence, m_desk.log()),
                     {}};
    m_desk.unkeep();
    return Done{};
}

Result<Done> DeskStarter::write(const ServerPrograms &programs, const QString &path,
                                const QByteArray &content, QIODevice::OpenMode mode) const
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | mode) || file.write(content) != content.size() || !file.flush())
        return Error{
            ErrorKind::invalid, u"The file %1 cannot be written: %2."_s.arg(path, file.errorString()), {}};
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return programs.handOver(path);
}

} // namespace oncedesk
