#include "tests/support/testserver.h"

namespace oncedesk {

const ConnectionSettings &TestServer::shared()
{
    static const ConnectionSettings settings = [] {
        const QString named = qEnvironmentVariable("ONCEDESK_TEST_SERVER");
        if (named.isEmpty()) {
            static ThrowAwayServer server({.settings = {QStringLiteral("max_connections=300")},
                                           .hba = {},
                                           .certificate = {},
                                           .privateKey = {}});
            return server.connection();
        }
        auto parsed = ConnectionSettings::parse(named);
        if (!parsed)
            qFatal("ONCEDESK_TEST_SERVER: %s", qUtf8Printable(parsed.error().sentence));
        return parsed.value();
    }();
    return settings;
}

} // namespace oncedesk
