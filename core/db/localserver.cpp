#include "core/db/localserver.h"

#include "core/db/deskfolder.h"
#include "core/db/deskstarter.h"
#include "core/db/filelock.h"

#include <QFileInfo>
#include <chrono>
#include <utility>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

DeskFolder folderOf(const LocalServer::Options &options)
{
    return DeskFolder(options.folder.isEmpty() ? DeskFolder::defaultPath() : options.folder);
}

} // namespace

struct LocalServer::Private
{
    Private(const Options &chosen, DeskFolder folder) : options(chosen), desk(std::move(folder)) {}

    Options options;
    DeskFolder desk;
    std::optional<FileLock> holding;
    ConnectionSettings connection;
    std::optional<DeskFolder::Running> killed; // and not started again since
};

LocalServer::LocalServer() = default;

Result<std::shared_ptr<LocalServer>> LocalServer::hold(const Options &options)
{
    auto held = std::make_unique<Private>(options, folderOf(options));
    DeskStarter starter(held->desk, options);
    const auto lock = starter.lock();
    if (!lock)
        return lock.error();
    auto holding = FileLock::take(held->desk.holders(), FileLock::Kind::shared, 10s);
    if (!holding)
        return holding.error();
    held->holding = std::move(holding).value();
    const auto server = starter.ensureRunning();
    if (!server)
        return server.error();
    held->connection = DeskFolder::connection(*server);
    std::shared_ptr<LocalServer> local(new LocalServer);
    local->d = std::move(held);
    return local;
}

Result<ConnectionSettings> LocalServer::start(const Options &options)
{
    const DeskFolder desk = folderOf(options);
    DeskStarter starter(desk, options);
    const auto lock = starter.lock();
    if (!lock)
        return lock.error();
    const auto server = starter.ensureRunning();
    if (!server)
        return server.error();
    if (auto done = desk.keep(*server); !done)
        return done.error();
    return DeskFolder::connection(*server);
}

Result<Done> LocalServer::stop(const Options &options)
{
    const DeskFolder desk = folderOf(options);
    if (!QFileInfo::exists(desk.data()))
        return Done{};
    DeskStarter starter(desk, options);
    const auto lock = starter.lock();
    if (!lock)
        return lock.error();
    const auto alone = FileLock::take(desk.holders(), FileLock::Kind::exclusive, 0s);
    if (!alone)
        return alone.error();
    if (!alone.value())
        return Error{
            ErrorKind::refused,
            u"The private desk in %1 is in use by another process. Close that first."_s.arg(desk.path()),
            {}};
    return starter.stop();
}

Result<ConnectionSettings> LocalServer::find(const Options &options)
{
    const DeskFolder desk = folderOf(options);
    const auto server = desk.running();
    if (!server || !server->ready)
        return Error{ErrorKind::disconnected,
                     u"No private desk runs in %1. Start it with 'oncectl local start'."_s.arg(desk.path()),
                     {}};
    return DeskFolder::connection(*server);
}

LocalServer::~LocalServer()
{
    if (!d)
        return;
    DeskStarter starter(d->desk, d->options);
    const auto lock = starter.lock();
    d->holding.reset();
    if (!lock)
        return; // whoever has it decides
    const auto alone = FileLock::take(d->desk.holders(), FileLock::Kind::exclusive, 0s);
    const auto server = d->desk.running();
    if (alone && alone.value() && server && !d->desk.isKept(*server))
        (void)starter.stop();
}

ConnectionSettings LocalServer::connection() const
{
    return d->connection;
}

bool LocalServer::isRunning() const
{
    return d->desk.running().has_value();
}

Result<Done> LocalServer::startAgain()
{
    DeskStarter starter(d->desk, d->options);
    const auto lock = starter.lock();
    if (!lock)
        return lock.error();
    // A start that fails takes its file away, too: what was seen before counts.
    if (const auto killed = d->desk.killed())
        d->killed = killed;
    if (!d->killed && !d->desk.running()) {
        // Whoever types it may do so in another terminal, with another desk of its own.
        const QString where = qEnvironmentVariableIsSet("ONCEDESK_HOME")
                                  ? u"ONCEDESK_HOME='%1' "_s.arg(d->desk.path())
                                  : QString();
        return Error{
            ErrorKind::refused,
            u"The private desk's server in %1 was stopped by somebody. Start it again with \"%2oncectl "
            "local start\", or open the desk again."_s.arg(d->desk.path(), where),
            {}};
    }
    const bool wasKept = d->killed && d->desk.isKept(*d->killed);
    const auto server = starter.ensureRunning();
    if (!server)
        return server.error();
    if (wasKept) {
        if (auto done = d->desk.keep(*server); !done)
            return done.error();
    }
    d->killed.reset();
    if (DeskFolder::connection(*server).values() != d->connection.values())
        return Error{
            ErrorKind::disconnected,
            u"The private desk's server in %1 now listens at another socket. Open the desk again."_s.arg(
                d->desk.path()),
            {}};
    return Done{};
}

} // namespace oncedesk
