// The private desk: a PostgreSQL of this user's own, started from the installed binaries.
#pragma once

#include "core/base/result.h"
#include "core/db/connectionsettings.h"

#include <QString>
#include <QStringList>
#include <memory>

namespace oncedesk {

class LocalServer
{
public:
    struct Options
    {
        QString folder; // data, socket and lock live here; empty: ONCEDESK_HOME, or the user's data folder
        QStringList serverSettings; // extra "name=value" for postgres, for tests
        QString binaries;           // folder of initdb and postgres; empty: searched for
    };

    // Starts the server, or joins one that another process of this user runs. The last holder to go stops
    // it. Error kinds: invalid (no binaries, unusable folder), internal; the sentence says what to do.
    // Blocks while the server starts or stops, which may take seconds: not for a GUI thread.
    static Result<std::shared_ptr<LocalServer>> hold(const Options &options);
    // Starts it and leaves it running after this process (oncectl local start).
    static Result<ConnectionSettings> start(const Options &options);
    // Stops a server left running; refused while another process holds it. Done when none runs.
    static Result<Done> stop(const Options &options);
    // The connection if one runs now.
    static Result<ConnectionSettings> find(const Options &options);

    ~LocalServer();
    LocalServer(const LocalServer &) = delete;
    LocalServer &operator=(const LocalServer &) = delete;
    [[nodiscard]] ConnectionSettings connection() const;

private:
    LocalServer();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace oncedesk
