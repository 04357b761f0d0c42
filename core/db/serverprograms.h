// The installed server binaries (initdb, pg_ctl, postgres) and the user they run as.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <chrono>
#include <sys/types.h>

namespace oncedesk {

class ServerPrograms
{
public:
    // Searches /usr/lib/postgresql/*/bin (the newest, 13 at least), then PATH, unless a folder is given.
    // Error kind: invalid.
    static Result<ServerPrograms> find(const QString &folder = {});
    // The ones of that major version, or else the newest.
    static Result<ServerPrograms> findVersion(int majorVersion);

    [[nodiscard]] QString path(const QString &program) const;
    [[nodiscard]] int majorVersion() const { return m_majorVersion; }

    // PostgreSQL refuses to run as root: then it runs as 'postgres' if there is one, else as 'nobody'.
    [[nodiscard]] bool runsAsAnotherUser() const { return m_changesUser; }
    [[nodiscard]] uid_t uid() const { return m_uid; }
    [[nodiscard]] const QString &userName() const { return m_userName; }

    // Sets the program up to run as that user, away from our terminal and folder. With tieToUs it is stopped
    // (SIGINT, PostgreSQL's fast shutdown) when the thread that started it ends.
    void prepare(QProcess &process, const QString &program, const QStringList &arguments,
                 bool tieToUs = false) const;
    // Runs it in that folder: what it printed (both channels). Error kind: internal; the sentence is what it
    // printed last.
    Result<QByteArray> run(const QString &program, const QStringList &arguments,
                           const QString &folder = QStringLiteral("/"),
                           std::chrono::milliseconds patience = std::chrono::seconds(90)) const;

    // What a program or a server log complains about first, or said last, in one line.
    [[nodiscard]] static QString complaintIn(const QByteArray &output);

    // Gives what we wrote ourselves to that user.
    Result<Done> handOver(const QString &path) const;
    // A folder of mode 0700 that belongs to that user; one that is there already must be so.
    Result<Done> makePrivateFolder(const QString &path) const;

private:
    QString m_folder;
    int m_majorVersion = 0;
    bool m_changesUser = false;
    uid_t m_uid = 0;
    gid_t m_gid = 0;
    QString m_userName;
};

} // namespace oncedesk
