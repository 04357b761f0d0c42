// One attempt or job that somebody wants to do something to, as it was at one moment.
#pragma once

#include "core/base/id.h"
#include "core/board/jobstatus.h"
#include "core/board/moment.h"
#include "core/contract/attemptstate.h"
#include "core/db/session.h"
#include "ui/look/mark.h"

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <optional>

namespace oncedesk {

struct ActionTarget
{
    Q_DECLARE_TR_FUNCTIONS(ActionTarget)
public:
    qint64 id = 0; // of the attempt or of the job
    JobId job;
    bool exists = false;
    // Of an attempt.
    int ordinal = 0;
    QString provider;
    std::optional<AttemptState> state;
    bool wasStarted = false;
    QString unknownWhy;
    QString lastAnswer; // its provider's; null when it has answered nothing
    board::Moment lastAnswerAt;
    // Of a job.
    std::optional<board::JobStatus> status;
    qint64 version = 0;
    int attempts = 0; // the latest one's number

    // "attempt 1 of #45" or "#45".
    [[nodiscard]] QString name() const;
    // "unknown"; "gone" where there is no such thing.
    [[nodiscard]] QString word() const;
    // The same, when it was `before`; an attempt that came and went meanwhile is named.
    [[nodiscard]] QString change(const ActionTarget &before) const;
    [[nodiscard]] std::optional<look::Mark> mark() const;
    // In the same state and at the same version, with no attempt opened since.
    [[nodiscard]] bool isAs(const ActionTarget &before) const;
};

// In the order of the ids. Several statements each: inside Database::run.
Result<QList<ActionTarget>> readAttemptTargets(Session &session, const QList<qint64> &ids);
Result<QList<ActionTarget>> readJobTargets(Session &session, const QList<qint64> &ids);

} // namespace oncedesk
