#include "ui/connect/deskopener.h"

#include "core/db/database.h"
#include "core/db/migrator.h"

#include <QPromise>
#include <QThreadPool>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

Result<OpenedDesk> openPrivate()
{
    auto server = LocalServer::hold({});
    if (!server)
        return server.error();
    OpenedDesk desk{(*server)->connection(), *server};
    Database database(desk.settings);
    const auto migrated = database.run([](Session &session) { return migrate(session); }).takeResult();
    if (!migrated)
        return migrated.error();
    return desk;
}

Result<OpenedDesk> openShared(const ConnectionSettings &settings)
{
    Database database(settings);
    const auto found =
        database.run([](Session &session) { return databaseSchemaVersion(session); }).takeResult();
    if (!found)
        return found.error();
    const auto refused = [](const QString &sentence) { return Error{ErrorKind::refused, sentence, {}}; };
    const QString where = settings.describe();
    if (*found == 0)
        return refused(
            u"The database %1 does not hold Oncedesk's schema yet. Have its administrator run: oncectl "
            "migrate"_s.arg(where));
    if (*found < programSchemaVersion())
        return refused(
            u"The database %1 has schema version %2, this console needs %3. Have its administrator run: "
            "oncectl migrate"_s.arg(where, QString::number(*found), QString::number(programSchemaVersion())));
    if (*found > programSchemaVersion())
        return refused(
            u"The database %1 has schema version %2, this console knows versions up to %3. Use a newer "
            "Oncedesk; nothing was changed."_s.arg(where, QString::number(*found),
                                                   QString::number(programSchemaVersion())));
    return OpenedDesk{settings, nullptr};
}

} // namespace

QFuture<Result<OpenedDesk>> openDesk(const std::optional<ConnectionSettings> &shared)
{
    auto promise = std::make_shared<QPromise<Result<OpenedDesk>>>();
    promise->start();
    QThreadPool::globalInstance()->start([promise, shared] {
        promise->addResult(shared ? openShared(*shared) : openPrivate());
        promise->finish();
    });
    return promise->future();
}

} // namespace oncedesk
