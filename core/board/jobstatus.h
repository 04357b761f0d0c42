// The six statuses of a job. Derived by oncedesk.job_status_view, never stored.
#pragma once

#include <QString>
#include <array>
#include <optional>

namespace oncedesk::board {

enum class JobStatus { waiting, running, unknown, succeeded, closed, stalled };

inline constexpr std::array allJobStatuses{JobStatus::waiting,   JobStatus::running, JobStatus::unknown,
                                           JobStatus::succeeded, JobStatus::closed,  JobStatus::stalled};

[[nodiscard]] QString toString(JobStatus status);
[[nodiscard]] std::optional<JobStatus> jobStatusFromString(const QString &text);

} // namespace oncedesk::board
