// The database that a command works on: chosen, connected and known to hold this program's schema.
#pragma once

#include "core/base/result.h"
#include "core/db/connectionsettings.h"
#include "core/db/database.h"
#include "core/db/localserver.h"

#include <functional>
#include <memory>

namespace oncedesk {

class Arguments;

class Desk
{
public:
    enum class Needs {
        schema,     // of this program's version; on the private desk it is brought there silently
        connection, // whatever the database holds
    };

    static Result<std::unique_ptr<Desk>> open(const Arguments &arguments, Needs needs = Needs::schema,
                                              Database::Options options = {});

    [[nodiscard]] bool isPrivate() const { return m_server != nullptr; }
    [[nodiscard]] const ConnectionSettings &settings() const { return m_settings; }
    [[nodiscard]] Database &database() { return *m_database; }

    // Database::run and Database::call, waited for.
    template<class F>
    auto run(F work)
    {
        return m_database->run(std::move(work)).takeResult();
    }
    template<class F>
    auto call(F work)
    {
        return m_database->call(std::move(work)).takeResult();
    }
    // run(), which an interruption ends at once, statement and connection; this is the last work then.
    template<class F>
    auto runUntilInterrupted(F work)
    {
        auto answer = m_database->run(std::move(work));
        waitUntilInterrupted([&answer] { return answer.isFinished(); });
        return answer.takeResult();
    }

private:
    Result<Done> checkSchema();
    Error withoutRoles(const Error &error);
    void waitUntilInterrupted(const std::function<bool()> &isFinished);

    // In this order: the connection goes before the server that it leads to.
    std::shared_ptr<LocalServer> m_server;
    ConnectionSettings m_settings;
    std::unique_ptr<Database> m_database;
};

// As psql takes it; never with a password.
[[nodiscard]] QString uriOf(const ConnectionSettings &settings);

} // namespace oncedesk
