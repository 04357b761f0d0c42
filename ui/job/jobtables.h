// What each tab of the job page lists.
#pragma once

#include "core/board/jobdetail.h"
#include "ui/job/factsmodel.h"

namespace oncedesk::jobtables {

[[nodiscard]] QStringList raceHeads();
[[nodiscard]] QList<FactRow> raceRows(const board::JobDetail &job);
[[nodiscard]] QStringList attemptHeads();
[[nodiscard]] QList<FactRow> attemptRows(const board::JobDetail &job);
[[nodiscard]] QStringList submissionHeads();
[[nodiscard]] QList<FactRow> submissionRows(const board::JobDetail &job);
[[nodiscard]] QStringList actionHeads();
[[nodiscard]] QList<FactRow> actionRows(const board::JobDetail &job);

} // namespace oncedesk::jobtables
