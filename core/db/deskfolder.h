// The folder of a private desk: what lies where, and which server runs on it now.
//   data/        PostgreSQL's own            data.new/  one that initdb has not finished
//   lock         held while deciding to start or stop
//   holders      a shared lock for each process that uses the server
//   kept         names the server that stays when the last holder goes
//   server.log   what the server says
#pragma once

#include "core/base/result.h"
#include "core/db/connectionsettings.h"

#include <QByteArray>
#include <QString>
#include <optional>
#include <sys/types.h>

namespace oncedesk {

class DeskFolder
{
public:
    explicit DeskFolder(const QString &path);
    // ONCEDESK_HOME, or the user's own, or the machine's for root, whose home the server's user could not
    // enter.
    static QString defaultPath();

    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] QString data() const { return m_path + QStringLiteral("/data"); }
    [[nodiscard]] QString unfinishedData() const { return m_path + QStringLiteral("/data.new"); }
    [[nodiscard]] QString lock() const { return m_path + QStringLiteral("/lock"); }
    [[nodiscard]] QString holders() const { return m_path + QStringLiteral("/holders"); }
    [[nodiscard]] QString log() const { return m_path + QStringLiteral("/server.log"); }

    struct Running
    {
        pid_t pid = 0;
        QByteArray startedAt;
        QString socketFolder;
        QString port;
        bool ready = false;
    };
    // The server that runs on data(), by its postmaster.pid and the process it names.
    [[nodiscard]] std::optional<Running> running() const;
    // The one that ended without taking postmaster.pid away, as it does when it is stopped in order.
    [[nodiscard]] std::optional<Running> killed() const;
    // A stale postmaster.pid may name a process that is somebody else's by now, which PostgreSQL would take
    // for a server. Names no process instead; the rest stays, because PostgreSQL looks by it for backends
    // that outlived their postmaster. Only under lock().
    void disownStalePid() const;

    [[nodiscard]] bool isKept(const Running &server) const;
    Result<Done> keep(const Running &server) const;
    void unkeep() const;

    // Where the socket goes: here, if libpq can name the place; empty when a short one is needed.
    [[nodiscard]] QString socketFolderInside() const;
    // Candidates for a short one, best first.
    [[nodiscard]] QStringList shortSocketFolders(bool serverIsAnotherUser) const;

    [[nodiscard]] static ConnectionSettings connection(const Running &server);
    [[nodiscard]] QByteArray logSince(qint64 offset) const;

private:
    [[nodiscard]] QString pidFile() const { return data() + QStringLiteral("/postmaster.pid"); }
    [[nodiscard]] std::optional<Running> named() const;
    [[nodiscard]] bool isAlive(const Running &server) const;
    [[nodiscard]] QString kept() const { return m_path + QStringLiteral("/kept"); }

    QString m_path;
};

} // namespace oncedesk
