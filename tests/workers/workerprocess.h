// A real `oncectl work` process that can be killed, frozen and started again.
#pragma once

#include "core/db/connectionsettings.h"

#include <QMap>
#include <QProcess>
#include <QString>
#include <optional>

namespace oncedesk {

class WorkerProcess
{
public:
    struct Options
    {
        QString name; // in the history; the same after each start
        int concurrency = 16;
        QMap<QString, QString> environment = {}; // besides the usual
    };

    // Its standard error goes to <folder>/<name>.log.
    WorkerProcess(const ConnectionSettings &settings, const QString &folder, Options options);
    ~WorkerProcess(); // kills it when it still runs
    Q_DISABLE_COPY_MOVE(WorkerProcess)

    void start(); // fails the program when it cannot
    void killHard();
    void freeze(); // returns when it stands still; one that has ended does
    void thaw();
    // SIGTERM; its exit code once it has ended, none if it crashed or did not end.
    [[nodiscard]] std::optional<int> stop();

    [[nodiscard]] bool isRunning(); // frozen or not; one that finds no database when it starts ends at once
    // It has reached its database since it was started last; before that, SIGTERM simply ends it.
    [[nodiscard]] bool isAtWork() const;
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] const QString &name() const { return m_options.name; }
    [[nodiscard]] QByteArray log() const; // of all its lives

private:
    void signal(int number);

    const Options m_options;
    const QString m_logFile;
    qint64 m_logBefore = 0; // bytes of earlier lives
    QProcess m_process;
};

} // namespace oncedesk
