// The PostgreSQL that tests share: the one ONCEDESK_TEST_SERVER names, else one started here.
#pragma once

#include "core/db/connectionsettings.h"
#include "tests/support/throwawayserver.h"

namespace oncedesk {

class TestServer
{
public:
    // A superuser's connection to its maintenance database.
    static const ConnectionSettings &shared();
    // A private server, for drills that kill and restart it.
    static std::unique_ptr<ThrowAwayServer> own(ThrowAwayServer::Options options)
    {
        return std::make_unique<ThrowAwayServer>(std::move(options));
    }
    static std::unique_ptr<ThrowAwayServer> ownOverTcp(const QStringList &settings = {})
    {
        ThrowAwayServer::Options options;
        options.settings = settings;
        options.tcp = true;
        return own(options);
    }
    static std::unique_ptr<ThrowAwayServer> own() { return own(ThrowAwayServer::Options()); }
};

} // namespace oncedesk
