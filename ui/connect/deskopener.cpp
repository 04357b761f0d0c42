#include "ui/connect/deskopener.h"

#include "core/db/database.h"
#include "core/db/migrator.h"

#include <QPromise>
#include <QThreadPool>
#include <thread>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

Result<OpenedDesk> openPrivate()
{
    auto server = LocalServer::hold({});
    if (!server)
        return server.error();
    OpenedDesk desk{(*server)->connection(), *server, {}};
    Database database(desk.settings);
    const auto migrated = database.run([](Session &session) { return migrate(session); }).takeResult();
    if (!migrated)
        return migrated.error();
    const auto access = database.run([](Session &session) { return board::access(session); }).takeResult();
    if (!access)
        return access.error();
    desk.access = *access;
    return desk;
}

Result<Done> checkVersion(int found, const QString &where)
{
    const auto refused = [](const QString &sentence) { return Error{ErrorKind::refused, sentence, {}}; };
    if (found == 0)
        return refused(
            u"The database %1 does not hold Oncedesk's schema yet. Have its administrator run: oncectl "
            "migrate"_s.arg(where));
    if (found < programSchemaVersion())
        return refused(
            u"The database %1 has schema version %2, this console needs %3. Have its administrator run: "
            "oncectl migrate"_s.arg(where, QString::number(found), QString::number(programSchemaVersion())));
    if (found > programSchemaVersion())
        return refused(
            u"The database %1 has schema version %2, this console knows versions up to %3. Use a newer "
            "Oncedesk; nothing was changed."_s.arg(where, QString::number(found),
                                                   QString::number(programSchemaVersion())));
    return Done{};
}

bool hasRole(const board::Access &access)
{
    return access.mayLook || access.mayOperate || access.maySubmit || access.mayWork || access.mayAdminister;
}

Result<OpenedDesk> openShared(const ConnectionSettings &settings)
{
    Database database(settings);
    const auto access = database.run([](Session &session) { return board::access(session); }).takeResult();
    if (!access)
        return access.error();
    const auto found =
        database.run([](Session &session) { return databaseSchemaVersion(session); }).takeResult();
    // Without a role even the version may not be read.
    const bool isClosed = !found && found.error().sqlState == u"42501";
    if (!found && !isClosed)
        return found.error();
    if (!isClosed) {
        if (auto checked = checkVersion(*found, settings.describe()); !checked)
            return checked.error();
    }
    if (!hasRole(*access))
        return Error{
            ErrorKind::forbidden,
            u"The login \"%1\" has none of Oncedesk's roles. Have the administrator give it one, for "
            "example: GRANT oncedesk_operator TO \"%1\";"_s.arg(access->login),
            {}};
    if (isClosed)
        return found.error();
    return OpenedDesk{settings, nullptr, *access};
}

} // namespace

QFuture<Result<OpenedDesk>> openDesk(const std::optional<ConnectionSettings> &shared)
{
    auto promise = std::make_shared<QPromise<Result<OpenedDesk>>>();
    promise->start();
    // The pool is waited for when the program ends, which keeps a private server from being left behind.
    // A server that does not answer is not worth that.
    if (!shared) {
        QThreadPool::globalInstance()->start([promise] {
            promise->addResult(openPrivate());
            promise->finish();
        });
    } else {
        std::thread([promise, settings = *shared] {
            promise->addResult(openShared(settings));
            promise->finish();
        }).detach();
    }
    return promise->future();
}

} // namespace oncedesk
