// Makes, starts and stops the server of one desk folder. Everything happens under the folder's lock.
#pragma once

#include "core/db/deskfolder.h"
#include "core/db/filelock.h"
#include "core/db/localserver.h"
#include "core/db/serverprograms.h"

namespace oncedesk {

class DeskStarter
{
public:
    DeskStarter(const DeskFolder &desk, const LocalServer::Options &options)
        : m_desk(desk), m_options(options)
    {
    }

    // The lock, once the folder is there and ours.
    Result<FileLock> lock();
    Result<DeskFolder::Running> ensureRunning();
    Result<Done> stop();

private:
    Result<ServerPrograms> programs() const;
    [[nodiscard]] std::optional<DeskFolder::Running> waitWhileStarting() const;
    Result<Done> initialise(const ServerPrograms &programs);
    Result<Done> configure(const ServerPrograms &programs);
    Result<Done> launch(const ServerPrograms &programs);
    Result<QString> socketFolder(const ServerPrograms &programs) const;
    Result<Done> createDatabase(const DeskFolder::Running &server) const;
    Result<Done> write(const ServerPrograms &programs, const QString &path, const QByteArray &content,
                       QIODevice::OpenMode mode) const;

    const DeskFolder &m_desk;
    const LocalServer::Options &m_options;
};

} // namespace oncedesk
