#include "core/db/serverprograms.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int oldestVersion = 13;
const QStringList needed{u"initdb"_s, u"pg_ctl"_s, u"postgres"_s};

bool holdsAll(const QString &folder)
{
    return std::all_of(needed.begin(), needed.end(), [&](const QString &program) {
        return QFileInfo(folder + u'/' + program).isExecutable();
    });
}

QString search()
{
    QString best;
    int bestVersion = 0;
    const QDir versions(u"/usr/lib/postgresql"_s);
    for (const QString &name : versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString folder = versions.filePath(name + u"/bin"_s);
        if (name.toInt() > bestVersion && name.toInt() >= oldestVersion && holdsAll(folder)) {
            best = folder;
            bestVersion = name.toInt();
        }
    }
    if (!best.isEmpty())
        return best;
    const QString found = QStandardPaths::findExecutable(u"postgres"_s);
    const QString folder = found.isEmpty() ? QString() : QFileInfo(found).canonicalPath();
    return !folder.isEmpty() && holdsAll(folder) ? folder : QString();
}

QString reason(int number)
{
    return QString::fromLocal8Bit(std::strerror(number));
}

// With the mode given, whatever the umask: root's must not shut the server's user out of a folder above its
// own.
bool makeFoldersAbove(const QString &path, mode_t mode)
{
    const QString parent = QFileInfo(path).path();
    const QByteArray name = QFile::encodeName(parent);
    if (QFileInfo(parent).isDir())
        return true;
    return makeFoldersAbove(parent, mode) && (::mkdir(name.constData(), mode) == 0 || errno == EEXIST) &&
           ::chmod(name.constData(), mode) == 0;
}

} // namespace

Result<ServerPrograms> ServerPrograms::find(const QString &folder)
{
    ServerPrograms programs;
    programs.m_folder = folder.isEmpty() ? search() : folder;
    if (programs.m_folder.isEmpty() || !holdsAll(programs.m_folder))
        return Error{
            ErrorKind::invalid,
            u"No PostgreSQL server (version %1 or newer) is installed here%2. Install the Debian package "
            "postgresql, or connect to a server with --db."_s.arg(oldestVersion)
                .arg(folder.isEmpty() ? QString() : u", or not in "_s + folder),
            {}};
    programs.m_uid = ::geteuid();
    programs.m_gid = ::getegid();
    const passwd *user = ::getpwuid(programs.m_uid);
    if (programs.m_uid == 0) {
        programs.m_changesUser = true;
        user = ::getpwnam("postgres");
        if (!user)
            user = ::getpwnam("nobody");
        if (!user)
            return Error{ErrorKind::invalid,
                         u"PostgreSQL does not run as root, and there is neither a user 'postgres' nor "
                         u"'nobody' to run "
                         "it as. Create one of them, or start this program as another user."_s,
                         {}};
        programs.m_uid = user->pw_uid;
        programs.m_gid = user->pw_gid;
    }
    programs.m_userName = user ? QString::fromLocal8Bit(user->pw_name) : QString::number(programs.m_uid);

    const auto version = programs.run(u"postgres"_s, {u"--version"_s});
    if (!version)
        return version.error();
    static const QRegularExpression number(u"(\\d+)"_s);
    programs.m_majorVersion = number.match(QString::fromUtf8(*version)).captured(1).toInt();
    if (programs.m_majorVersion < oldestVersion)
        return Error{
            ErrorKind::invalid,
            u"The PostgreSQL server in %1 has version %2, which is too old. Install version %3 or newer."_s
                .arg(programs.m_folder)
                .arg(programs.m_majorVersion)
                .arg(oldestVersion),
            {}};
    return programs;
}

Result<ServerPrograms> ServerPrograms::findVersion(int majorVersion)
{
    const QString folder = u"/usr/lib/postgresql/%1/bin"_s.arg(majorVersion);
    return find(holdsAll(folder) ? folder : QString());
}

QString ServerPrograms::path(const QString &program) const
{
    return m_folder + u'/' + program;
}

