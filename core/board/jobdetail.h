// One job, whole: everything the job page shows.
#pragma once

#include "core/base/id.h"
#include "core/board/actions.h"
#include "core/board/jobstatus.h"
#include "core/board/moment.h"
#include "core/board/races.h"
#include "core/board/submissions.h"
#include "core/contract/attemptstate.h"
#include "core/db/session.h"

#include <QByteArray>
#include <chrono>
#include <optional>

namespace oncedesk::board {

struct AttemptRow
{
    AttemptId id;
    int ordinal = 0;
    int lane = 0;
    QString provider;
    AttemptState state = AttemptState::pending;
    std::optional<qint64> jobVersion; // read when it started
    QString worker;
    QString openedBecause; // submit, person, retry, failover, hedge
    QString openedBy;
    QString openReason;
    std::optional<AttemptId> follows;
    Moment openedAt;
    Moment notBefore;
    Moment startedAt;
    Moment deadlineAt;
    Moment unknownAt;
    QString unknownWhy;
    Moment endedAt;
    QString errorCode;
    QString errorMessage;
    std::optional<bool> retryable;
    Moment cancelRequestedAt;
    QString cancelRequestedBy;
    QString cancelReason;
    QString cancelEvidence;
};

struct EventRow
{
    AttemptId attempt;
    Moment at;
    QString event; // a state, or the contract's other words
    QString actor;
    QByteArray detail; // JSON text; null when there is none
};

// What a provider was asked, or told to stop.
struct RequestRow
{
    RequestId id;
    AttemptId attempt;
    QString kind; // ask, stop
    QString provider;
    Moment askedAt;
    QString askedBy;
    Moment claimedAt;
    QString worker;
    Moment answeredAt;
    QString answer; // null while open
};

struct AnswerRow
{
    qint64 id = 0;
    RequestId request;
    AttemptId attempt;
    Moment at;
    QString answer;
    QByteArray payload; // JSON text kept as evidence; null when there is none
    QString actor;
};

struct JobDetail
{
    JobId id;
    JobStatus status = JobStatus::stalled;
    QString owner;
    QString key;
    QString intent;
    QString provider;
    QByteArray params; // JSON as jsonb spells it, exact to the digit
    QByteArray policy;
    qint64 version = 0;
    Moment createdAt;
    QString createdBy;
    std::chrono::milliseconds age{0};
    std::optional<AttemptId> completedBy;
    Moment completedAt;
    QByteArray result;      // JSON; null when there is none or it is bytes
    QByteArray resultBytes; // a result that JSON cannot hold; null when there is none
    Moment closedAt;
    QString closedBy;
    QString closeReason;
    bool isDemo = false;

    // Each oldest first, and at most the latest PageRequest::mostRows.
    QList<AttemptRow> attempts;
    QList<EventRow> events;
    QList<SubmissionRow> submissions;
    QList<RaceRow> races;
    QList<ActionRow> actions;
    QList<RequestRow> requests;
    QList<AnswerRow> answers;
    bool historyIsCut = false; // a list above had more
};

// None when there is no such job. Several statements: call it inside Database::run, after readOneSnapshot(),
// so that all lists belong to one moment.
Result<std::optional<JobDetail>> jobDetail(Session &session, JobId job);

// Makes all statements of this transaction see the same moment. Must be its first statement.
Result<Done> readOneSnapshot(Session &session);

} // namespace oncedesk::board
