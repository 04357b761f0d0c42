// One provider as the page shows it: what it is, who serves it, what it has in hand.
#pragma once

#include "core/board/providers.h"

namespace oncedesk {

struct ProviderEntry
{
    board::ProviderRow row;
    board::ProviderLoad load;
    QList<board::WorkerRow> workers; // alive, and naming it
};

// All of them, by name. One transaction's work.
Result<QList<ProviderEntry>> readProviderEntries(Session &session);

// A provider's settings as people read them: indented, secrets as the references they are. What looks like a
// secret and is none (an older program let it in) is not shown.
[[nodiscard]] QString settingsText(const QByteArray &settings);

// Whether settingsText() leaves something out.
[[nodiscard]] bool hidesSecret(const QByteArray &settings);

} // namespace oncedesk
