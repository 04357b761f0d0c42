// One function for each command, each in a file of its own.
#pragma once

#include "app/oncectl/command.h"

namespace oncedesk {

Command localStartCommand();
Command localStopCommand();
Command localUriCommand();
Command migrateCommand();
Command submitCommand();
Command jobsCommand();
Command jobCommand();
Command attemptOpenCommand();
Command attemptCancelCommand();
Command attemptAskCommand();
Command attemptStopCommand();
Command closeCommand();
Command racesCommand();
Command submissionsCommand();
Command actionsCommand();
Command providersListCommand();
Command providersAddCommand();
Command providersSetCommand();
Command providersDisableCommand();
Command providersEnableCommand();
Command suiteListCommand();
Command suiteImportCommand();
Command suiteExportCommand();
Command certifyCommand();
Command scenarioCommand();
Command workCommand();
Command clientAddCommand();
Command clientListCommand();
Command clientRevokeCommand();
Command auditCommand();
Command exportCommand();
Command demoDataCommand();

} // namespace oncedesk
