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
    // A look at its files, without the lock.
    [[nodiscard]] bool isRunning() const;
    // For a holder whose server was killed: starts it again, or joins it if another holder has done so, and
    // keeps it if it was kept. Error kind refused when somebody has stopped it in order. Blocks as hold()
    // does; one caller at a time.
    Result<Done> startAgain();

private:
    LocalServer();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace oncedesk
