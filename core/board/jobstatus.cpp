#include "core/board/jobstatus.h"

namespace oncedesk::board {

using namespace Qt::Literals::StringLiterals;

QString toString(JobStatus status)
{
    switch (status) {
    case JobStatus::waiting:
        return u"waiting"_s;
    case JobStatus::running:
        return u"running"_s;
    case JobStatus::unknown:
        return u"unknown"_s;
    case JobStatus::succeeded:
        return u"succeeded"_s;
    case JobStatus::closed:
        return u"closed"_s;
    case JobStatus::stalled:
        return u"stalled"_s;
    }
    Q_UNREACHABLE();
}

std::optional<JobStatus> jobStatusFromString(const QString &text)
{
    for (const JobStatus status : allJobStatuses) {
        if (toString(status) == text)
            return status;
    }
    return std::nullopt;
}

} // namespace oncedesk::board