void ServerPrograms::prepare(QProcess &process, const QString &program, const QStringList &arguments,
                             bool tieToUs) const
{
    process.setProgram(path(program));
    process.setArguments(arguments);
    process.setWorkingDirectory(u"/"_s);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        if (name.startsWith(u"PG") || name.startsWith(u"LC_") || name == u"LANG" || name == u"LANGUAGE")
            environment.remove(name); // the settings of clients are not the server's
    }
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    // Else the C library may give memory back and take it again with each statement: planning then takes
    // thrice as long, for as long as the session lasts.
    for (const QString &limit : {u"MALLOC_TRIM_THRESHOLD_"_s, u"MALLOC_MMAP_THRESHOLD_"_s})
        environment.insert(limit, u"16777216"_s); // bytes, for each session at most
    process.setProcessEnvironment(environment);
    const bool change = m_changesUser;
    const uid_t uid = m_uid;
    const gid_t gid = m_gid;
    // Between fork and exec: nothing but system calls.
    process.setChildProcessModifier([change, uid, gid, tieToUs] {
        if (change && (::setgroups(1, &gid) != 0 || ::setgid(gid) != 0 || ::setuid(uid) != 0))
            ::_exit(126);
        ::umask(077);
        ::setpgid(0, 0); // Ctrl+C in a terminal is meant for us
        if (tieToUs)
            ::prctl(PR_SET_PDEATHSIG, SIGINT);
    });
}

Result<QByteArray> ServerPrograms::run(const QString &program, const QStringList &arguments,
                                       const QString &folder, std::chrono::milliseconds patience) const
{
    QProcess process;
    prepare(process, program, arguments);
    process.setWorkingDirectory(folder);
    process.start();
    if (!process.waitForStarted() || !process.waitForFinished(int(patience.count()))) {
        const Error error{
            ErrorKind::internal, u"%1 did not work: %2."_s.arg(path(program), process.errorString()), {}};
        process.kill();
        process.waitForFinished();
        return error;
    }
    const QByteArray output = process.readAll();
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error{ErrorKind::internal, u"%1 failed: %2"_s.arg(program, complaintIn(output)), {}};
    return output;
}

QString ServerPrograms::complaintIn(const QByteArray &output)
{
    QString last;
    for (const QByteArray &line : output.split('\n')) {
        for (const QByteArray level : {"PANIC:", "FATAL:", "ERROR:", "error:"}) {
            if (const auto at = line.indexOf(level); at >= 0)
                return QString::fromUtf8(line.mid(at + level.size())).simplified();
        }
        if (!line.trimmed().isEmpty())
            last = QString::fromUtf8(line).simplified();
    }
    return last;
}

Result<Done> ServerPrograms::handOver(const QString &path) const
{
    if (m_changesUser && ::lchown(QFile::encodeName(path).constData(), m_uid, m_gid) != 0)
        return Error{ErrorKind::invalid,
                     u"%1 cannot be given to the user '%2': %3. Choose another folder."_s.arg(
                         path, m_userName, reason(errno)),
                     {}};
    return Done{};
}

Result<Done> ServerPrograms::makePrivateFolder(const QString &path) const
{
    const QByteArray name = QFile::encodeName(path);
    const auto unusable = [&path](const QString &why) {
        return Error{
            ErrorKind::invalid,
            u"The folder %1 cannot be used for the private desk: %2. Choose another folder, or correct it."_s
                .arg(path, why),
            {}};
    };
    if (!makeFoldersAbove(path, m_changesUser ? 0755 : 0700))
        return unusable(u"the folder it lies in cannot be made"_s);
    struct stat status
    {
    };
    if (::lstat(name.constData(), &status) != 0) {
        // Given away before it gets its name: another process that finds it would otherwise see it half made.
        QByteArray fresh = QFile::encodeName(QFileInfo(path).path() + u"/.oncedesk-XXXXXX"_s);
        if (!::mkdtemp(fresh.data()))
            return unusable(reason(errno));
        const bool made = (!m_changesUser || ::chown(fresh.constData(), m_uid, m_gid) == 0) &&
                          ::rename(fresh.constData(), name.constData()) == 0;
        const int why = errno;
        if (!made)
            ::rmdir(fresh.constData());
        if (!made && why != EEXIST && why != ENOTEMPTY)
            return unusable(reason(why));
        if (::lstat(name.constData(), &status) != 0)
            return unusable(reason(errno));
    }
    if (!S_ISDIR(status.st_mode))
        return unusable(u"it is not a folder"_s);
    if (status.st_uid != m_uid)
        return unusable(u"it does not belong to the user '%1'"_s.arg(m_userName));
    if ((status.st_mode & 0077) != 0)
        return unusable(u"others may look into it (make its mode 0700)"_s);
    return Done{};
}

} // namespace oncedesk
