// What another attempt of a job would risk, in plain words.
#pragma once

#include "core/board/jobdetail.h"
#include "core/board/providers.h"

#include <QString>

namespace oncedesk {

// How many attempts the engine may open by itself.
[[nodiscard]] int maxAttempts(const board::JobDetail &job);
[[nodiscard]] bool isCertified(const board::ProviderRow &provider, const QString &intent);
// Why a person must give a reason for an attempt at this provider; empty when none is needed.
[[nodiscard]] QString whyReason(const board::JobDetail &job, const board::ProviderRow &provider);
// Why no attempt can be opened now; empty when one can.
[[nodiscard]] QString whyNoAttempt(const board::JobDetail &job);
// What may go wrong when one is opened at this provider.
[[nodiscard]] QString riskOfAttempt(const board::JobDetail &job, const QString &provider);

} // namespace oncedesk
