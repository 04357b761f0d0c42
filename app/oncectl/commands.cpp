#include "app/oncectl/commands.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

const QList<Option> &globalOptions()
{
    static const QList<Option> options{
        {u"db"_s, u"URI"_s, u"the database: a postgresql:// URI or libpq keywords"_s},
        {u"json"_s, {}, u"print exactly one JSON value on stdout"_s},
        {u"help"_s, {}, u"explain, with examples"_s},
        {u"version"_s, {}, u"print the program's version"_s},
    };
    return options;
}

const QList<Command> &allCommands()
{
    static const QList<Command> commands{
        submitCommand(),
        jobsCommand(),
        jobCommand(),
        attemptOpenCommand(),
        attemptCancelCommand(),
        attemptAskCommand(),
        attemptStopCommand(),
        closeCommand(),
        racesCommand(),
        submissionsCommand(),
        actionsCommand(),
        providersListCommand(),
        providersAddCommand(),
        providersSetCommand(),
        providersDisableCommand(),
        providersEnableCommand(),
        suiteListCommand(),
        suiteImportCommand(),
        suiteExportCommand(),
        certifyCommand(),
        scenarioCommand(),
        workCommand(),
        clientAddCommand(),
        clientListCommand(),
        clientRevokeCommand(),
        auditCommand(),
        exportCommand(),
        demoDataCommand(),
        migrateCommand(),
        localStartCommand(),
        localStopCommand(),
        localUriCommand(),
    };
    return commands;
}

} // namespace oncedesk
