#include "tests/support/throwawayserver.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <csignal>
#include <libpq-fe.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

template<class T>
T orDie(Result<T> result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().sentence));
    return std::move(result).value();
}

quint16 freePort()
{
    QTcpServer probe;
    probe.listen(QHostAddress::LocalHost);
    return probe.serverPort();
}

} // namespace

ThrowAwayServer::ThrowAwayServer(Options options)
    : m_options(std::move(options)), m_programs(orDie(ServerPrograms::find()))
{
    // Not QTemporaryDir: it belongs to the server's user, and /tmp keeps the socket's path short.
    QByteArray folder = "/tmp/oncedesk-own-XXXXXX";
    if (!::mkdtemp(folder.data()))
        qFatal("mkdtemp: %s", std::strerror(errno));
    m_folder = QString::fromUtf8(folder);
    if (m_programs.runsAsAnotherUser() && ::chown(folder.constData(), m_programs.uid(), gid_t(-1)) != 0)
        qFatal("chown: %s", std::strerror(errno));
    if (m_options.primary)
        copyPrimary();
    else
        initialize();
    if (m_options.tcp)
        m_port = m_options.port != 0 ? m_options.port : freePort();
    start();
}

void ThrowAwayServer::initialize()
{
    orDie(m_programs.run(u"initdb"_s,
                         {u"-D"_s, m_folder + u"/data"_s, u"-U"_s, u"oncedesk"_s, u"--auth=trust"_s,
                          u"--no-sync"_s, u"--encoding=UTF8"_s, u"--locale=C.UTF-8"_s}));
    write(u"pg_hba.conf"_s,
          (m_options.hba + QStringList{u"local all all trust"_s, u"host all all all trust"_s,
                                       u"local replication all trust"_s, QString()})
              .join(u'\n')
              .toUtf8());
    if (!m_options.certificate.isEmpty()) {
        write(u"server.crt"_s, m_options.certificate);
        write(u"server.key"_s, m_options.privateKey);
    }
}

void ThrowAwayServer::copyPrimary()
{
    ConnectionSettings from = m_options.primary->connection();
    from.set(u"dbname"_s, u"replication"_s);
    orDie(m_programs.run(u"pg_basebackup"_s,
                         {u"-D"_s, m_folder + u"/data"_s, u"-d"_s, from.toKeywords(),
                          u"--write-recovery-conf"_s, u"--checkpoint=fast"_s, u"--no-sync"_s}));
}

ThrowAwayServer::~ThrowAwayServer()
{
    if (m_isFrozen)
        thaw();
    if (isRunning())
        killHard();
    QDir(m_folder).removeRecursively();
}

void ThrowAwayServer::write(const QString &name, const QByteArray &content)
{
    const QString path = m_folder + u"/data/"_s + name;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(content) != content.size())
        qFatal("%s: %s", qUtf8Printable(path), qUtf8Printable(file.errorString()));
    file.close();
    if (::chmod(QFile::encodeName(path).constData(), 0600) != 0 ||
        (m_programs.runsAsAnotherUser() &&
         ::chown(QFile::encodeName(path).constData(), m_programs.uid(), gid_t(-1)) != 0))
        qFatal("%s: %s", qUtf8Printable(path), std::strerror(errno));
}

void ThrowAwayServer::start()
{
    QStringList settings{u"listen_addresses="_s + (m_options.tcp ? u"127.0.0.1"_s : QString()),
                         u"port="_s + QString::number(m_port),
                         u"unix_socket_directories="_s + m_folder,
                         u"fsync=off"_s,
                         u"shared_buffers=32MB"_s,
                         u"max_connections=50"_s,
                         u"logging_collector=off"_s};
    if (!m_options.certificate.isEmpty())
        settings.append(u"ssl=on"_s);
    settings += m_options.settings;
    QStringList arguments{u"-D"_s, m_folder + u"/data"_s};
    for (const QString &setting : settings)
        arguments += {u"-c"_s, setting};
    m_programs.prepare(m_process, u"postgres"_s, arguments, true);
    m_process.setStandardOutputFile(m_folder + u"/log"_s, QIODevice::Append);
    m_process.start();
    const QByteArray where = connection().toKeywords().toUtf8();
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (PQping(where.constData()) != PQPING_OK) {
        if (m_process.waitForFinished(20) || std::chrono::steady_clock::now() > end) {
            QFile log(m_folder + u"/log"_s);
            (void)log.open(QIODevice::ReadOnly);
            qFatal("The test server did not start:\n%s", log.readAll().constData());
        }
    }
}

void ThrowAwayServer::stop()
{
    ::kill(pid_t(m_process.processId()), SIGINT);
    m_process.waitForFinished();
}

void ThrowAwayServer::killHard()
{
    // The postmaster passes it on to its children, which exit at once; nothing is written out.
    ::kill(pid_t(m_process.processId()), SIGQUIT);
    m_process.waitForFinished();
}

QList<pid_t> ThrowAwayServer::backends() const
{
    QList<pid_t> all;
    const QStringList processes = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const QString &process : processes) {
        QFile file(u"/proc/%1/stat"_s.arg(process));
        if (!file.open(QIODevice::ReadOnly))
            continue;                           // it has ended meanwhile
        const QByteArray line = file.readAll(); // number (name) state parent …
        if (line.mid(line.lastIndexOf(')') + 4).split(' ').value(0).toLongLong() == m_process.processId())
            all.append(pid_t(process.toInt()));
    }
    return all;
}

void ThrowAwayServer::freeze()
{
    m_isFrozen = true;
    ::kill(pid_t(m_process.processId()), SIGSTOP); // first, so that no backend comes after the others
    for (const pid_t backend : backends())
        ::kill(backend, SIGSTOP);
}

void ThrowAwayServer::thaw()
{
    m_isFrozen = false;
    for (const pid_t backend : backends())
        ::kill(backend, SIGCONT);
    ::kill(pid_t(m_process.processId()), SIGCONT);
}

void ThrowAwayServer::promote()
{
    orDie(m_programs.run(u"pg_ctl"_s, {u"promote"_s, u"-w"_s, u"-D"_s, m_folder + u"/data"_s}));
}

ConnectionSettings ThrowAwayServer::connection() const
{
    ConnectionSettings settings;
    settings.set(u"host"_s, m_folder);
    settings.set(u"port"_s, QString::number(m_port));
    settings.set(u"user"_s, u"oncedesk"_s);
    settings.set(u"dbname"_s, u"postgres"_s);
    return settings;
}

ConnectionSettings ThrowAwayServer::tcpConnection() const
{
    ConnectionSettings settings = connection();
    settings.set(u"host"_s, u"127.0.0.1"_s);
    return settings;
}

} // namespace oncedesk
