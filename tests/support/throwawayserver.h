// A PostgreSQL of one test's own: started, stopped, killed and restarted at will, gone at the end.
#pragma once

#include "core/db/connectionsettings.h"
#include "core/db/serverprograms.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace oncedesk {

class ThrowAwayServer
{
public:
    struct Options
    {
        QStringList settings;   // "name=value" for postgres
        QStringList hba;        // lines in front of the built-in "everybody is trusted"
        QByteArray certificate; // PEM; with privateKey: TLS is on
        QByteArray privateKey;
        bool tcp = false; // listen on 127.0.0.1
        quint16 port = 0; // 0: one that is free
        // Copied from this running server, which it then follows as its standby.
        const ThrowAwayServer *primary = nullptr;
    };

    explicit ThrowAwayServer(Options options); // fails the program when it cannot
    ~ThrowAwayServer();

    void start();
    void stop();     // fast shutdown
    void killHard(); // SIGQUIT to everything: what a crash leaves behind
    void freeze();   // stops all of its processes where they are: links stay, nothing answers
    void thaw();     // and lets them go on
    void promote();  // a standby becomes a server of its own, ready to be written to
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

    // The superuser "oncedesk" at the database "postgres", over the socket or over TCP.
    [[nodiscard]] ConnectionSettings connection() const;
    [[nodiscard]] ConnectionSettings tcpConnection() const;
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QString folder() const { return m_folder; }

private:
    void initialize();
    void copyPrimary();
    void write(const QString &name, const QByteArray &content);
    [[nodiscard]] QList<pid_t> backends() const;

    Options m_options;
    ServerPrograms m_programs;
    QString m_folder;
    quint16 m_port = 5432;
    QProcess m_process;
    bool m_isFrozen = false;
};

} // namespace oncedesk
