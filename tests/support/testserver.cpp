#include "tests/support/testserver.h"

#include "core/db/localserver.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <unistd.h>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// One for all test programs of a build folder, stopped by the last of them.
std::shared_ptr<LocalServer> joinLocalServer()
{
    const QByteArray build = QCoreApplication::applicationDirPath().toUtf8();
    LocalServer::Options options;
    options.folder = u"/tmp/oncedesk-tests-%1-%2"_s.arg(::geteuid())
                         .arg(QString::fromLatin1(
                             QCryptographicHash::hash(build, QCryptographicHash::Sha256).toHex().left(10)));
    options.serverSettings = {u"fsync=off"_s, u"max_connections=300"_s, u"shared_buffers=64MB"_s};
    auto held = LocalServer::hold(options);
    if (!held)
        qFatal("%s", qUtf8Printable(held.error().sentence));
    return held.value();
}

} // namespace

const ConnectionSettings &TestServer::shared()
{
    static const ConnectionSettings settings = [] {
        const QString named = qEnvironmentVariable("ONCEDESK_TEST_SERVER");
        if (named.isEmpty()) {
            static const std::shared_ptr<LocalServer> server = joinLocalServer();
            return server->connection();
        }
        auto parsed = ConnectionSettings::parse(named);
        if (!parsed)
            qFatal("ONCEDESK_TEST_SERVER: %s", qUtf8Printable(parsed.error().sentence));
        return parsed.value();
    }();
    return settings;
}

} // namespace oncedesk
